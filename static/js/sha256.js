// Computes SHA-256 of bytes as hexadecimal digits (FIPS 180-4). Browsers offer theirs only on https, but tables may
// also be served over plain http.
(() => {
  "use strict";

  const fractions = (root, count) => {
    const words = [];
    for (let n = 2; words.length < count; n += 1) {
      let prime = true;
      for (let factor = 2; factor * factor <= n; factor += 1) if (n % factor === 0) prime = false;
      if (prime) words.push(Math.floor((n ** root % 1) * 2 ** 32) | 0);
    }
    return words;
  };
  const START = fractions(1 / 2, 8);
  const ROUND = fractions(1 / 3, 64);
  const turn = (word, by) => (word >>> by) | (word << (32 - by));

  const padded = (bytes) => {
    const view = new DataView(new ArrayBuffer(((bytes.length + 72) >> 6) << 6));
    bytes.forEach((byte, index) => view.setUint8(index, byte));
    view.setUint8(bytes.length, 0x80);
    view.setUint32(view.byteLength - 4, bytes.length * 8);
    return view;
  };

  const schedule = (view, offset) => {
    const w = [];
    for (let i = 0; i < 16; i += 1) w[i] = view.getInt32(offset + i * 4);
    for (let i = 16; i < 64; i += 1) {
      const low = turn(w[i - 15], 7) ^ turn(w[i - 15], 18) ^ (w[i - 15] >>> 3);
      const high = turn(w[i - 2], 17) ^ turn(w[i - 2], 19) ^ (w[i - 2] >>> 10);
      w[i] = (w[i - 16] + low + w[i - 7] + high) | 0;
    }
    return w;
  };

  const mixed = (state, w) => {
    let [a, b, c, d, e, f, g, h] = state;
    for (let i = 0; i < 64; i += 1) {
      const one = h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + ROUND[i] + w[i];
      const two = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
      [a, b, c, d, e, f, g, h] = [(one + two) | 0, a, b, c, (d + one) | 0, e, f, g];
    }
    return [a, b, c, d, e, f, g, h].map((word, i) => (word + state[i]) | 0);
  };

  window.sha256 = (bytes) => {
    const view = padded(bytes);
    let state = START;
    for (let offset = 0; offset < view.byteLength; offset += 64) state = mixed(state, schedule(view, offset));
    return state.map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
  };
})();
