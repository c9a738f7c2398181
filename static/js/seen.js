// What this browser saw before a deal, kept for the proof of it: the seal it was shown, and the number it promised. The
// server cannot reach it, so it can tell when a record says something else.
(() => {
  "use strict";

  const KEY = "seals";
  const MOST = 500;

  const all = () => {
    try {
      const kept = JSON.parse(localStorage.getItem(KEY));
      return Array.isArray(kept) ? kept.filter((one) => typeof one?.root === "string") : [];
    } catch {
      return []; // nothing may be kept here, or somebody has meddled with it
    }
  };

  const covers = (one, entry) => one.root === entry.root && (!entry.commitment || one.commitment === entry.commitment);

  // {root, early: seen before the deck was cut}, with {commitment, number} where one was promised for this deal. What was
  // written down first stands, but that the number was told is added.
  const keep = (entry) => {
    const kept = all();
    const known = kept.find((one) => covers(one, entry));
    if (known && (known.told || !entry.told)) return;
    if (known) known.told = true;
    const entries = known ? kept : [...kept, entry].slice(-MOST);
    try {
      localStorage.setItem(KEY, JSON.stringify(entries));
    } catch {
      // full, or forbidden: then this browser is no witness
    }
  };

  window.seen = { all, keep };
})();
