// Sounds made here, from noise and a few sine waves: wood, bone, a low bell. Off unless somebody switched them on.

let audio = null;

const SOUNDS = {
  roll: (t) => [0, 0.05, 0.09, 0.16, 0.2, 0.29, 0.37].forEach((at, i) => knock(t + at + Math.random() * 0.02, 1900 - i * 120, 0.16)),
  take: (t) => knock(t, 1300, 0.12),
  bank: (t) => [392, 523.25].forEach((pitch, i) => note(t + i * 0.11, pitch, 0.5, 0.1)),
  lost: (t) => [220, 185, 155.6].forEach((pitch, i) => note(t + i * 0.13, pitch, 0.45, 0.11)),
  hot: (t) => [523.25, 659.25, 783.99].forEach((pitch, i) => note(t + i * 0.08, pitch, 0.4, 0.08)),
  win: (t) => [392, 493.88, 587.33, 783.99].forEach((pitch, i) => note(t + i * 0.14, pitch, 1.1, 0.1)),
  card: (t) => knock(t, 3200, 0.08),
  bead: (t) => [0, 0.07].forEach((at, i) => knock(t + at, 4200 + 700 * i, 0.09)),
};

export const NAMES = Object.keys(SOUNDS);

/** Play a sound by name. */
export function play(name) {
  audio ??= new AudioContext();
  if (audio.state === "suspended") audio.resume();
  SOUNDS[name]?.(audio.currentTime + 0.01);
}

function note(at, pitch, length, loud) {
  for (const [times, share] of [[1, 1], [2.76, 0.28], [5.4, 0.1]]) {
    const wave = new OscillatorNode(audio, { frequency: pitch * times });
    fade(wave, at, length / times ** 0.5, loud * share);
    wave.start(at);
    wave.stop(at + length + 0.1);
  }
}

function knock(at, pitch, loud) {
  const length = Math.floor(audio.sampleRate * 0.06);
  const buffer = audio.createBuffer(1, length, audio.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < length; i++) data[i] = (Math.random() * 2 - 1) * (1 - i / length) ** 3;
  const noise = new AudioBufferSourceNode(audio, { buffer });
  const filter = new BiquadFilterNode(audio, { type: "bandpass", frequency: pitch, Q: 2.2 });
  noise.connect(filter);
  fade(filter, at, 0.07, loud * 5);
  noise.start(at);
}

function fade(source, at, length, loud) {
  const gain = new GainNode(audio, { gain: 0 });
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(loud, at + 0.006);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  source.connect(gain).connect(audio.destination);
}
