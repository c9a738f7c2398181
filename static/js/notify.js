// Calls while nobody looks: the title of the tab, and the system's notifications where there are any and somebody has
// switched them on. Permission is asked for by that click and at no other time.
window.calls = (() => {
  "use strict";

  const KEY = "notify";
  const title = document.title;
  const open = new Map();
  let possible = window.isSecureContext && "Notification" in window;

  const on = () => possible && Notification.permission === "granted" && localStorage.getItem(KEY) === "on";

  const show = () => {
    for (const row of document.querySelectorAll("[data-notify-row]")) row.hidden = !possible;
    for (const button of document.querySelectorAll("[data-notify-switch]")) {
      button.hidden = !possible;
      if (button.type === "checkbox") button.checked = on();
      else button.setAttribute("aria-pressed", String(on()));
    }
    const denied = possible && Notification.permission === "denied";
    for (const hint of document.querySelectorAll("[data-notify-denied]")) hint.hidden = !denied;
  };

  const turnSwitch = async () => {
    const wanted = !on();
    if (wanted && Notification.permission === "default") await Notification.requestPermission();
    localStorage.setItem(KEY, wanted ? "on" : "off");
    show();
  };

  // Some phones know the word and refuse the deed: then there is nothing to switch.
  const notify = (name, text) => {
    try {
      const shown = new Notification(text, { tag: name, icon: document.querySelector("link[rel=icon]").href });
      open.set(name, shown);
      shown.addEventListener("click", () => {
        window.focus();
        shown.close();
      });
    } catch {
      possible = false;
      show();
    }
  };

  // The text may be a title, with its mark and the name of the place.
  const call = (name, text) => {
    if (document.hidden && on()) notify(name, text.replace(/^● | · Evenhand$/g, ""));
  };

  document.addEventListener("visibilitychange", () => {
    if (document.hidden) return;
    for (const shown of open.values()) shown.close();
    open.clear();
    if (known) document.title = title;
  });

  // Invitations come to a part of every page that has no table on it.
  const letters = () => [...(document.getElementById("notes")?.querySelectorAll("[data-notify]") ?? [])];
  let known = document.getElementById("notes") && letters().map(({ id }) => id);
  document.addEventListener("htmx:after:swap", () => {
    if (!known) return;
    for (const { id, dataset } of letters().filter((letter) => !known.includes(letter.id))) {
      if (document.hidden) document.title = `● ${dataset.notify}`;
      call(id, dataset.notify);
    }
    known = letters().map(({ id }) => id);
  });

  for (const button of document.querySelectorAll("[data-notify-switch]")) button.addEventListener("click", turnSwitch);
  window.addEventListener("storage", show);
  show();

  return { call };
})();
