// Has screen readers read new lines of the hand log, with the names of cards, and the player's turn.
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

  // The last few sentences stay, because they may not have been read when the next update comes.
  const say = (text) => {
    const live = document.getElementById("t-live");
    const piece = document.createElement("p");
    piece.textContent = text;
    live.append(piece);
    while (live.children.length > KEPT) live.firstElementChild.remove();
  };

  room.onUpdate((now, before) => {
    const lines = [...document.querySelectorAll("#t-log > li")];
    const fresh = told ? lines.filter(({ id }) => !told.has(id)) : []; // lines of the loaded page are not announced
    told = new Set(lines.map(({ id }) => id));
    const mine = now.mine !== undefined && (before.mine === undefined || now.moment !== before.moment);
    const sentences = [...fresh.map(named), ...(mine ? [room.word("toAct")] : [])];
    if (sentences.length) say(sentences.join(" "));
  });
})();
