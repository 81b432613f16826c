// The replay of one stored game, and its review by the computer, which grows while one looks on.

import { Replay } from './replay-data.js';
import { languageOf, say } from './messages.js';
import { JouteReplay } from './replay.js';
import './sound.js';

/** @typedef {import('./replay-data.js').Review} Review */

/**
 * The button that asks for a review, and how far it has come.
 * @param {JouteReplay} element
 * @param {HTMLElement} place
 * @param {Promise<void>} loaded The replay is there: the button may be pressed before.
 */
function offer(element, place, loaded) {
  const [button, bar, text] = ['button', 'progress', '[role=status]'].map((name) => place.querySelector(name));
  if (!(button instanceof HTMLButtonElement) || !(bar instanceof HTMLProgressElement) || !text) return;
  const language = languageOf(place);
  let isPressed = false;

  const fail = (/** @type {string} */ why) => {
    text.textContent = why;
    button.hidden = false;
    bar.hidden = true;
  };
  const show = (/** @type {Review} */ review) => {
    if (review.values.length) element.review = review;
    // The button is gone: whoever pressed it by key goes on at what it brought.
    if (isPressed && review.values.length) {
      isPressed = false;
      const graph = element.querySelector('.jr-evaluation');
      if (graph instanceof SVGElement) graph.focus({ preventScroll: true });
    }
    const all = element.replay?.plies ?? 0;
    const done = Math.min(review.values.length, all);
    bar.value = done / Math.max(1, all);
    const count = review.notes.length;
    // Those who listen hear how it goes now and then, not at every move.
    if (review.complete) {
      text.textContent = say(language, 'review-done', { count });
      bar.hidden = true;
    } else if (done % 10 === 1) {
      text.textContent = say(language, 'review-progress', { done, all });
    }
  };
  const follow = () => {
    button.hidden = true;
    bar.hidden = false;
    const source = new EventSource(`${place.dataset.review}/events`);
    source.addEventListener('review', (event) => {
      const review = /** @type {Review} */ (JSON.parse(event.data));
      show(review);
      if (review.complete) source.close();
    });
    source.addEventListener('error', () => {
      source.close();
      fail(say(language, 'review-failed'));
    });
  };
  button.addEventListener('click', async () => {
    isPressed = true;
    const answer = await fetch(place.dataset.review ?? '', { method: 'POST' }).catch(() => null);
    await loaded;
    if (answer?.ok) follow();
    else fail(say(language, 'review-failed'));
  });
  if ('running' in place.dataset) loaded.then(follow);
}

/** How long the address waits for the last of many steps, in milliseconds: browsers dislike an address that changes too often. */
const PATIENCE = 150;

/** The ply that the address of the page names. */
const plyOfAddress = () => Number(location.hash.match(/^#(\d+)$/)?.[1] ?? 0);

/**
 * Keeps the ply on show in the address, and has "Analyse" open the position on show.
 * @param {JouteReplay} element
 */
function keepPlace(element) {
  const link = document.querySelector('a[data-analyse]');
  let timer = 0;
  const follow = () => {
    const replay = element.replay;
    if (!replay) return;
    clearTimeout(timer);
    timer = window.setTimeout(() => {
      const place = `${location.pathname}${location.search}${element.ply ? `#${element.ply}` : ''}`;
      if (place !== location.pathname + location.search + location.hash) history.replaceState(history.state, '', place);
    }, PATIENCE);
    if (!(link instanceof HTMLAnchorElement)) return;
    const played = replay.moves.slice(0, element.ply);
    // A turn that was lost is no move: the analysis goes as far as it can.
    const lost = played.indexOf('-');
    const address = new URL(link.href);
    address.searchParams.set('moves', (lost < 0 ? played : played.slice(0, lost)).join(' '));
    link.href = address.href;
  };
  element.addEventListener('joute-ply', follow);
  addEventListener('hashchange', () => { element.ply = plyOfAddress(); });
  element.ply = plyOfAddress();
  follow();
}

/**
 * @param {JouteReplay} element
 * @param {string} address
 */
async function load(element, address) {
  const response = await fetch(address).catch(() => null);
  if (!response?.ok) {
    const why = response ? (await response.json()).error : say(languageOf(element), 'table-not-loaded');
    const again = document.createElement('button');
    again.type = 'button';
    again.textContent = say(languageOf(element), 'table-retry');
    again.addEventListener('click', () => location.reload());
    element.replaceChildren(why, ' ', again);
    return;
  }
  const bundle = /** @type {import('./replay-data.js').ReplayBundle} */ (await response.json());
  element.replay = new Replay(bundle, bundle.replays[0]);
  keepPlace(element);
}

const element = document.querySelector('joute-replay');
if (element instanceof JouteReplay && element.dataset.replay) {
  const loaded = load(element, element.dataset.replay);
  const place = document.querySelector('[data-review]');
  if (place instanceof HTMLElement) offer(element, place, loaded);
  await loaded;
}
