// Words what `proof.check` finds, and says whether this browser saw the same seal before the deal.
(() => {
  "use strict";

  const SUITS = { c: "♣", d: "♦", h: "♥", s: "♠" };
  const TEXT_NOT_EMOJI = "\ufe0e";

  const form = document.getElementById("proof-form");
  const area = document.getElementById("proof-record");
  const file = document.getElementById("proof-file");
  const sentences = document.getElementById("proof-words").content.children;
  const words = new Map([...sentences].map((sentence) => [sentence.dataset.word, sentence.textContent]));

  const drawn = (card) => `${card[0].replace("T", "10")}${SUITS[card[1]] ?? card[1]}${TEXT_NOT_EMOJI}`;
  const isCard = (value) => typeof value === "string" && /^[2-9TJQKA][cdhs]$/.test(value);
  const shown = (value) => {
    if (Array.isArray(value)) return value.map(shown).join(" ");
    if (isCard(value)) return drawn(value);
    if (typeof value !== "object") return String(value);
    const values = { ...value, card: value.card + 1 };
    return say(value.seat === null ? "where-board" : "where-seat", values);
  };
  const say = (word, values = {}) => words.get(word).replace(/\{(\w+)\}/g, (_, name) => shown(values[name]));

  const good = (word, values) => ({ state: "good", text: say(word, values) });
  const beware = (word, values) => ({ state: "beware", text: say(word, values) });
  const bad = (word, values, code) => ({ state: "bad", text: say(word, values), code });

  const whatHolds = ({ seats, cut, cards }) => {
    const opened = seats.filter(({ number }) => number !== null).length;
    const all = opened === seats.length;
    const texts = cards.map(({ proof: { text } }) => text);
    return [
      good("good-deal"),
      good(all ? "good-all-numbers" : "good-numbers", { opened, seats: seats.length }),
      good("good-cut", { cut }),
      texts.length ? good("good-cards", { cards: texts }) : beware("no-cards"),
      ...(opened ? [] : [beware("no-number")]),
    ];
  };

  // A record may be correct in itself but of another deck than the one shown at the table.
  const whatWasSeen = ({ root, seats }) => {
    const seatOf = ({ commitment }) => commitment && seats.find((seat) => seat.commitment === commitment);
    const entries = seen.all();
    const other = entries.find((entry) => entry.root !== root && seatOf(entry));
    if (other) return [bad("seen-other", { root: other.root })];
    const known = entries.filter((entry) => entry.root === root);
    if (!known.length) return [beware("seen-not")];
    const early = known.some((entry) => entry.early);
    const lines = [early ? good("seen-early") : beware("seen-late")];
    const promised = known.filter(({ commitment }) => commitment);
    const own = promised.find(seatOf);
    if (!own) return promised.length ? [...lines, beware("own-other")] : lines;
    const { seat, number } = seatOf(own);
    if (number === own.number) return [...lines, good("own-counted", { seat })];
    return [...lines, beware(own.told ? "own-left-out" : "own-untold", { seat })];
  };

  const checked = (text) => {
    try {
      const { record, findings } = proof.check(text);
      const wrong = findings.map(({ code, sentence, values }) => bad(sentence, values, code));
      const lines = [...(wrong.length ? wrong : whatHolds(record)), ...(record ? whatWasSeen(record) : [])];
      const isBad = ({ state }) => state === "bad";
      const ok = !lines.some(isBad);
      lines.sort((one, other) => isBad(other) - isBad(one));
      return { ok, verdict: say(ok ? "good" : "bad"), lines };
    } catch (error) {
      if (error instanceof proof.NoRecord) return { ok: false, verdict: say(error.message), lines: [] };
      throw error;
    }
  };

  const element = (tag, text, data = {}) => {
    const made = document.createElement(tag);
    made.textContent = text;
    Object.assign(made.dataset, data);
    return made;
  };

  const line = ({ state, text, code }) => {
    const item = element("li", text, { state });
    if (code) item.append(" ", element("code", code));
    return item;
  };

  const show = (place, { ok, verdict, lines }) => {
    const list = document.createElement("ul");
    list.append(...lines.map(line));
    const parts = [element("p", verdict, { verdict: ok ? "good" : "bad" })];
    document.getElementById(place).replaceChildren(...parts, ...(lines.length ? [list] : []));
  };

  const open = async (chosen) => {
    if (!chosen) return;
    area.value = await chosen.text();
    show("proof-tried", checked(area.value));
  };

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    show("proof-tried", checked(area.value));
  });
  form.addEventListener("reset", () => document.getElementById("proof-tried").replaceChildren());
  file.addEventListener("change", async () => {
    await open(file.files[0]);
    file.value = ""; // else choosing the same file again, changed, would fire no event
  });
  form.addEventListener("dragover", (event) => event.preventDefault());
  form.addEventListener("drop", (event) => {
    if (!event.dataTransfer.files.length) return; // dropped text goes into the field
    event.preventDefault();
    open(event.dataTransfer.files[0]);
  });

  document.getElementById("proof-tools").hidden = false;
  show("proof-result", checked(area.defaultValue));
})();
