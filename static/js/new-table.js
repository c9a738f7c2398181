// The numbers that stand where none was typed follow the rulebook and the blinds, as the server will take them.
(() => {
  "use strict";

  const form = document.getElementById("new-table");
  const typed = (name) => {
    const text = form.elements[name].value.normalize("NFKC").replace(/[\s,']/g, "");
    return /^\d{1,15}$/.test(text) ? Number(text) : null;
  };
  const usual = (name, number) => { form.elements[name].placeholder = number.toLocaleString("en-US"); };

  // The usual number of seats, unless another one was chosen.
  let seats;
  const followSeats = (usualSeats) => {
    const field = form.elements.players_most;
    if (seats !== undefined && field.value === seats) field.value = usualSeats;
    seats = usualSeats;
  };

  const follow = () => {
    const book = form.querySelector("[name=rulebook]:checked").dataset;
    const queue = form.elements.rulebook.value === "queue";
    const small = typed("small_blind"), big = queue ? null : typed("big_blind");
    const smallBlind = small ?? (big === null ? Number(book.small) : Math.floor(big / 2));
    const bigBlind = big ?? (small === null ? Number(book.big) : 2 * small || 1);
    const least = Math.min(book.least * bigBlind, typed("buy_in_most") || Infinity);
    followSeats(book.seats);
    usual("seconds_to_act", Number(book.seconds));
    usual("stack", Number(book.stack));
    usual("hands_most", Number(book.hands));
    usual("reloads", Number(book.reloads));
    usual("small_blind", smallBlind);
    usual("big_blind", bigBlind);
    usual("buy_in_least", least);
    usual("buy_in_most", Math.max(book.most * bigBlind, typed("buy_in_least") ?? least));
  };

  // Who looks something up in the rules comes back to what was typed: browsers forget what they may not fill in.
  const kept = `new-table-of-${form.dataset.of}`;
  const fields = [...form.elements].filter(({ name, type }) => name && type !== "hidden" && name !== "password");
  const keep = () => sessionStorage.setItem(kept, JSON.stringify(fields.map((field) => [field.value, field.checked])));
  const restore = () => {
    const then = JSON.parse(sessionStorage.getItem(kept) ?? "[]");
    if (then.length !== fields.length) return; // another release had other fields
    for (const [place, [value, checked]] of then.entries()) {
      const ticked = ["radio", "checkbox"].includes(fields[place].type);
      if (ticked) fields[place].checked = checked;
      else fields[place].value = value;
    }
  };

  window.addEventListener("pagehide", keep);
  if (performance.getEntriesByType("navigation")[0]?.type !== "navigate") restore();
  form.addEventListener("input", follow);
  follow();
})();
