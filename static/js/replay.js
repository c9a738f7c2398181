// Replays a hand step by step: with keys, by touch, or automatically. All steps are fetched at once, so that no step
// waits for the server; until they have arrived, and without JavaScript, every step is a link.
(() => {
  "use strict";

  const root = document.getElementById("replay");
  const count = Number(root.dataset.count);
  const playButton = document.getElementById("r-play");
  const speed = document.getElementById("r-speed");
  const SWIPE = 40;
  let steps = null;
  let at = Number(root.dataset.step);
  let timer = null;

  // Adds up the changes of each step to the whole felt.
  const whole = (changes) => {
    let felt = {};
    return changes.map((step) => ({ ...step, felt: (felt = { ...felt, ...step.parts }) }));
  };

  const draw = (before, after) => {
    const names = Object.keys(after.felt).filter((name) => after.felt[name] !== before.felt[name]);
    const text = names.map((name) => after.felt[name]).join("");
    if (text) htmx.swap({ text, sourceElement: root, target: root, swap: "none" });
  };

  const addressOf = (step) => {
    const address = new URL(window.location.href);
    address.searchParams.set("step", step);
    return address.href;
  };

  const markStreet = () => {
    for (const element of document.querySelectorAll("#r-chances [data-street]")) {
      element.toggleAttribute("data-now", element.dataset.street === root.dataset.street);
    }
  };

  const mark = () => {
    markStreet(); // first, because the bars of chances change the height of the log
    for (const link of document.querySelectorAll(".line a, .log a[data-step]")) {
      const here = Number(link.dataset.step) === at;
      if (link.closest(".log")) link.closest("li").classList.toggle("here", here);
      else if (here) link.setAttribute("aria-current", "step");
      else link.removeAttribute("aria-current");
      if (here) link.scrollIntoView({ block: "nearest", inline: "nearest" });
    }
    for (const link of document.querySelectorAll("[data-go]")) {
      const to = target(link.dataset.go);
      link.href = addressOf(to);
      if (to === at) link.setAttribute("aria-disabled", "true");
      else link.removeAttribute("aria-disabled");
    }
    document.querySelector(".view [name=step]").value = at;
  };

  const target = (where) =>
    ({ first: 1, back: Math.max(at - 1, 1), next: Math.min(at + 1, count), last: count })[where];

  const go = (to) => {
    if (!steps || to === at) return;
    const before = steps[at - 1];
    const after = steps[to - 1];
    at = to;
    draw(before, after);
    root.dataset.step = at;
    root.dataset.street = after.street;
    document.getElementById("r-told").innerHTML = after.told;
    document.getElementById("r-counter").textContent = root.dataset.counter.replace("%s", at).replace("%s", count);
    history.replaceState(null, "", addressOf(at));
    mark();
    if (at === count) stop();
  };

  const showPlaying = () => {
    playButton.setAttribute("aria-label", timer ? root.dataset.pause : root.dataset.play);
    playButton.querySelector("use").setAttribute("href", timer ? "#i-pause" : "#i-play");
  };

  const stop = () => {
    clearInterval(timer);
    timer = null;
    showPlaying();
  };

  const start = () => {
    if (at === count) go(1);
    timer = setInterval(() => go(target("next")), Number(speed.value));
    showPlaying();
  };

  const toggle = () => (timer ? stop() : start());

  const byHand = (to) => {
    stop();
    go(to);
  };

  const KEYS = { ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last" };
  const uses = (element, ...names) => names.some((name) => element.closest?.(name));

  const listen = () => {
    document.addEventListener("click", (event) => {
      const link = event.target.closest("a[data-step], a[data-go]");
      if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
      event.preventDefault();
      byHand(link.dataset.go ? target(link.dataset.go) : Number(link.dataset.step));
    });
    document.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
      if (uses(event.target, "input", "select", "textarea", "[popover]:popover-open")) return;
      if (event.key === " " && !event.repeat && !uses(event.target, "button", "summary")) toggle();
      else if (KEYS[event.key]) byHand(target(KEYS[event.key]));
      else return;
      event.preventDefault();
    });
    playButton.addEventListener("click", toggle);
    speed.addEventListener("change", () => timer && (stop(), start()));
    swipes(document.querySelector(".stage"));
    document.getElementById("panel").addEventListener("toggle", mark); // a hidden panel could not be scrolled
  };

  // A swipe to the left goes to the next step, like turning a page.
  const swipes = (stage) => {
    let from = null;
    stage.addEventListener("touchstart", (event) => (from = event.touches.length === 1 ? event.touches[0] : null));
    stage.addEventListener("touchend", (event) => {
      if (!from) return;
      const { clientX, clientY } = event.changedTouches[0];
      const [x, y] = [clientX - from.clientX, clientY - from.clientY];
      if (Math.abs(x) > SWIPE && Math.abs(x) > 2 * Math.abs(y)) byHand(target(x < 0 ? "next" : "back"));
    });
  };

  const fetchSteps = async () => {
    const answer = await fetch(root.dataset.steps, { headers: { Accept: "application/json" } });
    if (!answer.ok) return;
    steps = whole((await answer.json()).steps);
    listen();
    playButton.hidden = false;
    speed.parentElement.hidden = false;
    root.dataset.ready = "";
  };

  const fetchChances = async () => {
    const place = document.getElementById("r-chances");
    if (!place.dataset.asks) return;
    const answer = await fetch(place.dataset.asks);
    const text = answer.ok ? (await answer.text()).trim() : "";
    place.innerHTML = text;
    place.hidden = !text;
    mark();
  };

  document.getElementById("r-seat").addEventListener("change", (event) => event.target.form.requestSubmit());
  mark();
  if (window.location.hash === "#share") document.getElementById("share")?.showPopover();
  fetchSteps().catch(() => {}); // the links still work
  fetchChances().catch(() => {});
})();
