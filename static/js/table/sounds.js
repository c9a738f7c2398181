// Makes the sounds from noise and sine waves. Browsers allow none before the first touch or key.
(() => {
  "use strict";

  const KEY = "sounds";
  const button = document.getElementById("t-sound");
  const preferred = room.wire.dataset.sounds;
  const [basis, chosen] = (localStorage.getItem(KEY) ?? "").split(":"); // holds until the preference changes
  let on = (basis === preferred ? chosen : preferred) === "on";
  let audio = null;

  const unlock = () => {
    if (!on) return;
    audio ??= new AudioContext();
    audio.resume();
  };
  // Browsers count a touch as a gesture when the finger is lifted, a mouse when it is pressed.
  for (const gesture of ["pointerdown", "pointerup", "click", "keydown"]) document.addEventListener(gesture, unlock);

  const faded = (start, length, volume) => {
    const gain = audio.createGain();
    gain.gain.setValueAtTime(0, start);
    gain.gain.linearRampToValueAtTime(volume, start + 0.005);
    gain.gain.exponentialRampToValueAtTime(0.0001, start + length);
    gain.connect(audio.destination);
    return gain;
  };

  const tone = (pitch, after, length, volume = 0.12) => {
    const start = audio.currentTime + after;
    const wave = audio.createOscillator();
    wave.frequency.value = pitch;
    wave.connect(faded(start, length, volume));
    wave.start(start);
    wave.stop(start + length);
  };

  const rustle = (pitch, after, length, volume = 0.2) => {
    const start = audio.currentTime + after;
    const samples = audio.createBuffer(1, Math.ceil(audio.sampleRate * length), audio.sampleRate);
    const noise = samples.getChannelData(0);
    for (let i = 0; i < noise.length; i += 1) noise[i] = Math.random() * 2 - 1;
    const source = audio.createBufferSource();
    const filter = audio.createBiquadFilter();
    Object.assign(filter, { type: "bandpass" }).frequency.value = pitch;
    source.buffer = samples;
    source.connect(filter).connect(faded(start, length, volume));
    source.start(start);
  };

  const SOUNDS = {
    deal: () => [0, 0.09].forEach((after) => rustle(2600, after, 0.08)),
    chips: () => [0, 0.05, 0.11].forEach((after, i) => tone(3100 + 350 * i, after, 0.05, 0.05)),
    knock: () => [0, 0.13].forEach((after) => tone(170, after, 0.07, 0.35)),
    fold: () => rustle(1300, 0, 0.13, 0.12),
    turn: () => [660, 880].forEach((pitch, i) => tone(pitch, i * 0.14, 0.3)),
    win: () => [523, 659, 784, 1047].forEach((pitch, i) => tone(pitch, i * 0.1, 0.35, 0.09)),
  };

  room.sound = (name) => on && audio?.state === "running" && SOUNDS[name]();

  button.setAttribute("aria-pressed", String(on));
  button.addEventListener("click", () => {
    on = !on;
    localStorage.setItem(KEY, `${preferred}:${on ? "on" : "off"}`);
    button.setAttribute("aria-pressed", String(on));
    unlock();
  });
})();
