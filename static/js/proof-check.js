// Checks the record of a hand, which tables/engine/deck.py describes, as tables/engine/proof.py does.
//
// All that is needed is SHA-256. The seal ("root") is the top of a tree of hashes over 64 leaves: 0 to 51 are the cards
// in their sealed order, 52 is the deal (who sits where, and what they promised), 53 and up are the stand-in numbers. A
// proof leads from one leaf to the top, and nobody can find another text that leads there too.
(() => {
  "use strict";

  const CARDS = 52;
  const FIRST_STAND_IN_LEAF = 53;
  const utf8 = new TextEncoder();

  const bytesOf = (hex) => hex.match(/../g).map((digits) => parseInt(digits, 16));
  const hash = (...parts) => sha256(Uint8Array.from(parts.flat()));
  const hashOfText = (text) => sha256(utf8.encode(text));

  // Computes the root to which a proof leads; the proof holds only if it is the sealed one.
  const rootOf = ({ leaf, text, salt, path }) => {
    let node = hash(0, bytesOf(salt), [...utf8.encode(`${leaf} ${text}`)]);
    for (const [height, sibling] of path.entries()) {
      const isRight = (leaf >> height) & 1;
      const pair = isRight ? [sibling, node] : [node, sibling];
      node = hash(1, ...pair.map(bytesOf));
    }
    return node;
  };

  // The sum of the numbers is the place where the deck is cut.
  const cutOf = (numbers) => Number(numbers.reduce((sum, number) => sum + BigInt(`0x${number}`), 0n) % BigInt(CARDS));

  // Returns a card's place in the cut deck: two rounds of one card each, then burnt cards and board.
  const placeOf = ({ seat, card }, seats, burns) => {
    if (seat !== null) return card * seats.length + seats.indexOf(seat);
    const street = [0, 0, 0, 1, 2][card];
    const burnt = burns.slice(0, street + 1).filter(Boolean).length;
    return 2 * seats.length + burnt + card;
  };

  const finding = (code, sentence, values = {}) => ({ code, sentence, values });

  // Seats, promises and burns must be those fixed under the root.
  const aboutDeal = ({ root, deal, seats, burns }) => {
    const promises = seats.map(({ seat, commitment }) => `${seat}:${commitment ?? "-"}`);
    const text = [burns.map(Number).join(""), ...promises].join(" ");
    if (rootOf(deal) !== root) return [finding("deal_proof", "deal-root")];
    return deal.text === hashOfText(text) ? [] : [finding("deal_proof", "deal-text")];
  };

  // Each number must be the one promised, and no two promises may be the same.
  const aboutNumbers = ({ seats }) => {
    const promised = new Set();
    return seats.flatMap(({ seat, commitment, number }) => {
      const found = promised.has(commitment) ? [finding("same_commitment", "same-commitment", { seat })] : [];
      if (commitment !== null) promised.add(commitment);
      if (number === null) return found;
      if (commitment === null) found.push(finding("number_without_commitment", "no-commitment", { seat }));
      else if (hashOfText(number) !== commitment) found.push(finding("other_number", "other-number", { seat }));
      return found;
    });
  };

  // A seat that revealed no number has its stand-in number counted, and only such a seat.
  const aboutStandIns = ({ root, seats }) =>
    seats.flatMap(({ seat, number, standIn }, index) => {
      if (number !== null) return standIn === null ? [] : [finding("stand_in_not_due", "stand-in-not-due", { seat })];
      if (standIn === null) return [finding("stand_in_missing", "stand-in-missing", { seat })];
      if (rootOf(standIn) !== root) return [finding("stand_in_proof", "stand-in-root", { seat })];
      const own = standIn.leaf === FIRST_STAND_IN_LEAF + index;
      return own ? [] : [finding("stand_in_proof", "stand-in-leaf", { seat })];
    });

  // Each card must be fixed under the root and lie where the cut puts it.
  const aboutCards = ({ root, seats, burns, cards }, cut) =>
    cards.flatMap(({ where, proof }) => {
      const values = { where, card: proof.text };
      if (rootOf(proof) !== root) return [finding("card_proof", "card-root", values)];
      const due = (placeOf(where, seats.map(({ seat }) => seat), burns) + cut) % CARDS;
      return proof.leaf === due ? [] : [finding("card_place", "card-place", values)];
    });

  const aboutRepetition = ({ cards }) => {
    const places = new Set();
    const leaves = new Map();
    return cards.flatMap(({ where, proof: { text, leaf } }) => {
      const place = `${where.seat}:${where.card}`;
      if (places.has(place)) return [finding("place_twice", "place-twice", { where })];
      places.add(place);
      if (!leaves.has(text)) leaves.set(text, leaf);
      return leaves.get(text) === leaf ? [] : [finding("card_twice", "card-twice", { card: text })];
    });
  };

  const findings = (record) => {
    const numbers = [...aboutNumbers(record), ...aboutStandIns(record)];
    const counted = record.seats.map(({ number, standIn }) => number ?? standIn?.text);
    const cut = numbers.length ? record.cut : cutOf(counted);
    const wrongCut = cut === record.cut ? [] : [finding("cut", "cut", { given: record.cut, cut })];
    return [...aboutDeal(record), ...numbers, ...wrongCut, ...aboutCards(record, cut), ...aboutRepetition(record)];
  };

  // All is well if there are no findings. Throws `proof.NoRecord` if there is nothing to check.
  proof.check = (text) => {
    try {
      const record = proof.read(text);
      return { record, findings: findings(record) };
    } catch (error) {
      if (error instanceof proof.Wrong) return { record: null, findings: [error.finding] };
      throw error;
    }
  };
})();
