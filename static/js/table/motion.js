// Slides collected bets to the pot. The server has removed them already, so a copy moves.
(() => {
  "use strict";

  const seats = document.querySelector(".seats");

  const gather = (bet, seat) => {
    const ghost = document.createElement("li");
    ghost.className = "seat ghost";
    ghost.dataset.seat = seat;
    ghost.setAttribute("aria-hidden", "true");
    const chips = bet.cloneNode(true);
    chips.removeAttribute("id");
    chips.classList.add("gathered");
    ghost.append(chips);
    seats.append(ghost);
    setTimeout(() => ghost.remove(), 700);
  };

  const isBet = (node) => node.matches?.("p.bet[id]:not(.won)") && !node.isConnected;

  new MutationObserver((changes) => {
    if (room.still() || document.hidden) return;
    for (const { removedNodes, target } of changes) {
      if (target.id?.startsWith("bet-")) {
        for (const node of removedNodes) if (isBet(node)) gather(node, target.closest(".seat").dataset.seat);
      }
    }
  }).observe(seats, { childList: true, subtree: true });
})();
