// Holds what the other scripts share. The server draws the page and htmx morphs it, so no script keeps elements: it
// looks them up when needed and runs again after every update.
window.room = (() => {
  "use strict";

  const wire = document.getElementById("wire");
  const listeners = [];
  let before = {};

  const of = (id) => document.getElementById(id).dataset;
  const data = () => ({ ...of("t-standing"), ...of("t-data"), ...of("t-viewer"), ...of("t-looks") });
  const bar = () => document.getElementById("t-bar");
  const word = (name, value = "") => wire.dataset[name].replace("%s", () => value);
  const onUpdate = (listener) => listeners.push(listener);

  const grouped = (number) => number.toLocaleString("en-US");
  const inBigBlinds = (amount) => word("bb", grouped(Math.round((amount / Number(data().bigBlind)) * 10) / 10));
  const shown = (amount) => (wire.dataset.amounts === "bb" ? inBigBlinds(amount) : grouped(amount));

  const still = () =>
    document.documentElement.dataset.motion === "off" || matchMedia("(prefers-reduced-motion)").matches;

  const update = () => {
    const now = data();
    if (before.looks && before.looks !== now.looks) window.location.reload(); // another language, other settings
    if (before.at && before.at !== now.at) window.location.replace(now.at); // the table has a new address
    for (const listener of listeners) listener(now, before);
    before = now;
  };

  document.addEventListener("DOMContentLoaded", () => {
    before = data();
    update();
  });
  document.addEventListener("htmx:after:swap", update);

  // Keyboard focus moves to the bar when the button just used is gone.
  let inBar = false; // true for the question and the seats too
  document.addEventListener("focusin", (event) => (inBar = Boolean(event.target.closest("#t-bar, #t-confirm, .seats"))));
  document.addEventListener("pointerdown", () => (inBar = false));
  onUpdate(() => {
    if (inBar && document.activeElement === document.body) bar().focus({ preventScroll: true });
  });

  return { wire, data, bar, word, shown, still, onUpdate };
})();
