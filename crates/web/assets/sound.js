// The sounds of boards, made in the page: knocks of discs, seeds that fall, a territory that grows, the end of a game. Off until
// somebody wants them, by a button or the key S, and the browser keeps that.

const KEPT = 'joute-sound';

/** @type {AudioContext | null} */
let audio = null;

/** Whether sounds are wanted. */
const isOn = () => localStorage.getItem(KEPT) === 'on';

/** What plays sounds; browsers allow it once somebody has pressed something. */
function player() {
  audio ??= new AudioContext();
  if (audio.state === 'suspended') audio.resume();
  return audio;
}

/**
 * One tone that fades.
 * @param {number} after seconds from now
 * @param {number} pitch
 * @param {{ to?: number, length?: number, loud?: number, kind?: OscillatorType }} [how]
 */
function tone(after, pitch, { to = pitch, length = 0.08, loud = 0.12, kind = 'sine' } = {}) {
  const context = player();
  const start = context.currentTime + after;
  const [voice, volume] = [context.createOscillator(), context.createGain()];
  voice.type = kind;
  voice.frequency.setValueAtTime(pitch, start);
  voice.frequency.exponentialRampToValueAtTime(to, start + length);
  volume.gain.setValueAtTime(loud, start);
  volume.gain.exponentialRampToValueAtTime(0.0001, start + length);
  voice.connect(volume).connect(context.destination);
  voice.start(start);
  voice.stop(start + length);
}

/** What each style of board sounds like when so many of its parts have changed. @type {Record<string, (count: number) => void>} */
const SOUNDS = {
  felt(count) {
    tone(0, 190, { to: 90, length: 0.09, loud: 0.3, kind: 'triangle' });
    for (let turned = 1; turned < Math.min(count, 10); turned++) tone(0.05 + turned * 0.045, 420 + turned * 25, { to: 260, length: 0.035, loud: 0.06, kind: 'triangle' });
  },
  wood(count) {
    for (let fallen = 0; fallen < Math.min(count, 14); fallen++) tone(0.1 + fallen * 0.09, 520 + ((fallen * 137) % 180), { to: 210, length: 0.05, loud: 0.14, kind: 'triangle' });
  },
  mosaic(count) {
    tone(0, 240, { to: 240 + Math.min(count, 60) * 9, length: 0.12 + Math.min(count, 60) * 0.006, loud: 0.1 });
  },
};

/** @param {{ style: string, count: number, over: boolean }} shown */
function sound({ style, count, over }) {
  (SOUNDS[style] ?? SOUNDS.mosaic)(count);
  if (over) [523, 659, 784].forEach((pitch, note) => tone(0.3 + note * 0.12, pitch, { length: 0.5, loud: 0.1 }));
}

/** Shows on the buttons whether sounds are on. */
function tell() {
  for (const button of document.querySelectorAll('[data-sound]')) button.setAttribute('aria-pressed', String(isOn()));
}

function toggle() {
  localStorage.setItem(KEPT, isOn() ? 'off' : 'on');
  tell();
  if (isOn()) SOUNDS.felt(1);
}

document.addEventListener('joute-shown', (event) => { if (isOn()) sound(/** @type {CustomEvent} */ (event).detail); });
document.addEventListener('click', (event) => {
  if (event.target instanceof Element && event.target.closest('[data-sound]')) toggle();
});
document.addEventListener('keydown', (event) => {
  const isTyping = event.target instanceof Element && event.target.matches('input:not([type=range]), textarea, select');
  if (event.key.toLowerCase() === 's' && !isTyping && !event.ctrlKey && !event.metaKey && !event.altKey && !event.repeat) toggle();
});
tell();
