// Games as they are played: a board for each, or the one that is most interesting.

import { JouteBoard } from './board.js';
import { clockText } from './clock.js';
import { languageOf, words } from './messages.js';

/**
 * @typedef {import('./board.js').Board} Board
 * @typedef {import('./play.js').Frame} Frame
 * @typedef {{ id: number, over?: boolean, title: string, names: [string, string], frame: Frame,
 *   ground: import('./board.js').Ground, interest: number }} Card
 * @typedef {{ card: Card, element: HTMLElement, board: JouteBoard, at: number }} Shown
 */

const place = /** @type {HTMLElement} */ (document.querySelector('[data-boards]'));
const nobody = /** @type {HTMLElement} */ (document.querySelector('[data-nobody]'));
const isOne = place.hasAttribute('data-one');
const MOST = 24;

/** @type {Map<number, Shown>} */
const games = new Map();

/** @param {Card} card */
function make(card) {
  const element = document.createElement('a');
  element.className = 'board-card';
  element.href = `/game/${card.id}`;
  const board = new JouteBoard();
  const title = document.createElement('span');
  title.className = 'board-title';
  title.textContent = `${words(languageOf(place), card.title)}: ${card.names[0]} – ${card.names[1]}`;
  const count = document.createElement('span');
  count.className = 'board-count';
  element.append(title, board, count);
  return { card, element, board, at: 0 };
}

/** @param {Shown} shown */
function draw(shown, animated = true) {
  shown.board.show({ ...shown.card.frame.board, ground: shown.card.ground }, animated);
  count(shown);
}

/** @param {Shown} shown */
function count({ card, element, at }) {
  const { left, running } = card.frame.clock;
  const clocks = left.map((time, side) => (time === null ? '' : clockText(time - (side === running ? performance.now() - at : 0))));
  const place = element.querySelector('.board-count');
  if (place) place.textContent = `${clocks[0]}   ${card.frame.board.tally.join(' – ')}   ${clocks[1]}`.trim();
}

/** The game on show when there is only one: the most interesting, changed only for a clearly better one. */
function choose() {
  const all = [...games.values()].sort((a, b) => b.card.interest - a.card.interest);
  const shown = all.find(({ element }) => element.isConnected);
  const best = all[0];
  if (!best || (shown && shown.card.interest + 1 > best.card.interest)) return;
  place.replaceChildren(best.element);
  draw(best, false);
}

/** @param {Card} card */
function take(card) {
  const known = games.get(card.id);
  if (card.over) {
    games.delete(card.id);
    // A finished game stays to be seen for a moment.
    setTimeout(() => { known?.element.remove(); if (isOne) choose(); nobody.hidden = games.size > 0; }, 4000);
    return;
  }
  const shown = known ?? make(card);
  shown.card = card;
  shown.at = performance.now();
  games.set(card.id, shown);
  if (!known && !isOne && place.childElementCount < MOST) place.prepend(shown.element);
  if (isOne) choose();
  if (shown.element.isConnected) draw(shown);
  nobody.hidden = true;
}

setInterval(() => [...games.values()].filter(({ element }) => element.isConnected).forEach(count), 500);
new EventSource('/watch/events').addEventListener('game', (event) => take(JSON.parse(event.data)));
