// Improves every page; all pages also work without this script.
(() => {
  "use strict";

  const ONE_ANSWER_MS = 3000;

  // A cookie tells the server the browser's time zone, in which it shows times unless the preferences name another.
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const kept = document.currentScript.dataset.zoneCookie;
  const secure = location.protocol === "https:" ? "; secure" : "";
  const knewZone = document.cookie.includes(`${kept}=`);
  if (zone && kept) document.cookie = `${kept}=${encodeURIComponent(zone)}; path=/; max-age=31536000; samesite=lax${secure}`;

  // The very first page was drawn before the server knew the zone, so start times are corrected here.
  for (const time of knewZone ? [] : document.querySelectorAll("time[data-local]")) {
    const shown = { weekday: "short", month: "short", day: "numeric", hour: "numeric", minute: "2-digit" };
    time.textContent = new Date(time.dateTime).toLocaleString(document.documentElement.lang, shown);
  }

  // A page restored by "Back" has lost its socket and may be outdated.
  window.addEventListener("pageshow", (event) => event.persisted && window.location.reload());

  // The server has restored a backup, so this page shows what never happened.
  const RESTORED = 4205;
  document.addEventListener("htmx:ws:close", (event) => event.detail.code === RESTORED && window.location.reload());

  // A double click must not send a form twice: the browser would drop the first answer and ask again.
  document.addEventListener("submit", (event) => {
    const once = event.target.method === "post" || "once" in event.target.dataset;
    if (event.defaultPrevented || !once) return;
    if (event.target.dataset.sent) return event.preventDefault();
    event.target.dataset.sent = "yes";
    window.setTimeout(() => delete event.target.dataset.sent, ONE_ANSWER_MS);
  });

  // The skip link leaves no "#main" in the address: it would still be there after a form, and the next page would move
  // the focus once it has loaded, away from a user who was quicker.
  document.querySelector(".skip")?.addEventListener("click", (event) => {
    const target = document.querySelector(event.currentTarget.hash);
    if (!target) return;
    event.preventDefault();
    target.focus();
  });

  // A button shows the password while it is typed.
  for (const button of document.querySelectorAll("[data-reveals]")) {
    const input = document.getElementById(button.dataset.reveals);
    button.hidden = false;
    button.addEventListener("click", () => {
      const shown = input.type === "text";
      input.type = shown ? "password" : "text";
      button.setAttribute("aria-pressed", String(!shown));
    });
  }

  // A menu closes when the keyboard focus leaves it, so that it covers nothing.
  for (const menu of document.querySelectorAll("[popover]")) {
    menu.addEventListener("focusout", (event) => {
      if (event.relatedTarget && !menu.contains(event.relatedTarget)) menu.hidePopover();
    });
  }

  // A refused form puts the focus on its first wrong field.
  document.querySelector("[aria-invalid]")?.focus();

  // Buttons copy or share links, keys and programs. Clipboard and sharing need https or localhost; without the
  // clipboard the text is copied from a field in which it is selected.
  const wanted = (button, name) => {
    const source = document.getElementById(button.dataset[name]);
    return source.value ?? source.innerText;
  };
  const copied = async (button) => {
    const text = wanted(button, "copies");
    if (window.isSecureContext && navigator.clipboard) await navigator.clipboard.writeText(text);
    else {
      const field = document.createElement("textarea");
      field.className = "sr";
      field.value = text;
      button.after(field);
      field.select();
      document.execCommand("copy");
      button.focus();
      field.remove();
    }
    button.textContent = button.dataset.done;
  };
  for (const button of document.querySelectorAll("[data-copies]")) button.hidden = false;
  if (navigator.share) document.documentElement.dataset.shares = "yes";
  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("[data-copies], [data-shares]");
    if (button?.dataset.copies) copied(button);
    else if (button?.dataset.shares) {
      navigator.share({ title: button.dataset.title, url: wanted(button, "shares") }).catch(() => {}); // cancelled
    }
  });
  document.addEventListener("focusin", (event) => event.target.matches?.("input[readonly]") && event.target.select());
})();
