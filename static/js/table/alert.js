// Your turn, in the tab's title, in a sound and in the hand that holds the phone; and the sounds of what happened.
(() => {
  "use strict";

  const title = document.title;

  const turn = () => {
    room.sound("turn");
    if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(200); // a browser complains otherwise
  };

  const cue = (now, before) => {
    if (now.won !== undefined && before.won === undefined) return "win";
    if (now.hand !== before.hand || now.street !== before.street) return "deal";
    if (now.moment === before.moment) return "";
    if (now.bets !== before.bets) return "chips";
    return now.cards === before.cards ? "knock" : "fold";
  };

  room.onUpdate((now, before) => {
    const mine = now.mine !== undefined;
    document.title = mine ? `● ${room.word("yourTurn")}: ${title}` : title;
    const heard = cue(now, before);
    if (heard) room.sound(heard);
    if (mine && (before.mine === undefined || before.moment !== now.moment)) turn();
  });
})();
