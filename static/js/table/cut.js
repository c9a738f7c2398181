// Helps to cut the deck. This browser promises a number by its hash before the deal and reveals it after the deck is
// sealed, so that nobody, the server included, can choose the cut. What was used is kept for the proof.
(() => {
  "use strict";

  const KEPT = 50;
  const key = `cut:${window.location.pathname}`;
  let told = "";
  let revealed = "";
  let noted = "";

  const drawn = () => {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    const number = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    return { number, commitment: sha256(new TextEncoder().encode(number)) };
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

  // The number is for the first deck sealed in this hand, and is never revealed for another.
  const reveal = ({ hand, root }) => {
    const { root: sealed, number, commitment } = used(hand, root);
    const entry = { root: sealed, early: true, commitment, number };
    seen.keep(entry);
    if (sealed !== root || revealed === hand) return;
    const next = state.next.commitment; // the promise for the next deck goes along
    if (!room.send({ verb: "reveal", hand: Number(hand), number, commitment: next })) return;
    revealed = hand;
    told = next;
    seen.keep({ ...entry, told: true });
  };

  // Watchers keep the seal too; one who comes late has not seen it before the cut.
  const witness = ({ root, cutting }) => {
    if (noted === root || !root) return;
    noted = root;
    seen.keep({ root, early: cutting !== undefined });
  };

  const follow = (now) => {
    if (now.cutting !== undefined && now.dealt !== undefined) return reveal(now);
    witness(now);
    if (now.seated !== undefined) commit(); // not during a cut, for which the earlier promise counts
  };

  room.onUpdate(follow);
  room.onConnection(() => {
    told = "";
    revealed = "";
    follow(room.data());
  });
})();
