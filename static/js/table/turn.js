// Says that it is the player's turn where the action bar is hidden: a strip over what covers the bar leads back to it,
// and pages opened from here in other tabs are told (js/turn-elsewhere.js).
(() => {
  "use strict";

  const others = new BroadcastChannel("turns");
  const name = document.title.replace(/ · Evenhand$/, "");

  const sheets = () => [...document.querySelectorAll(":popover-open")].filter((one) => one !== strip.element);
  const mine = () => room.data().mine !== undefined;

  // A sheet that darkens the whole page hides the light on the seat to act, wherever it lies.
  const liesOnTheBar = (sheet) => {
    if (sheet.dataset.shades !== undefined) return true;
    const [one, other] = [sheet.getBoundingClientRect(), room.bar().getBoundingClientRect()];
    return one.top < other.bottom && one.bottom > other.top && one.left < other.right && one.right > other.left;
  };

  const show = () => strip.say(mine() && sheets().some(liesOnTheBar) ? room.word("turnIn", room.timeLeft()) : "");

  strip.element.addEventListener("click", () => {
    for (const sheet of sheets()) sheet.hidePopover();
    room.bar().focus({ preventScroll: true });
  });
  document.addEventListener("toggle", show, true);
  setInterval(show, 200);

  const tell = () => others.postMessage({ at: window.location.pathname, name, mine: mine(), left: room.msLeft() });
  others.addEventListener("message", ({ data }) => data.asks && tell());
  room.onUpdate((now, before) => {
    show();
    if (now.mine !== before.mine || now.moment !== before.moment || now.bank !== before.bank) tell();
  });
})();
