// Makes the move that was ticked before the turn. The choice is kept only here. It holds for the price that was on the
// button and is dropped when that changes; only "call any" holds for every price of this street. A choice at the
// present price needs no confirmation; "call any" is confirmed before an all-in at another price.
(() => {
  "use strict";

  let chosen = null;

  const boxes = () => [...document.querySelectorAll("#t-pre input")];
  const street = ({ hand, street }) => `${hand}.${street}`;
  const press = (decided, ...verbs) => {
    const button = verbs.map((verb) => room.bar().querySelector(`button[value=${verb}]`)).find(Boolean);
    if (button && decided) room.agree(button.form);
    button?.form.requestSubmit(button);
  };

  const forget = () => (chosen = null);
  const paint = () => boxes().forEach((box) => (box.checked = box.value === chosen?.what));

  const holds = (now, price) =>
    chosen && chosen.street === street(now) && (chosen.what === "call-any" || chosen.price === price);

  const act = (now) => {
    const price = Number(room.bar().dataset.price);
    const { what, price: chosenAt } = holds(now, price) ? chosen : { what: "" };
    forget();
    if (what === "check-fold") press(true, "check", "fold");
    if (what === "call" || what === "call-any") press(chosenAt === price, "check", "call", "all-in");
  };

  document.addEventListener("change", ({ target }) => {
    const form = target.closest("#t-pre");
    if (!form) return;
    const price = Number(form.dataset.price);
    chosen = target.checked ? { what: target.value, price, street: street(room.data()) } : null;
    paint();
  });

  room.forgetAhead = () => {
    forget();
    paint();
  };
  room.onUpdate((now) => {
    if (now.mine !== undefined) return act(now);
    const price = Number(document.getElementById("t-pre")?.dataset.price);
    if (!holds(now, price)) forget();
    paint();
  });
})();
