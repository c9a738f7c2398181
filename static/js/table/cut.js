// The players cut the deck. This browser promises a number by its hash before the deal and tells it after the deck is
// sealed, so nobody, the server included, can choose where the deck is cut. What was used is kept for the proof.
(() => {
  "use strict";

  const KEPT = 50;
  const key = `cut:${window.location.pathname}`;
  let told = "";
  let revealed = "";

  const drawn = () => {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    const number = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    return { number, commitment: room.sha256(number) };
  };

  const load = () => JSON.parse(sessionStorage.getItem(key)) ?? { next: drawn(), hands: [] };
  const state = load();
  const save = () => sessionStorage.setItem(key, JSON.stringify(state));
  save();

  const commit = () => {
    if (told === state.next.commitment) return;
    if (room.send({ verb: "commit", commitment: state.next.commitment })) told = state.next.commitment;
  };

  const used = (hand, root) => {
    let known = state.hands.find((one) => one.hand === hand);
    if (!known) {
      known = { hand, root, ...state.next };
      state.hands = [...state.hands, known].slice(-KEPT);
      state.next = drawn();
      save();
    }
    return known;
  };

  const reveal = ({ hand, root }) => {
    const { number } = used(hand, root);
    if (revealed !== hand && room.send({ verb: "reveal", hand: Number(hand), number })) revealed = hand;
  };

  const follow = (now) => {
    if (now.seated === undefined) return;
    if (now.cutting !== undefined && now.hand) reveal(now);
    else commit(); // not while the deck is cut: the number promised for this hand still counts
  };

  room.onUpdate(follow);
  room.onConnection(() => {
    told = "";
    revealed = "";
    follow(room.data());
  });
})();
