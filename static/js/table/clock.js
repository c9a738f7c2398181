// Draws the ring round the plate of the player to act, and the seconds in words. The server sends the time left, since
// clocks differ.
(() => {
  "use strict";

  let read = "";
  let at = 0;
  let now = {};

  const left = (ms) => Math.max(0, Number(ms) - (performance.now() - at));
  const seconds = (ms) => Math.ceil(left(ms) / 1000);

  const words = () => {
    if (now.held) return room.word("held", seconds(now.held));
    if (!now.left) return "";
    if (now.phase === "over") return room.word("next", seconds(now.left));
    if (now.phase === "starting") return room.word("start", seconds(now.left));
    if (now.bank !== undefined) return room.word("inBank", seconds(now.left));
    const own = room.word("seconds", seconds(now.left));
    const bank = Math.round(now.bankLeft / 1000);
    return now.mine !== undefined && bank ? `${own} ${room.word("bank", bank)}` : own;
  };

  room.msLeft = () => (now.left ? left(now.left) : 0);
  /** Returns the time left without the time bank behind it. */
  room.timeLeft = () => room.word(now.bank === undefined ? "seconds" : "inBank", Math.ceil(room.msLeft() / 1000));

  const tick = () => {
    const percent = now.left ? Math.min(100, (100 * left(now.left)) / Number(now.total)) : 100;
    document.querySelector(".clock .left")?.setAttribute("stroke-dasharray", `${percent.toFixed(1)} 100`);
    for (const text of document.querySelectorAll(".time")) {
      if (text.textContent !== words()) text.textContent = words();
    }
  };

  room.onUpdate((data) => {
    // A push without new figures must not restart the countdown.
    const figures = [data.version, data.moment, data.left, data.held].join();
    if (figures !== read) at = performance.now();
    read = figures;
    now = data;
    tick();
  });
  setInterval(tick, 200);
})();
