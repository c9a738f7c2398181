// Parses the record of a hand as strictly as `python -m tables.verify`: anything but an exact record is an error.
// `JSON.parse` is not strict enough: it takes the last of two fields with one name, and 5.0 passes for 5.
window.proof = (() => {
  "use strict";

  const LARGEST = 256 * 1024;
  const DEEPEST = 8;
  const FIRST_STAND_IN_LEAF = 53;
  const RANKS = "23456789TJQKA";
  const SUITS = "cdhs";

  class NoRecord extends Error {}

  // Holds a code as in tables/engine/proof.py, the name of a sentence, and the values in it.
  class Wrong extends Error {
    constructor(code, sentence, values = {}) {
      super(`${code}: ${sentence}`);
      this.finding = { code, sentence, values };
    }
  }

  // Parses JSON: objects become Maps, numbers not written as whole numbers become NaN.
  const TOKEN =
    /[ \t\r\n]*([[\]{},:]|"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)/y;
  const WORDS = new Map([["true", true], ["false", false], ["null", null]]);

  const parse = (text) => {
    let place = 0;
    const next = (...allowed) => {
      TOKEN.lastIndex = place;
      const token = TOKEN.exec(text)?.[1];
      if (token === undefined || (allowed.length && !allowed.includes(token))) throw new NoRecord("json");
      place = TOKEN.lastIndex;
      return token;
    };
    const peek = () => {
      const before = place;
      const token = next();
      place = before;
      return token;
    };
    const list = (end, read) => {
      if (peek() === end) return void next();
      do read();
      while (next(",", end) === ",");
    };
    const array = (depth) => {
      const found = [];
      list("]", () => found.push(value(depth)));
      return found;
    };
    const object = (depth) => {
      const found = new Map();
      list("}", () => {
        const name = next();
        if (name[0] !== '"' || found.has(JSON.parse(name))) throw new NoRecord("json");
        next(":");
        found.set(JSON.parse(name), value(depth));
      });
      return found;
    };
    const value = (depth) => {
      const token = next();
      if (depth > DEEPEST) throw new NoRecord("json");
      if (token === "{") return object(depth + 1);
      if (token === "[") return array(depth + 1);
      if (token[0] === '"') return JSON.parse(token);
      if (WORDS.has(token)) return WORDS.get(token);
      if (/^[\]},:]$/.test(token)) throw new NoRecord("json");
      return /[.eE]/.test(token) ? NaN : Number(token);
    };
    const found = value(0);
    if (text.slice(place).trim()) throw new NoRecord("json");
    return found;
  };

  const require = (holds, code, sentence, values) => {
    if (!holds) throw new Wrong(code, sentence, values);
  };
  const isHex = (value, digits) => typeof value === "string" && value.length === digits && /^[0-9a-f]*$/.test(value);
  const isWhole = (value, least, most) => Number.isInteger(value) && least <= value && value <= most;
  const isCard = (text) => text.length === 2 && RANKS.includes(text[0]) && SUITS.includes(text[1]);

  const fields = (value, names, sentence, values) => {
    const exact = value instanceof Map && value.size === names.length && names.every((name) => value.has(name));
    require(exact, "malformed", sentence, { ...values, fields: names.join(", ") });
    return Object.fromEntries(value);
  };

  const entries = (value, most, sentence) => {
    require(Array.isArray(value) && value.length <= most, "malformed", sentence);
    return value;
  };

  // Cards, deal and stand-ins differ in form and leaves, so that none passes for another.
  const isTextOf = (leaf, text) => {
    if (!isWhole(leaf, 0, FIRST_STAND_IN_LEAF + 9) || typeof text !== "string") return false;
    if (leaf < 52) return isCard(text);
    return isHex(text, leaf === 52 ? 64 : 32);
  };

  const readProof = (value, code, sentence, values) => {
    const named = value instanceof Map && value.size === 4;
    const { leaf, text, salt, path } = named ? Object.fromEntries(value) : {};
    const complete = Array.isArray(path) && path.length === 6 && path.every((hash) => isHex(hash, 64));
    require(complete && isTextOf(leaf, text) && isHex(salt, 32), code, sentence, values);
    return { leaf, text, salt, path };
  };

  const readSeat = (value, index) => {
    const nth = index + 1;
    const found = fields(value, ["seat", "commitment", "number", "stand_in"], "seat-fields", { nth });
    const { seat, commitment, number, stand_in: standIn } = found;
    require(commitment === null || isHex(commitment, 64), "malformed", "commitment-form", { nth });
    require(number === null || isHex(number, 32), "malformed", "number-form", { nth });
    const proof = standIn === null ? null : readProof(standIn, "stand_in_proof", "stand-in-form", { nth });
    return { seat, commitment, number, standIn: proof };
  };

  const readWhere = (value, nth, seats) => {
    const onBoard = value instanceof Map && value.get("to") === "board";
    const names = onBoard ? ["to", "card"] : ["to", "card", "seat"];
    const { to, card, seat = null } = fields(value, names, "place-fields", { nth });
    const exists = onBoard ? isWhole(card, 0, 4) : to === "seat" && seats.includes(seat) && isWhole(card, 0, 1);
    require(exists, "no_such_place", "no-place", { nth });
    return { seat, card };
  };

  const readCard = (value, index, seats) => {
    const nth = index + 1;
    const { where, proof } = fields(value, ["where", "proof"], "card-fields", { nth });
    return { where: readWhere(where, nth, seats), proof: readProof(proof, "card_proof", "card-form", { nth }) };
  };

  const read = (text) => {
    if (text.length > LARGEST) throw new NoRecord("large");
    const names = ["version", "root", "burns", "deal", "seats", "cut", "cards"];
    const found = fields(parse(text), names, "record-fields");
    const { version, root, burns, cut } = found;
    const areBurns = Array.isArray(burns) && burns.length === 3 && burns.every((burn) => typeof burn === "boolean");
    require(version === 1, "version", "version");
    require(isHex(root, 64), "root", "root");
    require(areBurns, "malformed", "burns");
    require(isWhole(cut, 0, 51), "cut", "cut-form");
    const seats = entries(found.seats, 10, "seats-list").map(readSeat);
    const numbers = seats.map(({ seat }) => seat);
    const areSeats = numbers.every((seat) => isWhole(seat, 0, 99)) && new Set(numbers).size === numbers.length;
    require(areSeats && numbers.length >= 2, "malformed", "seats");
    const cards = entries(found.cards, 52, "cards-list").map((card, index) => readCard(card, index, numbers));
    const deal = readProof(found.deal, "deal_proof", "deal-form");
    return { root, burns, deal, seats, cut, cards };
  };

  return { read, NoRecord, Wrong };
})();
