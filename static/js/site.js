// What every page does beyond its forms: everything here is an extra, the page works without it.
(() => {
  "use strict";

  const ONE_ANSWER_MS = 3000;

  // The server shows times of day in the browser's zone unless the preferences say otherwise.
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const kept = document.currentScript.dataset.zoneCookie;
  const secure = location.protocol === "https:" ? "; secure" : "";
  const knewZone = document.cookie.includes(`${kept}=`);
  if (zone && kept) document.cookie = `${kept}=${encodeURIComponent(zone)}; path=/; max-age=31536000; samesite=lax${secure}`;

  // On the first page of all the server did not know the zone yet: times that people arrange to meet at say it right.
  for (const time of knewZone ? [] : document.querySelectorAll("time[data-local]")) {
    const shown = { weekday: "short", month: "short", day: "numeric", hour: "numeric", minute: "2-digit" };
    time.textContent = new Date(time.dateTime).toLocaleString(document.documentElement.lang, shown);
  }

  // A page brought back by "Back" has lost its socket, and may show what was true then.
  window.addEventListener("pageshow", (event) => event.persisted && window.location.reload());

  // The server has restored a backup: what this page shows never happened.
  const RESTORED = 4205;
  document.addEventListener("htmx:ws:close", (event) => event.detail.code === RESTORED && window.location.reload());

  // Of a double click the second is one too many: the browser would give up the first answer, and ask for all again.
  document.addEventListener("submit", (event) => {
    const once = event.target.method === "post" || "once" in event.target.dataset;
    if (event.defaultPrevented || !once) return;
    if (event.target.dataset.sent) return event.preventDefault();
    event.target.dataset.sent = "yes";
    window.setTimeout(() => delete event.target.dataset.sent, ONE_ANSWER_MS);
  });

  // No "#main" stays in the address: it would outlive the form, and the next page would take the focus away when it has
  // loaded, from whoever was quicker.
  document.querySelector(".skip")?.addEventListener("click", (event) => {
    const target = document.querySelector(event.currentTarget.hash);
    if (!target) return;
    event.preventDefault();
    target.focus();
  });

  // A password can be looked at while it is typed.
  for (const button of document.querySelectorAll("[data-reveals]")) {
    const input = document.getElementById(button.dataset.reveals);
    button.hidden = false;
    button.addEventListener("click", () => {
      const shown = input.type === "text";
      input.type = shown ? "password" : "text";
      button.setAttribute("aria-pressed", String(!shown));
    });
  }

  // A menu that the keyboard has left covers nothing any more.
  for (const menu of document.querySelectorAll("[popover]")) {
    menu.addEventListener("focusout", (event) => {
      if (event.relatedTarget && !menu.contains(event.relatedTarget)) menu.hidePopover();
    });
  }

  // After a refused form one goes on where it was wrong.
  document.querySelector("[aria-invalid]")?.focus();

  // Links, keys and programs to take along. Clipboards and sharing need https or this machine itself; where they are
  // missing, what is copied is selected first, as one would by hand.
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
      navigator.share({ title: button.dataset.title, url: wanted(button, "shares") }).catch(() => {}); // called off
    }
  });
  document.addEventListener("focusin", (event) => event.target.matches?.("input[readonly]") && event.target.select());
})();
