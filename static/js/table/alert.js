// Calls the player to their turn by the tab's title, a sound and vibration; also plays the sounds of the hand.
(() => {
  "use strict";

  const title = document.title;

  const turn = () => {
    room.sound("turn");
    window.calls?.call(`turn-${title}`, document.title);
    if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(200); // browsers complain without a gesture
  };

  const cue = (now, before) => {
    if (now.won !== undefined && before.won === undefined) return "win";
    if (now.hand !== before.hand || now.street !== before.street) return "deal";
    if (now.moment === before.moment) return "";
    if (now.bets !== before.bets) return "chips";
    return now.cards === before.cards ? "knock" : "fold";
  };

  // After an all-in the board is dealt street by street before the hand is won (see the motion in table.css).
  const untilTheEnd = () => {
    const streets = Number(document.getElementById("t-centre").dataset.runs ?? -1) + 1;
    return streets * 1000 * parseFloat(getComputedStyle(room.wire).getPropertyValue("--street"));
  };

  // A turn at another table calls here too, and so does a free seat for a player on the waiting list.
  const elsewhere = () => [...document.querySelectorAll("#t-elsewhere [data-turn]")];
  const waits = () => room.bar().querySelector("button[value=stop_waiting]") !== null;
  let called = [];
  let waited = false;
  let begun = false; // a hand began while the tab was hidden

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

  // The first hand after waiting for other players also calls.
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
