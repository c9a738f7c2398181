// Gives each action a key, which works anywhere but in text fields.
(() => {
  "use strict";

  const help = document.getElementById("t-help");

  const press = (...verbs) => {
    const button = verbs.map((verb) => room.bar().querySelector(`button[value=${verb}]`)).find(Boolean);
    button?.form.requestSubmit(button);
    return button;
  };

  const amount = () => document.getElementById("t-amount");

  const goToAmount = () => {
    amount().focus();
    amount().select();
  };

  const raise = () => {
    if (amount() && document.activeElement !== amount()) return goToAmount();
    document.querySelector("#f-size button[name=verb]")?.click();
  };

  const allIn = () => {
    const all = amount()?.form.dataset.top;
    if (!all) return document.querySelector("#f-all-in button")?.click();
    if (amount().value === all) return raise();
    room.setAmount(amount().form, Number(all));
    goToAmount();
  };

  const back = (target) => {
    if (room.bar().contains(target)) target.blur();
    room.forgetAhead();
  };

  const ACTIONS = {
    f: () => press("fold"),
    c: () => press("check", "call"),
    r: raise,
    a: allIn,
    p: () => press("pass"),
    s: () => press("show"),
    m: () => press("muck"),
    t: () => room.openChat(),
    "?": () => help.showPopover(),
  };

  const arrow = (event) => {
    const form = document.querySelector("#f-size:has(.slider)");
    const by = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    const free = event.target.matches("body, #t-bar, #t-bar button");
    if (!by || !form || !free) return;
    event.preventDefault();
    room.nudge(form, by);
  };

  // In a number field a letter is no input, so there the keys work too.
  const writes = (target) => target.matches("input:not([type=number], [type=range], [type=checkbox], [type=radio]), textarea, select");

  const inMenu = (target) => target.closest("[popover]:popover-open") !== null;

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.isComposing) return;
    if (room.isAsking() || help.matches(":popover-open") || writes(event.target) || inMenu(event.target)) return;
    if (event.key === "Escape") return back(event.target);
    const action = ACTIONS[event.key.toLowerCase()];
    if (!action) return arrow(event);
    event.preventDefault();
    action();
  });
})();
