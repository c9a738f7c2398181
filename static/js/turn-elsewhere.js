// Shows, on a page opened from a table, a strip that says it is the player's turn there and leads back.
(() => {
  "use strict";

  const tables = new BroadcastChannel("turns");
  const { element } = strip;
  let turn = null;

  const show = () => {
    const seconds = turn && Math.max(0, Math.ceil((turn.until - performance.now()) / 1000));
    const word = seconds ? "turnIn" : "turn";
    strip.say(turn ? element.dataset[word].replace("%s", () => turn.name).replace("%s", seconds) : "");
  };

  tables.addEventListener("message", ({ data }) => {
    if (data.asks || (!data.mine && data.at !== turn?.at)) return;
    turn = data.mine ? { ...data, until: performance.now() + data.left } : null;
    if (turn) element.href = turn.at;
    show();
  });
  setInterval(show, 200);
  tables.postMessage({ asks: true });

  // The table is still open in another tab, so this one closes.
  element.addEventListener("click", (event) => {
    if (!window.opener || window.opener.closed || window.opener.location.pathname !== turn.at) return;
    event.preventDefault();
    window.close();
  });
})();
