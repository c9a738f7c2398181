// Calls the user to a tab in the background: by its title, a sound, and system notifications if they are switched on.
// Permission is requested only by the click on that switch.
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
    renotify: true, // alert again, though an earlier notification was not seen
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

  // Phones allow only workers to notify. Where there is no worker either, the switch is hidden.
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

  // The sound button of the table counts here too.
  const audible = () => {
    const [basis, chosen] = (localStorage.getItem("sounds") ?? "").split(":");
    return (basis === sounds ? chosen : sounds) === "on";
  };

  // Sound may only begin within a gesture (Safari is strict): the first one starts the audio and suspends it.
  let audio = null;
  let woken = false;
  const wake = async () => {
    if (woken || !audible()) return;
    audio ??= new AudioContext();
    await audio.resume();
    if (woken) return; // a later event of the same gesture was faster
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

  // The text may be a tab's title, so its mark and the name of the site are removed.
  const call = (name, text) => {
    if (document.hidden && on()) notify(name, text.replace(/^● | · Evenhand$/g, ""));
  };

  // This runs first (capture), because the table's script sets a title of its own afterwards.
  const seen = () => {
    if (document.hidden) return;
    for (const shown of open.values()) shown.close();
    open.clear();
    if (known) document.title = title;
  };
  document.addEventListener("visibilitychange", seen, { capture: true });

  // Requests and invitations are pushed into "notes" on every page.
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
  // The permission may be changed in the browser's own settings meanwhile.
  const watched = possible && navigator.permissions?.query({ name: "notifications" });
  watched?.then?.((status) => status.addEventListener("change", show), () => {});
  show();

  return { call };
})();
