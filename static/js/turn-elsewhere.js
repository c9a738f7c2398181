// On a page that was opened from a table: when it is one's turn there, a strip says so and leads back.
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

  // The table is open already, one tab further.
  element.addEventListener("click", (event) => {
    if (!window.opener || window.opener.closed || window.opener.location.pathname !== turn.at) return;
    event.preventDefault();
    window.close();
  });
})();
