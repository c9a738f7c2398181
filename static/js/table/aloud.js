// What is read aloud: the lines that came to the hand log, cards by their names, and whose turn it is.
(() => {
  "use strict";

  const KEPT = 5;
  let told = null;

  const named = (line) => {
    const copy = line.cloneNode(true);
    for (const card of copy.querySelectorAll("[aria-label]")) {
      const another = card.nextElementSibling?.matches("[aria-label]");
      card.replaceWith(card.getAttribute("aria-label"), another ? "," : "");
    }
    return room.word("said", copy.textContent.trim());
  };

  // What is still to be spoken stays there: the next update may come within the same second.
  const say = (text) => {
    const live = document.getElementById("t-live");
    const piece = document.createElement("p");
    piece.textContent = text;
    live.append(piece);
    while (live.children.length > KEPT) live.firstElementChild.remove();
  };

  room.onUpdate((now, before) => {
    const lines = [...document.querySelectorAll("#t-log > li")];
    const fresh = told ? lines.filter(({ id }) => !told.has(id)) : []; // what the page came with is there to be read
    told = new Set(lines.map(({ id }) => id));
    const mine = now.mine !== undefined && (before.mine === undefined || now.moment !== before.moment);
    const sentences = [...fresh.map(named), ...(mine ? [room.word("toAct")] : [])];
    if (sentences.length) say(sentences.join(" "));
  });
})();
