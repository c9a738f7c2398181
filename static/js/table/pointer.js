// What lies under the pointer may become another button just when one presses.
(() => {
  "use strict";

  const SEEN_MS = 400; // whoever presses a new button sooner aimed at the one that was there before
  let offered;
  let timer;

  // Of a double click only the first counts.
  const click = (event) => {
    const button = event.target.closest("button");
    if (event.detail < 2 || button?.type !== "submit" || !button.form?.hasAttribute("hx-ws:send")) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  document.addEventListener("click", click, true);

  const rest = () => {
    room.wire.dataset.resting = ""; // actions.css: the bar is out of a pointer's reach; keys have no place to miss
    clearTimeout(timer);
    timer = setTimeout(() => delete room.wire.dataset.resting, SEEN_MS);
  };

  room.rest = rest;
  room.onUpdate(() => {
    const parts = [...document.querySelectorAll("#t-bar-body > [id]")].map(({ id }) => id).join();
    if (offered !== undefined && offered !== parts) rest();
    offered = parts;
  });
})();
