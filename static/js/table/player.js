// Opens a player's card over the table when their name on the felt or in the list is clicked.
(() => {
  "use strict";

  const card = document.getElementById("t-player");
  const body = document.getElementById("t-player-body");
  const headers = { "HX-Request": "true" };

  const show = async (address, options = {}) => {
    const response = await fetch(address, { headers, ...options });
    if (response.redirected || !(response.ok || [422, 429].includes(response.status))) return window.location.assign(address);
    body.innerHTML = await response.text();
    if (!card.matches(":popover-open")) card.showPopover();
    document.getElementById("t-player-name")?.focus();
  };

  document.addEventListener("click", (event) => {
    const link = event.target.closest('a[href^="players/"]');
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    show(link.href).catch(() => window.location.assign(link.href));
  });

  body.addEventListener("submit", (event) => {
    event.preventDefault();
    const form = event.target;
    show(form.action, { method: "POST", body: new FormData(form, event.submitter) }).catch(() => form.submit());
  });

  // The table's keys do nothing while a note is being written.
  body.addEventListener("keydown", (event) => event.key !== "Escape" && event.stopPropagation());
})();
