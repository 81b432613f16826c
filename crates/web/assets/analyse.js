// The analysis board: moves of any side, back and forth, and lines that change while the engine thinks.

import { JouteBoard } from './board.js';
import { languageOf, moveText, say } from './messages.js';

/**
 * @typedef {{ board: import('./board.js').Board, setup: string, start: string, position: string, moves: string[],
 *   legal: string[], over: boolean }} Shown
 * @typedef {{ move: string, score: number, depth: number, pv: string[], exact: boolean }} Line
 * @typedef {{ depth: number, nodes: number, exact: boolean, lead: number | null, turn: number, moves: Line[] }} Analysis
 */

const page = /** @type {HTMLElement} */ (document.querySelector('[data-analysis]'));
const board = /** @type {JouteBoard} */ (page.querySelector('joute-board'));
const lines = /** @type {HTMLElement} */ (page.querySelector('[data-lines]'));
const about = /** @type {HTMLElement} */ (page.querySelector('[data-about]'));
const trouble = /** @type {HTMLElement} */ (page.querySelector('[data-trouble]'));
const moveList = /** @type {HTMLElement} */ (page.querySelector('[data-moves]'));
const language = languageOf(page);
const address = new URLSearchParams(location.search);
if (!address.get('game')) address.set('game', page.dataset.game ?? 'othello');

/** @type {string[]} */
let moves = (address.get('moves') ?? '').split(' ').filter(Boolean);
let at = moves.length;
/** How often a board was asked for: only the latest is shown. */
let asked = 0;
/** @type {EventSource | null} */
let events = null;

/** The address of the board on show. */
function query() {
  const shown = new URLSearchParams(address);
  shown.set('moves', moves.slice(0, at).join(' '));
  return shown;
}

async function show(animated = false) {
  const number = ++asked;
  const response = await fetch(`/board.json?${query()}`);
  const answer = await response.json();
  if (number !== asked) return;
  trouble.hidden = response.ok;
  if (!response.ok) {
    trouble.textContent = answer.error;
    return;
  }
  const shown = /** @type {Shown} */ (answer);
  board.show(shown.board, animated);
  history.replaceState(null, '', `?${query()}`);
  moveList.replaceChildren(...moves.map((move, number) => {
    const item = document.createElement('li');
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = moveText(language, move);
    if (number + 1 === at) button.setAttribute('aria-current', 'step');
    button.addEventListener('click', () => go(number + 1));
    item.append(button);
    return item;
  }));
  think(shown.over);
}

/** @param {number} ply */
function go(ply) {
  at = Math.max(0, Math.min(moves.length, ply));
  show(true);
}

/** @param {boolean} isOver */
function think(isOver) {
  events?.close();
  if (isOver) {
    lines.replaceChildren();
    about.textContent = '';
    return;
  }
  const source = new EventSource(`/analyse/events?${query()}`);
  events = source;
  source.addEventListener('lines', (event) => {
    const told = JSON.parse(event.data);
    draw(/** @type {Analysis} */ (told.analysis));
    if (told.final) source.close();
  });
  source.addEventListener('error', () => source.close());
}

/** @param {Analysis} analysis */
function draw(analysis) {
  const known = say(language, 'analysis-about', { depth: analysis.depth, nodes: analysis.nodes.toLocaleString(language) });
  about.textContent = analysis.exact ? `${known} · ${say(language, 'review-exact')}` : known;
  lines.replaceChildren(...analysis.moves.slice(0, 12).map((line) => {
    const row = document.createElement('tr');
    const score = line.score.toLocaleString(language, { minimumFractionDigits: 1, maximumFractionDigits: 1, signDisplay: 'exceptZero' });
    for (const text of [moveText(language, line.move), score, line.pv.slice(0, 12).map((move) => moveText(language, move)).join(' ')]) {
      const cell = document.createElement('td');
      cell.textContent = text;
      row.append(cell);
    }
    return row;
  }));
}

board.addEventListener('joute-move', (event) => {
  moves = [...moves.slice(0, at), /** @type {CustomEvent} */ (event).detail.move];
  go(moves.length);
});
page.querySelector('[data-back]')?.addEventListener('click', () => go(at - 1));
page.querySelector('[data-forward]')?.addEventListener('click', () => go(at + 1));
const chooser = page.querySelector('[data-chooser]');
if (chooser instanceof HTMLSelectElement) {
  chooser.addEventListener('change', () => location.assign(`/analyse?game=${chooser.value}`));
}
show();
