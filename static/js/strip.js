// A strip of light over everything else, sheets and menus included: it is your turn. The page says when and what.
(() => {
  "use strict";

  const strip = document.querySelector(".strip");
  const view = window.visualViewport;

  // A keyboard on the screen may have pushed the page's upper edge out of sight.
  const follow = () => (strip.style.top = `${view.offsetTop}px`);
  view?.addEventListener("scroll", follow);
  view?.addEventListener("resize", follow);

  const isShown = () => strip.matches(":popover-open");

  /** Shows this text; with none the strip goes. */
  const say = (text) => {
    if (text && strip.textContent !== text) strip.textContent = text;
    if (Boolean(text) !== isShown()) strip.togglePopover(Boolean(text));
  };

  // What opens later lies over what was open before.
  document.addEventListener("toggle", ({ target, newState }) => {
    if (target === strip || newState !== "open" || !isShown()) return;
    strip.hidePopover();
    strip.showPopover();
  }, true);

  window.strip = { element: strip, say };
})();
