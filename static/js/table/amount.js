// Keeps slider, number, presets and the button's name at the same amount.
(() => {
  "use strict";

  const answers = {}; // by form: the seat or moment for which its amount was entered
  const forms = () => document.querySelectorAll("#f-size:has(.slider), #f-buy");
  const number = (form) => form.querySelector("input[type=number]");
  const slider = (form) => form.querySelector(".slider");
  const bounded = ({ min, max }, amount) => Math.min(Math.max(amount, Number(min)), Number(max));
  const amount = (form) => bounded(number(form), Math.round(Number(number(form).value)) || 0);

  const name = (form, chips) => {
    const button = form.querySelector("button[name=verb]");
    const all = chips === Number(form.dataset.allIn);
    const word = all ? room.word("allIn") : form.dataset.word;
    button.value = all ? "all-in" : form.dataset.verb;
    button.setAttribute("aria-label", `${word} ${chips}`);
    button.querySelector("span").textContent = word;
    const figure = button.querySelector("b");
    figure.textContent = room.shown(chips);
    figure.toggleAttribute("data-long", figure.textContent.length > 9);
  };

  const show = (form) => {
    const chips = amount(form);
    slider(form).setAttribute("aria-valuetext", room.shown(chips));
    for (const preset of form.querySelectorAll(".preset button")) {
      preset.setAttribute("aria-pressed", String(Number(preset.value) === chips));
    }
    const worth = form.querySelector(".worth"); // the field takes chips even if amounts are shown in big blinds
    if (worth) worth.textContent = `= ${room.shown(chips)}`;
    if (form.dataset.verb) name(form, chips);
  };

  const set = (form, chips) => {
    number(form).value = bounded(number(form), chips);
    slider(form).value = number(form).value;
    show(form);
  };

  /** Goes to the next round amount, up (1) or down (-1). */
  const nudge = (form, by) => {
    const step = Number(form.dataset.step) || 1;
    const steps = amount(form) / step;
    set(form, (by > 0 ? Math.floor(steps) + 1 : Math.ceil(steps) - 1) * step);
  };

  const slid = (form) => {
    const { value, min, max } = slider(form);
    const step = Number(form.dataset.step) || 1;
    const end = value === min || value === max;
    number(form).value = end ? value : bounded(slider(form), Math.round(value / step) * step);
    show(form);
  };

  const formOf = (element) => element.closest?.("#f-size, #f-buy");

  document.addEventListener("input", ({ target }) => {
    const form = formOf(target);
    if (!form) return;
    if (target.type === "range") return slid(form);
    slider(form).value = amount(form);
    show(form);
  });
  document.addEventListener("change", ({ target }) => {
    const form = formOf(target);
    if (form) set(form, amount(form));
  });
  document.addEventListener("click", ({ target }) => {
    const preset = target.closest(".preset button");
    if (preset) set(formOf(preset), Number(preset.value));
  });
  document.addEventListener("keydown", (event) => {
    const by = { ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1 }[event.key];
    const sideways = event.key === "ArrowLeft" || event.key === "ArrowRight";
    const form = event.target.matches("input") && formOf(event.target);
    if (!by || !form || (sideways && event.target.type !== "range")) return;
    event.preventDefault();
    nudge(form, by);
  });

  room.nudge = nudge;
  room.setAmount = set;
  room.onUpdate(() => {
    for (const form of forms()) {
      const question = form.elements.seat?.value ?? room.data().moment;
      if (answers[form.id] !== question) number(form).value = number(form).defaultValue; // new turn
      answers[form.id] = question;
      if (document.activeElement === number(form)) show(form); // do not change a number while it is typed
      else set(form, amount(form));
    }
  });
})();
