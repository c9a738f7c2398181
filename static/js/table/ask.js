// Asks for confirmation of what cannot be undone: an all-in with most of the stack, leaving during a hand, closing a
// table. The question takes the place of the action bar, so that the felt stays in sight.
(() => {
  "use strict";

  const question = document.getElementById("t-confirm");
  const text = document.getElementById("t-confirm-text");
  const [no, yes] = ["no", "yes"].map((value) => question.querySelector(`[value=${value}]`));
  let asked = null;
  let agreed = null;

  // True for an all-in button, and for a bet whose amount is the most that can be lost.
  const isMost = ({ dataset, elements }) => elements.amount?.value === dataset.top;
  const isBigAllIn = (form, button) =>
    room.wire.dataset.confirm === "on" &&
    (button?.dataset.big !== undefined || (form.dataset.big !== undefined && button?.name === "verb" && isMost(form)));
  const isAll = ({ value }) => value === "all-in" || value === "call";

  /** Returns the button's text without its key. */
  const deed = (button) => {
    const copy = button.cloneNode(true);
    copy.querySelector("kbd")?.remove();
    return copy.textContent.replace(/\s+/g, " ").trim();
  };

  const open = (form, button, bigAllIn) => {
    const { moment, mine } = room.data();
    asked = { form, button, mine, moment: room.bar().contains(form) ? moment : undefined };
    text.textContent = bigAllIn ? room.word(isAll(button) ? "allChips" : "mostChips", deed(button)) : button.dataset.ask;
    yes.textContent = deed(button);
    yes.classList.toggle("lamp", bigAllIn);
    yes.classList.toggle("main", !bigAllIn);
    for (const sheet of document.querySelectorAll(":popover-open")) sheet.hidePopover();
    question.hidden = false;
    room.rest();
    no.focus({ preventScroll: true });
  };

  const close = () => {
    const focused = question.contains(document.activeElement);
    asked = null;
    question.hidden = true;
    if (focused) room.bar().focus({ preventScroll: true });
  };

  const agree = () => {
    const { form, button } = asked;
    close();
    if (button.form !== form || !form.isConnected) return; // the server has replaced the form since
    room.agree(form);
    form.requestSubmit(button);
  };

  /** Returns whether the form must wait for an answer, and asks if so. */
  room.asks = (form, button) => {
    const bigAllIn = isBigAllIn(form, button);
    if (agreed === form || !(bigAllIn || button?.dataset.ask)) {
      agreed = null;
      return false;
    }
    open(form, button, bigAllIn);
    return true;
  };

  /** Lets the form go once without asking, because the user has decided already. */
  room.agree = (form) => (agreed = form);
  room.isAsking = () => asked !== null;
  room.stopAsking = () => asked && close();

  no.addEventListener("click", close);
  yes.addEventListener("click", agree);
  document.addEventListener("keydown", (event) => event.key === "Escape" && room.stopAsking());

  // A question closes when its moment is over, or when it would hide that it is the player's turn.
  room.onUpdate(({ moment, mine }) => {
    if (asked === null) return;
    const isOver = asked.moment !== undefined && asked.moment !== moment;
    if (isOver || (mine !== undefined && asked.mine === undefined)) close();
  });
})();
