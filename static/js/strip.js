// Shows a strip over everything, sheets and menus included, that says it is your turn. Other scripts call it.
(() => {
  "use strict";

  const strip = document.querySelector(".strip");
  const view = window.visualViewport;

  // An on-screen keyboard may have pushed the page's upper edge out of sight.
  const follow = () => (strip.style.top = `${view.offsetTop}px`);
  view?.addEventListener("scroll", follow);
  view?.addEventListener("resize", follow);

  const isShown = () => strip.matches(":popover-open");

  /** Shows this text; an empty one hides the strip. */
  const say = (text) => {
    if (text && strip.textContent !== text) strip.textContent = text;
    if (Boolean(text) !== isShown()) strip.togglePopover(Boolean(text));
  };

  // A popover that opens later lies on top, so the strip is opened again.
  document.addEventListener("toggle", ({ target, newState }) => {
    if (target === strip || newState !== "open" || !isShown()) return;
    strip.hidePopover();
    strip.showPopover();
  }, true);

  window.strip = { element: strip, say };
})();
