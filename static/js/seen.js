// Keeps what this browser saw before each deal: the seal it was shown and the number it promised. The server cannot
// change it, so the proof page can tell when a record says something else.
(() => {
  "use strict";

  const KEY = "seals";
  const MOST = 500;

  const all = () => {
    try {
      const kept = JSON.parse(localStorage.getItem(KEY));
      return Array.isArray(kept) ? kept.filter((one) => typeof one?.root === "string") : [];
    } catch {
      return []; // storage is forbidden, or its content was changed by hand
    }
  };

  const covers = (one, entry) => one.root === entry.root && (!entry.commitment || one.commitment === entry.commitment);

  // An entry has root, early (seen before the deck was cut) and, if a number was promised, commitment and number. The
  // first entry for a deal is kept; only `told`, that the number was revealed, is added later.
  const keep = (entry) => {
    const kept = all();
    const known = kept.find((one) => covers(one, entry));
    if (known && (known.told || !entry.told)) return;
    if (known) known.told = true;
    const entries = known ? kept : [...kept, entry].slice(-MOST);
    try {
      localStorage.setItem(KEY, JSON.stringify(entries));
    } catch {
      // storage is full or forbidden: this browser is no witness
    }
  };

  window.seen = { all, keep };
})();
