// Watches the connection and decides how a form is sent: by htmx over the socket, or posted if there is none, because
// the extension would keep it and send it much later.
(() => {
  "use strict";

  const SILENCE = 10_000;
  const BANNER_AFTER = 1_500;
  const OUR_CODES = 4400;
  const LEGIBLE = 4_000;
  const OLD = 10_000;

  const { wire } = room;
  let heard = performance.now();
  let lostSince = null;
  let over = false;
  let sent = "";

  const socket = () => wire._htmx?.ws?.connection?.socket;
  const open = () => socket()?.readyState === WebSocket.OPEN;
  const banner = (shown) => (document.querySelector("#t-lost > span").hidden = !shown);

  const alive = () => {
    heard = performance.now();
    lostSince = null;
    banner(false);
  };
  const lost = () => (lostSince ??= performance.now());

  const reconnect = () => {
    if (over) return;
    lost();
    heard = performance.now(); // the new socket gets as much time
    window.htmx?.process(wire, true);
  };

  const watch = () => {
    if (over) return;
    const now = performance.now();
    const silent = now - heard > SILENCE;
    if (silent) reconnect();
    if (lostSince !== null && (silent || now - lostSince > BANNER_AFTER)) banner(true);
  };

  // Closes menus, so that a viewer whose session has ended sees the reason.
  const uncover = () => {
    for (const menu of document.querySelectorAll(":popover-open")) menu.hidePopover();
    room.stopAsking();
  };

  wire.addEventListener("htmx:ws:after:connection", alive);
  wire.addEventListener("htmx:ws:before:message:incoming", alive);
  wire.addEventListener("htmx:ws:close", (event) => {
    if (event.target !== wire || event.detail.reason === "removed") return;
    over = event.detail.code >= OUR_CODES; // the server has sent the reason; do not reconnect
    if (over) uncover();
    else lost();
  });
  setInterval(watch, 500);

  // A phone that wakes up reconnects at once, not at the extension's next try.
  const awake = () => {
    if (!document.hidden && (!open() || performance.now() - heard > SILENCE * 0.6)) reconnect();
  };
  window.addEventListener("online", awake);
  window.addEventListener("offline", lost);
  window.addEventListener("pageshow", (event) => event.persisted && awake());
  document.addEventListener("visibilitychange", awake);

  room.onConnection = (listener) => wire.addEventListener("htmx:ws:after:connection", listener);
  room.send = (message) => open() && lostSince === null && (socket().send(JSON.stringify(message)), true);

  const notice = (text) => {
    const line = document.createElement("p");
    line.textContent = text;
    document.getElementById("t-notice")?.replaceChildren(...(text ? [line] : []));
  };

  // A refusal disappears after the hand has moved on, but not before it can be read.
  let noticed = { text: "" };
  const tidy = () => {
    if (over) return; // the reason for the end stays
    const { moment } = room.data();
    const text = document.getElementById("t-notice")?.textContent.trim() ?? "";
    if (text !== noticed.text) noticed = { text, moment, at: performance.now() };
    const age = performance.now() - noticed.at;
    if (text && age > (moment === noticed.moment ? OLD : LEGIBLE)) notice("");
  };
  setInterval(tidy, 500);

  const post = async (action, values) => {
    const headers = { "X-CSRFToken": wire.dataset.csrf, "HX-Request": "true" };
    try {
      const response = await fetch(action, { method: "POST", headers, body: new URLSearchParams(values) });
      if (response.redirected) window.location.assign(response.url);
      else await window.htmx.swap({ sourceElement: wire, target: wire, swap: "none", text: await response.text() });
    } catch {
      notice(room.word("unsent"));
    }
    settle();
  };

  // A form is about the moment that was shown when it was submitted.
  const asked = new WeakMap();
  const values = (form, submitter) => {
    const fields = { ...Object.fromEntries(new FormData(form)), moment: room.data().moment };
    asked.set(form, fields.moment);
    return submitter?.name ? { ...fields, [submitter.name]: submitter.value } : fields;
  };

  // A menu may stay open to show the result; a refusal closes it, as it is shown behind. "kept" keeps the values.
  let staying = null;
  const stay = (menu, form, kept) => {
    staying = menu;
    if (!kept) setTimeout(() => form.reset()); // after it has been sent
  };
  room.onUpdate(() => {
    const refused = document.getElementById("t-notice")?.textContent.trim();
    if (refused && staying?.matches(":popover-open")) staying.hidePopover();
  });

  const settle = () => {
    sent = "";
    room.bar().removeAttribute("aria-busy");
  };
  room.onUpdate(settle);

  const stop = (event) => {
    event.preventDefault();
    event.stopImmediatePropagation();
  };

  // Runs before htmx: asks for confirmation, drops a repeated click, and chooses socket or post.
  const submit = (event) => {
    const form = event.target;
    if (!form.hasAttribute("hx-ws:send")) return;
    const fields = values(form, event.submitter);
    if (room.asks(form, event.submitter)) return stop(event);
    const all = JSON.stringify(fields);
    if (sent === all) return stop(event);
    sent = all;
    setTimeout(settle, 2_000);
    notice("");
    const menu = event.submitter?.closest("[popover]:popover-open:not(#panel)");
    if (event.submitter?.dataset.stays === undefined) menu?.hidePopover();
    else stay(menu, form, event.submitter.dataset.stays === "kept");
    if (room.bar().contains(form)) room.bar().setAttribute("aria-busy", "true");
    if (open() && lostSince === null) return;
    stop(event);
    post(form.getAttribute("action"), fields);
  };
  document.addEventListener("submit", submit, true);

  // The socket may have closed between the click and the sending, so the form is posted then.
  wire.addEventListener("htmx:ws:before:message:outgoing", (event) => {
    const { message } = event.detail;
    message.values.moment = asked.get(event.target);
    if (open()) return;
    event.detail.cancelled = true;
    post(event.target.getAttribute("action"), message.values);
  });
})();
