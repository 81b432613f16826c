// The replay of one stored game, and its review by the computer, which grows while one looks on.

import { Film } from './film.js';
import { languageOf, say } from './messages.js';
import { JouteReplay } from './replay.js';

/** @typedef {import('./film.js').Review} Review */

const TEXTS = {
  en: { progress: 'Move {done} of {all}', done: 'The review is done: {count}.', failed: 'The review stopped; please try again.', one: '1 mistake', many: '{count} mistakes' },
  fr: { progress: 'Coup {done} sur {all}', done: 'L’analyse est finie : {count}.', failed: 'L’analyse s’est arrêtée ; essayez encore.', one: '1 erreur', many: '{count} erreurs' },
};

/**
 * @param {string} text
 * @param {Record<string, number | string>} gaps
 */
const fill = (text, gaps) => text.replace(/\{(\w+)\}/g, (_, gap) => String(gaps[gap]));

/**
 * The button that asks for a review, and how far it has come.
 * @param {JouteReplay} replay
 * @param {HTMLElement} place
 */
function offer(replay, place) {
  const [button, bar, text] = ['button', 'progress', '[role=status]'].map((name) => place.querySelector(name));
  const film = replay.film;
  if (!(button instanceof HTMLButtonElement) || !(bar instanceof HTMLProgressElement) || !text || !film) return;
  const language = languageOf(place);
  const texts = TEXTS[language];
  let isPressed = false;

  const fail = (/** @type {string} */ why) => {
    text.textContent = why;
    button.hidden = false;
    bar.hidden = true;
  };
  const show = (/** @type {Review} */ review) => {
    if (review.values.length) replay.review = review;
    // The button is gone: whoever pressed it by key goes on at what it brought.
    if (isPressed && review.values.length) {
      isPressed = false;
      const graph = replay.querySelector('.jr-evaluation');
      if (graph instanceof SVGElement) graph.focus({ preventScroll: true });
    }
    const done = Math.min(review.values.length, film.plies);
    bar.value = done / Math.max(1, film.plies);
    const count = review.notes.length;
    // Those who listen hear how it goes now and then, not at every move.
    if (review.complete) {
      const found = count === 0 ? say(language, 'faultless') : fill(count === 1 ? texts.one : texts.many, { count });
      text.textContent = fill(texts.done, { count: found[0].toLowerCase() + found.slice(1) });
      bar.hidden = true;
    } else if (done % 10 === 1) {
      text.textContent = fill(texts.progress, { done, all: film.plies });
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
      fail(texts.failed);
    });
  };
  button.addEventListener('click', async () => {
    isPressed = true;
    const answer = await fetch(place.dataset.review ?? '', { method: 'POST' }).catch(() => null);
    if (answer?.ok) follow();
    else fail(texts.failed);
  });
  if ('running' in place.dataset) follow();
}

const replay = document.querySelector('joute-replay');
if (replay instanceof JouteReplay && replay.dataset.film) {
  const response = await fetch(replay.dataset.film);
  const reel = /** @type {import('./film.js').Reel} */ (await response.json());
  replay.film = new Film(reel, reel.films[0]);
  const place = document.querySelector('[data-review]');
  if (place instanceof HTMLElement) offer(replay, place);
}
