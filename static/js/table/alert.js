// Your turn, in the tab's title, in a sound and in the hand that holds the phone; and the sounds of what happened.
(() => {
  "use strict";

  const title = document.title;

  const turn = () => {
    room.sound("turn");
    window.calls?.call(`turn-${title}`, document.title);
    if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(200); // a browser complains otherwise
  };

  const cue = (now, before) => {
    if (now.won !== undefined && before.won === undefined) return "win";
    if (now.hand !== before.hand || now.street !== before.street) return "deal";
    if (now.moment === before.moment) return "";
    if (now.bets !== before.bets) return "chips";
    return now.cards === before.cards ? "knock" : "fold";
  };

  // After an all-in the board comes street by street, and only then it is won (see the motion in table.css).
  const untilTheEnd = () => {
    const streets = Number(document.getElementById("t-centre").dataset.runs ?? -1) + 1;
    return streets * 1000 * parseFloat(getComputedStyle(room.wire).getPropertyValue("--street"));
  };

  // One's other tables call from here too, and so does a seat for whoever waits for one.
  const elsewhere = () => [...document.querySelectorAll("#t-elsewhere [data-turn]")];
  const waits = () => room.bar().querySelector("button[value=stop_waiting]") !== null;
  let called = [];
  let waited = false;
  let begun = false; // while nobody looked

  const headline = (now) => {
    if (now.mine !== undefined) return `● ${room.word("yourTurn")}: ${title}`;
    if (now.held !== undefined && waited) return `● ${document.getElementById("t-bar-title").textContent}: ${title}`;
    const [other] = elsewhere();
    if (other) return `● ${room.word("yourTurn")}: ${other.firstElementChild.textContent}`;
    return begun ? `● ${room.word("starts", title)}` : title;
  };

  const isCall = (now, before) => {
    if (now.mine !== undefined && (before.mine === undefined || before.moment !== now.moment)) return true;
    if (now.held !== undefined && before.held === undefined && waited) return true;
    return elsewhere().some(({ id }) => !called.includes(id));
  };

  // The first hand for whoever has waited for others to come.
  const ASLEEP = ["asleep", "deserted", "paused"];
  let slept = false;

  const starts = (now) => {
    const started = slept && now.phase === "running" && now.seated !== undefined;
    slept = ASLEEP.includes(now.phase) || (slept && now.phase !== "running");
    return started;
  };

  room.onUpdate((now, before) => {
    const heard = cue(now, before);
    if (heard) setTimeout(room.sound, heard === "win" ? untilTheEnd() : 0, heard);
    const started = starts(now);
    begun = (begun || started) && document.hidden;
    document.title = headline(now);
    if (started) window.calls?.call(`starts-${title}`, room.word("starts", title));
    if (isCall(now, before)) turn();
    called = elsewhere().map(({ id }) => id);
    waited = waits() || (waited && now.held !== undefined);
  });

  document.addEventListener("visibilitychange", () => {
    begun = begun && document.hidden;
    document.title = headline(room.data());
  });
})();
