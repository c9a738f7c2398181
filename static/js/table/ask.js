// Asks once before what cannot be taken back: an all-in with most of the stack, leaving in a hand, closing a table.
(() => {
  "use strict";

  const dialog = document.getElementById("t-confirm");
  const text = document.getElementById("t-confirm-text");
  const yes = dialog.querySelector("[value=yes]");
  let asked = null;
  let agreed = null;

  // A button that would be all-in, or one whose amount may have become the whole stack.
  const isBigAllIn = (form, button) =>
    room.wire.dataset.confirm === "on" &&
    (button?.dataset.big !== undefined || (button?.value === "all-in" && form.dataset.big !== undefined));

  const open = (form, button, bigAllIn) => {
    const kind = button.value === "call" ? "call" : "allIn";
    asked = { form, button, moment: room.data().moment };
    text.textContent = bigAllIn ? text.dataset[kind] : button.dataset.ask;
    yes.textContent = bigAllIn ? yes.dataset[kind] : yes.dataset.other;
    dialog.returnValue = "";
    dialog.showModal();
  };

  /** Must the form wait for an answer? */
  room.asks = (form, button) => {
    const bigAllIn = isBigAllIn(form, button);
    if (agreed === form || !(bigAllIn || button?.dataset.ask)) {
      agreed = null;
      return false;
    }
    open(form, button, bigAllIn);
    return true;
  };

  /** It has been decided already: the form goes without an answer, this once. */
  room.agree = (form) => (agreed = form);

  dialog.addEventListener("close", () => {
    if (dialog.returnValue !== "yes" || !asked?.form.isConnected) return;
    room.agree(asked.form);
    asked.form.requestSubmit(asked.button);
  });

  room.onUpdate((now) => {
    if (dialog.open && asked.moment !== now.moment) dialog.close("late");
  });
})();
