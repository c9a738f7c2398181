// Fills the fields that the host has not changed from rulebook and blinds, and keeps the summary sentence up to date.
(() => {
  "use strict";

  const NUMBERS = ["small_blind", "big_blind", "buy_in_least", "buy_in_most", "seconds_to_act", "stack", "hands_most", "reloads", "level_minutes"];
  const SEATS = "players_most";
  const form = document.getElementById("new-table");
  const field = (name) => form.elements[name];
  const number = (name) => {
    const text = field(name).value.normalize("NFKC").replace(/[\s,']/g, "");
    return /^\d{1,15}$/.test(text) ? Number(text) : null;
  };
  const shown = (value) => value.toLocaleString("en-US");
  const changed = new Set(); // fields that the host has changed
  const typed = (name) => (changed.has(name) ? number(name) : null);

  /** Returns the defaults for the fields, the same as the server's. */
  const usual = () => {
    const book = form.querySelector("[name=rulebook]:checked").dataset;
    const queue = form.elements.rulebook.value === "queue";
    const small = typed("small_blind"), big = queue ? null : typed("big_blind");
    const bigBlind = big ?? (small === null ? Number(book.big) : 2 * small || 1);
    const least = Math.min(book.least * bigBlind, typed("buy_in_most") || Infinity);
    return {
      small_blind: small ?? (big === null ? Number(book.small) : Math.floor(big / 2)),
      big_blind: bigBlind,
      buy_in_least: least,
      buy_in_most: Math.max(book.most * bigBlind, typed("buy_in_least") ?? least),
      seconds_to_act: Number(book.seconds),
      stack: Number(book.stack),
      hands_most: Number(book.hands),
      reloads: Number(book.reloads),
      level_minutes: 0,
    };
  };

  const usualSeats = () => form.querySelector("[name=rulebook]:checked").dataset.seats;

  const follow = () => {
    const values = usual();
    for (const name of NUMBERS) {
      field(name).placeholder = shown(values[name]);
      if (!changed.has(name)) field(name).value = shown(values[name]);
    }
    if (!changed.has(SEATS)) field(SEATS).value = usualSeats();
    tell();
  };

  const tell = () => {
    for (const part of form.querySelectorAll("[data-shows]")) {
      const { value, placeholder, selectedOptions } = field(part.dataset.shows);
      const card = form.querySelector("[name=rulebook]:checked ~ b").textContent;
      part.textContent = part.dataset.shows === "rulebook" ? card : (selectedOptions?.[0].text ?? (value || placeholder));
    }
  };

  // A field that does not begin with its default was changed before: in a form that was refused, or before "Back".
  const begin = () => {
    const values = usual();
    for (const name of NUMBERS) if (field(name).value && number(name) !== values[name]) changed.add(name);
    if (field(SEATS).value !== usualSeats()) changed.add(SEATS);
  };

  // Keeps what was typed while the host reads the rules: browsers forget fields without autocompletion.
  const kept = `new-table-of-${form.dataset.of}`;
  const fields = [...form.elements].filter(({ name, type }) => name && type !== "hidden" && name !== "password");
  const keep = () => sessionStorage.setItem(kept, JSON.stringify(fields.map((field) => [field.value, field.checked])));
  const restore = () => {
    const then = JSON.parse(sessionStorage.getItem(kept) ?? "[]");
    if (then.length !== fields.length) return; // kept by another release, whose form had other fields
    for (const [place, [value, checked]] of then.entries()) {
      const ticked = ["radio", "checkbox"].includes(fields[place].type);
      if (ticked) fields[place].checked = checked;
      else fields[place].value = value;
    }
  };

  window.addEventListener("pagehide", keep);
  if (performance.getEntriesByType("navigation")[0]?.type !== "navigate") restore();
  form.addEventListener("input", ({ target }) => {
    if (target.name === SEATS || NUMBERS.includes(target.name)) changed.add(target.name);
    follow();
  });
  form.addEventListener("change", ({ target }) => {
    if (target.value === "" && changed.delete(target.name)) follow(); // an emptied field gets its default again
  });
  begin();
  follow();
})();
