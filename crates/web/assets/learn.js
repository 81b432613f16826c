// The pages that teach. A task shows a board and answers a move; the laboratory shows what a strategy looks at. What is
// right, what happened and why comes from the server: nothing here knows a game.

import { JouteBoard } from './board.js';
import { noteSolved, solvedLessons } from './learn-progress.js';
import { languageOf, moveText, say } from './messages.js';
import { Overlay } from './overlay.js';

/**
 * @typedef {import('./board.js').Board} Board
 * @typedef {{ board: Board, done: boolean | null, said: string, tip: string | null }} Tried
 * @typedef {{ move: string, label: string, value: string, chosen: boolean }} Value
 * @typedef {{ board: Board, layers: import('./overlay.js').Layer[], values: Value[], counts: string, choice: string | null,
 *   why: string, moves: string[], over: boolean }} Looked
 */

/** @param {string} game */
function tellSolved(game) {
  const place = document.querySelector('[data-solved]');
  const all = [...document.querySelectorAll('[data-lesson]')];
  const solved = solvedLessons(game);
  const count = all.filter((lesson) => solved.has(lesson.getAttribute('data-lesson') ?? '')).length;
  if (place) place.textContent = `${count} / ${all.length}`;
}

/**
 * A task.
 * @param {HTMLElement} lesson
 */
function begin(lesson) {
  const board = /** @type {JouteBoard} */ (lesson.querySelector('joute-board'));
  const again = /** @type {HTMLButtonElement} */ (lesson.querySelector('[data-again]'));
  const tip = /** @type {HTMLButtonElement} */ (lesson.querySelector('[data-tip]'));
  const answer = /** @type {HTMLElement} */ (lesson.querySelector('[data-answer]'));
  const name = lesson.dataset.lesson ?? '';
  /** @param {string} [move] */
  const show = async (move) => {
    const query = new URLSearchParams({ game: lesson.dataset.game ?? '', lesson: name, ...(move ? { move } : {}) });
    const response = await fetch(`/learn/try.json?${query}`).catch(() => null);
    if (!response) {
      answer.textContent = say(languageOf(lesson), 'table-not-loaded');
      again.hidden = false;
      return;
    }
    const tried = /** @type {Tried} */ (await response.json());
    if (!response.ok) return;
    board.show(tried.board, Boolean(move));
    answer.textContent = tried.said;
    lesson.dataset.state = tried.done === null ? 'open' : tried.done ? 'done' : 'wrong';
    again.hidden = tried.done === null;
    tip.hidden = tried.tip === null;
    if (tried.tip) tip.dataset.tip = tried.tip;
    if (tried.done) {
      noteSolved(lesson.dataset.game ?? '', name);
      lesson.dataset.known = '';
      tellSolved(lesson.dataset.game ?? '');
    }
    // A button that was pressed is gone when there is nothing more to press: the way on is to try again.
    if (move && lesson.contains(document.activeElement) === false) again.focus({ preventScroll: true });
  };
  board.addEventListener('joute-move', (event) => { show(/** @type {CustomEvent} */ (event).detail.move); });
  const restart = async () => {
    await show();
    /** @type {HTMLElement | SVGElement | null} */ (board.querySelector('.jb-button:enabled, .jb-part[tabindex="0"]'))?.focus({ preventScroll: true });
  };
  again.addEventListener('click', restart);
  tip.addEventListener('click', async () => {
    const move = tip.dataset.tip ?? '';
    await restart();
    board.point(move);
    answer.textContent = moveText(languageOf(lesson), move);
  });
  show();
}

// Boards are fetched when they come near: a page has many.
const nearing = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) {
    if (!isIntersecting || !(target instanceof HTMLElement)) continue;
    nearing.unobserve(target);
    begin(target);
  }
}, { rootMargin: '600px' });
for (const lesson of document.querySelectorAll('[data-lesson]')) {
  if (!(lesson instanceof HTMLElement)) continue;
  const game = lesson.dataset.game ?? '';
  if (solvedLessons(game).has(lesson.dataset.lesson ?? '')) lesson.dataset.known = '';
  tellSolved(game);
  nearing.observe(lesson);
}

/**
 * The board that shows what strategies look at.
 * @param {HTMLElement} lab
 */
function experiment(lab) {
  /** @param {string} name @returns {any} */
  const one = (name) => lab.querySelector(`[data-${name}]`);
  const board = /** @type {JouteBoard} */ (lab.querySelector('joute-board'));
  const overlay = new Overlay(board, one('legend'));
  const form = /** @type {HTMLFormElement} */ (one('seed-form'));
  const chooser = /** @type {HTMLSelectElement} */ (one('strategy'));
  /** @type {string[]} */
  let moves = [];
  /** @type {Looked | null} */
  let looked = null;
  let asked = 0;

  const show = async (animated = false) => {
    const number = ++asked;
    const values = new FormData(form);
    const query = new URLSearchParams({ game: lab.dataset.game ?? '', setup: String(values.get('setup') ?? ''),
      moves: moves.join(' '), strategy: chooser.value });
    if (values.get('seed')) query.set('seed', String(values.get('seed')));
    const response = await fetch(`/learn/insight.json?${query}`).catch(() => null);
    if (!response) {
      one('trouble').hidden = false;
      one('trouble').textContent = say(languageOf(lab), 'table-not-loaded');
      return;
    }
    const answer = await response.json();
    if (number !== asked) return;
    one('trouble').hidden = response.ok;
    if (!response.ok) {
      one('trouble').textContent = answer.error;
      return;
    }
    looked = /** @type {Looked} */ (answer);
    draw(looked, animated);
  };

  /**
   * @param {Looked} next
   * @param {boolean} animated
   */
  const draw = (next, animated) => {
    board.show(next.board, animated);
    overlay.refresh();
    overlay.show(next.layers);
    one('why').textContent = next.why;
    one('counts').textContent = next.counts;
    one('values').hidden = next.values.length === 0;
    one('values').tBodies[0].replaceChildren(...next.values.map(row));
    one('step').disabled = next.over;
    one('back').disabled = one('fresh').disabled = moves.length === 0;
    for (const guide of lab.querySelectorAll('[data-guide]')) {
      guide.toggleAttribute('data-chosen', guide.getAttribute('data-guide') === chooser.value);
    }
  };

  /** @param {Value} value */
  const row = (value) => {
    const line = document.createElement('tr');
    if (value.chosen) line.className = 'chosen';
    for (const text of [value.chosen ? `▸ ${value.label}` : value.label, value.value]) line.insertCell().textContent = text;
    return line;
  };

  /** @param {string[]} next */
  const go = (next, animated = false) => {
    moves = next;
    return show(animated);
  };

  board.addEventListener('joute-move', (event) => { go([...moves, /** @type {CustomEvent} */ (event).detail.move], true); });
  one('step').addEventListener('click', () => { if (looked?.choice) go([...moves, looked.choice], true); });
  one('back').addEventListener('click', () => go(moves.slice(0, -1)));
  one('fresh').addEventListener('click', () => go([]));
  form.addEventListener('submit', (event) => { event.preventDefault(); go([]); });
  chooser.addEventListener('change', () => { overlay.forget(); show(); });
  lab.addEventListener('click', (event) => {
    const button = event.target instanceof Element ? event.target.closest('[data-choose]') : null;
    if (!button) return;
    chooser.value = button.getAttribute('data-choose') ?? '';
    overlay.forget();
    show();
    one('why').scrollIntoView({ block: 'center' });
  });
  show();
}

const laboratory = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) {
    if (!isIntersecting || !(target instanceof HTMLElement)) continue;
    laboratory.unobserve(target);
    experiment(target);
  }
}, { rootMargin: '600px' });
document.querySelectorAll('[data-lab]').forEach((lab) => laboratory.observe(lab));
