// Guards against clicks on a button that has just replaced another one under the pointer.
(() => {
  "use strict";

  const SEEN_MS = 400; // a click on a new button before that was meant for the old one
  let offered;
  let timer;

  // Only the first click of a double click counts.
  const click = (event) => {
    const button = event.target.closest("button");
    if (event.detail < 2 || button?.type !== "submit" || !button.form?.hasAttribute("hx-ws:send")) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  document.addEventListener("click", click, true);

  const rest = () => {
    room.wire.dataset.resting = ""; // actions.css makes the bar ignore pointers; keys cannot miss
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
