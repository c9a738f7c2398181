// Calls while nobody looks: the title of the tab, a sound, and the system's notifications where there are any and
// somebody has switched them on. Permission is asked for by that click and at no other time.
window.calls = (() => {
  "use strict";

  const KEY = "notify";
  const { worker, sounds } = document.currentScript.dataset;
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
    const denied = possible && isBlocked();
    for (const hint of document.querySelectorAll("[data-notify-denied]")) hint.hidden = !denied;
  };

  const isBlocked = () => Notification.permission === "denied";

  const turnSwitch = async () => {
    const wanted = !on();
    if (wanted && Notification.permission === "default") await Notification.requestPermission();
    localStorage.setItem(KEY, wanted ? "on" : "off");
    show();
    if (wanted && isBlocked()) document.querySelector("[data-notify-blocked]")?.showPopover(); // says how to allow them
  };

  const options = (name) => ({
    tag: name,
    renotify: true, // a turn after one that nobody saw is heard as well
    icon: document.querySelector("link[rel=icon]").href,
    data: window.location.href,
  });

  const active = (registration) =>
    registration.active ??
    new Promise((done) => {
      const coming = registration.installing ?? registration.waiting;
      coming.addEventListener("statechange", () => coming.state === "activated" && done());
    });

  const showByWorker = async (name, text) => {
    const registration = await navigator.serviceWorker.register(worker);
    await active(registration);
    if (!document.hidden) return;
    await registration.showNotification(text, options(name));
    const shown = () => registration.getNotifications({ tag: name });
    open.set(name, { close: async () => (await shown()).forEach((each) => each.close()) });
  };

  const showByPage = (name, text) => {
    const shown = new Notification(text, options(name));
    open.set(name, shown);
    shown.addEventListener("click", () => {
      window.focus();
      shown.close();
    });
  };

  // Phones leave it to workers. Where there is none either, there is nothing to switch.
  const notify = async (name, text) => {
    try {
      showByPage(name, text);
    } catch {
      await showByWorker(name, text).catch(() => {
        possible = false;
        show();
      });
    }
  };

  // As on a table, whose button for sounds counts here too.
  const audible = () => {
    const [basis, chosen] = (localStorage.getItem("sounds") ?? "").split(":");
    return (basis === sounds ? chosen : sounds) === "on";
  };

  // Browsers let sound begin within a gesture, Safari never later: what the first one wakes sleeps until it is needed.
  let audio = null;
  let woken = false;
  const wake = async () => {
    if (woken || !audible()) return;
    audio ??= new AudioContext();
    await audio.resume();
    if (woken) return; // by the end of the gesture that began here
    woken = true;
    await audio.suspend();
  };
  for (const gesture of ["pointerdown", "pointerup", "click", "keydown"]) document.addEventListener(gesture, wake);

  let asleep = 0;
  const chime = async () => {
    if (!woken || !audible()) return;
    clearTimeout(asleep);
    await audio.resume();
    [880, 660].forEach((pitch, i) => {
      const [wave, gain, start] = [audio.createOscillator(), audio.createGain(), audio.currentTime + i * 0.16];
      wave.frequency.value = pitch;
      gain.gain.setValueAtTime(0.12, start);
      gain.gain.exponentialRampToValueAtTime(0.0001, start + 0.3);
      wave.connect(gain).connect(audio.destination);
      wave.start(start);
      wave.stop(start + 0.3);
    });
    asleep = setTimeout(() => audio.suspend(), 1_000);
  };

  // The text may be a title, with its mark and the name of the place.
  const call = (name, text) => {
    if (document.hidden && on()) notify(name, text.replace(/^● | · Evenhand$/g, ""));
  };

  // Before others hear of it: a table has more to say in its title.
  const seen = () => {
    if (document.hidden) return;
    for (const shown of open.values()) shown.close();
    open.clear();
    if (known) document.title = title;
  };
  document.addEventListener("visibilitychange", seen, { capture: true });

  // Invitations come to a part of every page.
  const letters = () => [...(document.getElementById("notes")?.querySelectorAll("[data-notify]") ?? [])];
  let known = document.getElementById("notes") && letters().map(({ id }) => id);
  document.addEventListener("htmx:after:swap", () => {
    if (!known) return;
    const fresh = letters().filter((letter) => !known.includes(letter.id));
    if (fresh.length) chime();
    for (const { id, dataset } of fresh) {
      if (document.hidden) document.title = `● ${dataset.notify}`;
      call(id, dataset.notify);
    }
    known = letters().map(({ id }) => id);
  });

  for (const button of document.querySelectorAll("[data-notify-switch]")) button.addEventListener("click", turnSwitch);
  window.addEventListener("storage", show);
  // Allowed or forbidden in the browser's own settings meanwhile.
  const watched = possible && navigator.permissions?.query({ name: "notifications" });
  watched?.then?.((status) => status.addEventListener("change", show), () => {});
  show();

  return { call };
})();
