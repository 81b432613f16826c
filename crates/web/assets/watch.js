// Games as they are played: a board for each, or the one that is most interesting; and what tournaments come to.

import { JouteBoard } from './board.js';
import { clockText } from './clock.js';
import { languageOf, messageText } from './messages.js';
import { patch } from './patch.js';

/**
 * @typedef {import('./board.js').Board} Board
 * @typedef {import('./play.js').Frame} Frame
 * @typedef {{ id: number | string, over?: boolean, title: import('./messages.js').Message, names?: [string, string], frame: Frame,
 *   layout?: import('./board.js').BoardLayout, interest: number, href?: string, game?: string }} Card
 * @typedef {{ boards: Card[], parts: Record<string, string> }} News
 * @typedef {{ card: Card, element: HTMLElement, board: JouteBoard, at: number }} Shown
 */

const source = document.querySelector('[data-news]')?.getAttribute('data-news') ?? '/watch/events';
const place = /** @type {HTMLElement | null} */ (document.querySelector('[data-boards]'));
const nobody = /** @type {HTMLElement | null} */ (document.querySelector('[data-nobody]'));
const isOne = place?.hasAttribute('data-one');
/** Whether boards stay where they are, and belong to one tournament. */
const isFixed = place?.hasAttribute('data-fixed');
const MOST = 24;

/** @type {Map<number | string, Shown>} */
const games = new Map();

/** @param {Card} card */
function make(card) {
  // The page of a tournament has nowhere further to go from its boards.
  const element = document.createElement(isFixed ? 'div' : 'a');
  element.className = 'board-card';
  if (element instanceof HTMLAnchorElement) element.href = card.href ?? `/game/${card.id}`;
  const board = new JouteBoard();
  const title = document.createElement('span');
  title.className = 'board-title';
  const count = document.createElement('span');
  count.className = 'board-count';
  element.append(title, board, count);
  return { card, element, board, at: 0 };
}

/** @param {Shown} shown */
function draw(shown, animated = true) {
  const { layout, frame, names, title } = shown.card;
  if (!layout) return;
  const place = shown.element.querySelector('.board-title');
  const heading = messageText(languageOf(shown.element), title);
  const language = languageOf(shown.element);
  const [first, second] = (names ?? frame.names).map((name) => messageText(language, name));
  const text = `${isFixed ? '' : `${heading}: `}${first} – ${second}`;
  if (place && place.textContent !== text) place.textContent = text;
  shown.element.classList.toggle('is-over', Boolean(frame.ending));
  shown.board.show({ ...frame.board, layout }, animated);
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
  if (!place) return;
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
    setTimeout(() => { known?.element.remove(); if (isOne) choose(); if (nobody) nobody.hidden = games.size > 0; }, 4000);
    return;
  }
  if (!place) return;
  const isSame = known?.card.game === card.game;
  const layout = card.layout ?? (isSame ? known?.card.layout : undefined);
  // The layout of a game comes with its first picture, which is on its way.
  if (!layout) return;
  const shown = known ?? make(card);
  shown.card = { ...card, layout };
  shown.at = performance.now();
  games.set(card.id, shown);
  if (!known && !isOne && place.childElementCount < MOST) place.insertBefore(shown.element, isFixed ? null : place.firstChild);
  if (isOne) choose();
  if (shown.element.isConnected) draw(shown, isSame);
  if (nobody) nobody.hidden = true;
}

/** @param {News} news */
function hear({ boards, parts }) {
  boards.forEach(take);
  const tables = document.querySelector('[data-tables]');
  if (tables instanceof HTMLElement && games.size > 0) tables.hidden = false;
  for (const [name, markup] of Object.entries(parts)) {
    const part = document.querySelector(`[data-part="${name}"]`);
    if (part) patch(part, markup);
  }
}

setInterval(() => [...games.values()].filter(({ element }) => element.isConnected).forEach(count), 500);
const events = new EventSource(source);
events.addEventListener('game', (event) => take(JSON.parse(event.data)));
events.addEventListener('news', (event) => hear(JSON.parse(event.data)));
