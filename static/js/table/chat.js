// Improves the chat: marks unread messages, empties the field once the message has arrived, and shows reactions beside
// the seats they come from.
(() => {
  "use strict";

  const CHEER_MS = 2_500;

  const panel = document.getElementById("panel");
  const tab = panel.querySelector("[name=tab][value=chat]");
  const input = document.getElementById("t-say-text");
  const note = document.getElementById("t-chat-note");

  const lines = () => [...document.getElementById("t-chat-lines").children];
  const number = (line) => Number(line.id.slice(2));
  const last = () => Math.max(0, ...lines().map(number));
  let newest = last();
  let pending = "";
  let talked = false;

  const open = () => panel.checkVisibility();
  const read = () => tab.checked && open() && !document.hidden;
  const dots = (on) => document.querySelectorAll(".unread").forEach((dot) => (dot.hidden = !on));
  const seen = () => read() && dots(false);

  const cheer = ({ dataset }) => {
    const seat = document.getElementById(`t-seat-${dataset.from}`);
    if (!seat || seat.matches(".me") || document.hidden) return; // it would cover the player's own cards
    const place = document.createElement("li");
    place.className = "seat ghost";
    place.dataset.seat = seat.dataset.seat;
    place.setAttribute("aria-hidden", "true");
    const sign = document.createElement("span");
    sign.className = "cheer";
    sign.textContent = dataset.reaction;
    place.append(sign);
    seat.parentElement.append(place);
    setTimeout(() => place.remove(), CHEER_MS);
  };

  const arrived = (fresh) => {
    const own = fresh.some((line) => line.dataset.own !== undefined && line.dataset.reaction === undefined);
    if (own && input && input.value === pending) input.value = pending = "";
    if (!read() && fresh.some((line) => line.dataset.own === undefined)) dots(true);
    fresh.filter((line) => line.dataset.from).forEach(cheer);
  };

  room.onUpdate(() => {
    const fresh = lines().filter((line) => number(line) > newest);
    newest = Math.max(newest, last());
    if (fresh.length) arrived(fresh);
    if (talked && note) note.textContent = document.getElementById("t-notice")?.textContent.trim() ?? "";
  });

  // This captures the event at the window, because wire.js may stop it at the document.
  window.addEventListener("submit", ({ target }) => {
    talked = Boolean(target.closest(".chat"));
    if (note) note.textContent = "";
    if (target.id === "t-say") pending = input.value;
  }, true);

  // Keeps keyboard focus near a button that was replaced after its use.
  let place = null;
  document.addEventListener("focusin", ({ target }) => {
    place = target.closest(".lines li") ?? target.closest(".lines, #t-chat-muted");
  });
  document.addEventListener("pointerdown", () => (place = null));
  room.onUpdate(() => {
    if (!place || document.activeElement !== document.body) return;
    const next = document.getElementById(place.id)?.querySelector("summary") ?? panel.querySelector(".lines");
    next.focus({ preventScroll: true });
  });

  tab.addEventListener("change", seen);
  document.addEventListener("visibilitychange", seen);
  panel.addEventListener("toggle", seen);
  // The tab is chosen before the panel opens.
  document.addEventListener("click", ({ target }) => {
    const opener = target.closest("[data-tab]");
    if (opener) panel.querySelector(`[name=tab][value=${opener.dataset.tab}]`).checked = true;
  });

  room.openChat = () => {
    tab.checked = true;
    if (!open()) panel.showPopover();
    seen();
    input?.focus();
  };
  input?.addEventListener("keydown", (event) => event.key === "Escape" && input.blur());
})();
