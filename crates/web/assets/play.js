// A game at the table: frames come in as server-sent events, what the player does goes out as small requests.

import { JouteBoard } from './board.js';
import { clockText } from './clock.js';
import { copy } from './copy.js';
import { isConfirming, manners } from './manners.js';
import { languageOf, messageText, moveText, say } from './messages.js';
import './sound.js';
import { stepping } from './table-steps.js';
import { isWaiting, statusText } from './table-words.js';
import { tellTurn } from './turn.js';

/**
 * @typedef {import('./board.js').Board} Board
 * @typedef {import('./board.js').BoardLayout} BoardLayout
 * @typedef {import('./replay-data.js').Ending} Ending
 * @typedef {{ left: [number | null, number | null], running: number | null }} Clock
 * @typedef {{ ply: number, move: string | null, by: number | null, board: Omit<Board, 'layout'>, clock: Clock,
 *   ending: Ending | null, moved?: number, rematch?: number, names: [Message, Message], table: Manners }} Frame
 * @typedef {import('./messages.js').Message} Message
 * @typedef {{ come: [boolean, boolean], away: [number | null, number | null], draw: number | null, takeback: number | null,
 *   again: number | null, said: [number, string][], closed: boolean }} Manners
 * @typedef {{ id: number, seat: number | null, people: [boolean, boolean], invitation: string | null,
 *   moves: (string | null)[], against: boolean, game: string, setup: string, position: string, absence: number }} Start
 * @typedef {{ move: string, score: number, pv: string[] }} Line
 * @typedef {{ lead: number | null, turn: number, exact: boolean, moves: Line[] }} Advice
 */

const table = /** @type {HTMLElement} */ (document.querySelector('[data-table]'));
const data = /** @type {{ start: Start, layout: BoardLayout, frame: Frame }} */ (
  JSON.parse(document.getElementById('game')?.textContent ?? '{}'));
const { start, layout } = data;
const board = /** @type {JouteBoard} */ (table.querySelector('joute-board'));
const language = languageOf(table);
/** Whether both players are people, who may ask each other for a rematch when it is over. */
const isBetweenPeople = start.people[0] && start.people[1] && start.seat !== null;
let frame = data.frame;
let shownAt = performance.now();
let isEvaluating = false;
/** Whether this page asked for the game to go on elsewhere, and waits for its seat there. */
let isLeaving = false;

/** Whether this page waits for an answer to its wish for another game. */
let hasAsked = start.seat !== null && frame.table.again === start.seat && !frame.rematch;

/** @param {string} name */
const one = (name) => /** @type {HTMLElement} */ (table.querySelector(`[data-${name}]`));

/** @param {string | null} text */
function trouble(text) {
  const place = one('trouble');
  place.hidden = !text;
  place.textContent = text ?? '';
}

/**
 * Asks the server for something; one that does not answer is told in words.
 * @param {string} address
 * @param {RequestInit} [options]
 */
async function asked(address, options) {
  return fetch(address, options).catch(() => { throw new Unreachable(say(language, 'table-unreachable')); });
}

/** Nobody has answered: it is worth trying again. */
class Unreachable extends Error {}

/**
 * Does something that may fail, and offers to try again.
 * @param {() => unknown} work
 */
async function run(work) {
  trouble(null);
  try {
    await work();
  } catch (error) {
    trouble(error instanceof Error ? error.message : String(error));
    if (!(error instanceof Unreachable)) return;
    const again = document.createElement('button');
    again.type = 'button';
    again.textContent = say(language, 'table-retry');
    again.addEventListener('click', () => run(work));
    one('trouble').append(' ', again);
  }
}

/**
 * Says something to the server.
 * @param {unknown} saying
 * @returns {Promise<any>}
 */
async function tell(saying) {
  const response = await asked(`/game/${start.id}/say`, {
    method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(saying),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.error);
  return answer;
}

/** What a side is called. @param {number} side */
const nameOf = (side) => messageText(language, frame.names[side]);

function showClocks() {
  for (const side of [0, 1]) {
    const place = /** @type {HTMLElement} */ (table.querySelector(`[data-player="${side}"] [data-clock]`));
    const left = frame.clock.left[side];
    place.hidden = left === null;
    if (left === null) continue;
    const since = frame.clock.running === side ? performance.now() - shownAt : 0;
    place.textContent = clockText(left - since);
    place.classList.toggle('running', frame.clock.running === side);
    place.classList.toggle('short', left - since < 20_000);
  }
}

/** @param {string | null} move */
function addMove(move) {
  const item = document.createElement('li');
  const count = played.push(move);
  item.addEventListener('click', () => steps.to(count));
  item.textContent = move === null ? say(language, 'replay-lost-turn') : moveText(language, move);
  const list = one('moves');
  list.append(item);
  list.scrollTop = list.scrollHeight;
}

/**
 * The sign of a side as it stands on the board; discs need none.
 * @param {number} side
 */
function signOf(side) {
  if (layout.style === 'felt') return '';
  const sign = layout.symbols[side];
  return ({ '^': '▲', v: '▼' })[sign] ?? sign;
}

/**
 * A board on which there is nothing to do for the one who looks at it.
 * @param {Omit<Board, 'layout'>} shown
 * @returns {Omit<Board, 'layout'>}
 */
function withoutMoves(shown) {
  return { ...shown, moves: [], buttons: shown.buttons?.map((button) => ({ ...button, legal: false, gain: null })) };
}

/** @param {boolean} animated */
function showBoard(animated) {
  // The board keeps its keys between two turns, so that the focus stays where it is; only the moves go.
  board.toggleAttribute('playable', start.seat !== null && !frame.ending);
  if (steps.isBack) return;
  const mine = frame.board.turn === start.seat && !frame.ending;
  board.show({ ...(mine ? frame.board : withoutMoves(frame.board)), layout }, animated);
}

/**
 * Shows a frame; `animated` when it follows the one before.
 * @param {Frame} next
 * @param {boolean} animated
 */
function show(next, animated) {
  const isNew = next.ply !== frame.ply;
  const isChanged = !board.board || JSON.stringify([next.board, next.ending]) !== JSON.stringify([frame.board, frame.ending]);
  if (next.ply === frame.ply + 1) addMove(next.move);
  frame = next;
  shownAt = performance.now();
  // A frame that brings only clocks leaves the board alone: a button stays under the finger that presses it.
  if (isNew) {
    asking.forget();
    steps.back();
  }
  if (isChanged) showBoard(animated);
  one('status').textContent = statusText(language, start, frame);
  for (const side of [0, 1]) {
    const card = /** @type {HTMLElement} */ (table.querySelector(`[data-player="${side}"]`));
    card.classList.toggle('turn', frame.board.turn === side);
    /** @type {HTMLElement} */ (card.querySelector('[data-count]')).textContent = String(frame.board.tally[side]);
    /** @type {HTMLElement} */ (card.querySelector('[data-sign]')).textContent = signOf(side);
    const name = card.querySelector('[data-name]');
    if (name && name.textContent !== nameOf(side)) name.textContent = nameOf(side);
  }
  showClocks();
  showButtons();
  asking.show();
  const isOwnTurn = start.seat !== null && frame.board.turn === start.seat && !frame.ending;
  const other = start.seat === null ? '' : nameOf(1 - start.seat);
  tellTurn(isOwnTurn, { title: say(language, 'table-title-turn'), message: say(language, 'table-notify-turn', { name: other }) });
  if (isNew && frame.move !== null && frame.by !== null) {
    const move = moveText(language, frame.move);
    board.announce(frame.by === start.seat ? say(language, 'table-you-play', { move }) : say(language, 'replay-plays', { side: nameOf(frame.by), move }));
  }
  if (isNew) trouble(null);
  if (frame.table.come.every(Boolean)) one('invitation')?.remove();
  // Both want another game: this page asked for it before, and takes its seat there.
  if (frame.rematch && hasAsked && !isLeaving) run(actions.rematch);
  if (isEvaluating && isNew) evaluate();
}

function showButtons() {
  const isOver = frame.ending !== null;
  for (const [name, isShown] of /** @type {[string, boolean][]} */ ([
    ['hint', !isOver], ['undo', !isOver], ['draw', !isOver], ['resign', !isOver && !isWaiting(start, frame)], ['evaluate', !isOver],
    ['rematch', isOver && !frame.table.closed],
  ])) {
    const button = table.querySelector(`[data-do="${name}"]`);
    if (button instanceof HTMLElement) button.hidden = !isShown;
  }
  one('after').hidden = !isOver || frame.table.closed;
  if (isOver) one('lead').hidden = true;
}

/**
 * What a move is called where it has a name.
 * @param {string} move
 */
function labelOf(move) {
  const label = frame.board.buttons?.find((button) => button.move === move)?.label;
  return label ? messageText(language, label) : moveText(language, move);
}

/** @returns {Promise<Advice | null>} */
async function advice() {
  const response = await asked(`/game/${start.id}/advice`);
  return response.ok ? response.json() : null;
}

async function evaluate() {
  const place = one('lead');
  place.hidden = !isEvaluating;
  if (!isEvaluating || frame.ending) return;
  const known = await advice();
  if (!known || known.lead === null || !isEvaluating) return;
  const lead = known.lead;
  const share = 50 + 50 * Math.tanh(lead / (layout.total * 0.15));
  one('lead-bar').style.width = `${share}%`;
  const side = lead > 0 ? 0 : 1;
  one('lead-text').textContent = Math.abs(lead) < 0.5 ? say(language, 'review-even')
    : say(language, side === start.seat ? 'table-you-ahead' : 'table-ahead', { side: nameOf(side), lead: Math.abs(lead).toFixed(0) });
}

/** What the buttons do. */
const actions = {
  async hint() {
    const best = (await advice())?.moves[0];
    if (!best) return;
    trouble(say(language, 'table-tip', { move: labelOf(best.move) }));
    board.point(best.move);
  },
  async undo() {
    // The seat comes with the answer: whoever went there before would only watch.
    isLeaving = true;
    const answer = await tell('undo').finally(() => { isLeaving = false; });
    // Between people it is a question first.
    if (answer) location.replace(`/game/${answer.game}`);
  },
  async draw() {
    await tell('draw');
  },
  async close() {
    await tell('close');
  },
  back: () => steps.previous(),
  forward: () => steps.next(),
  flip() {
    const stage = one('stage');
    const cards = [...stage.querySelectorAll('.player')];
    // The players change places, and the board with them.
    stage.append(cards[0]);
    stage.prepend(cards[1]);
    board.toggleAttribute('flipped');
  },
  async resign() {
    if (confirm(say(language, 'table-sure'))) await tell('resign');
  },
  async rematch() {
    const answer = await tell('rematch');
    hasAsked = !answer;
    if (!answer) return;
    isLeaving = true;
    location.assign(`/game/${answer.game}`);
  },
  async device() {
    const response = await asked(`/game/${start.id}/device`, { method: 'POST' });
    const answer = await response.json();
    if (!response.ok) throw new Error(answer.error);
    one('device').hidden = false;
    showLink('device-link', answer.link);
  },
  async evaluate() {
    isEvaluating = !isEvaluating;
    table.querySelector('[data-do="evaluate"]')?.setAttribute('aria-pressed', String(isEvaluating));
    await evaluate();
  },
  async link() {
    await copyLink('watch-link', `/game/${start.id}`);
  },
  async invite() {
    await copyLink('invitation-link', start.invitation ?? '');
  },
};

table.addEventListener('click', async (event) => {
  const button = event.target instanceof Element ? event.target.closest('[data-do]') : null;
  if (!(button instanceof HTMLElement)) return;
  await run(actions[/** @type {keyof typeof actions} */ (button.dataset.do)]);
});

board.addEventListener('joute-move', (event) => {
  const move = /** @type {CustomEvent} */ (event).detail.move;
  const play = () => run(() => tell({ move }));
  if (isConfirming()) asking.confirm(labelOf(move), play);
  else play();
});

function listen() {
  const events = new EventSource(`/game/${start.id}/events`);
  // What could not be sent is still to be tried again when the server is there once more.
  const isRetried = () => one('trouble').querySelector('button') !== null;
  events.addEventListener('frame', (event) => {
    if (!isRetried()) trouble(null);
    const next = /** @type {Frame} */ (JSON.parse(event.data));
    if (next.moved) {
      // The old address leads to where the game goes on, and takes the seat along.
      if (!isLeaving) location.replace(`/game/${start.id}`);
    } else if (next.ply < frame.ply || next.ply > frame.ply + 1) location.reload();
    else show(next, next.ply > frame.ply);
    if (next.ending && !isBetweenPeople) events.close();
  });
  events.addEventListener('refused', (event) => trouble(event.data));
  events.addEventListener('error', () => {
    if (!frame.ending && !isRetried()) trouble(say(language, 'table-gone'));
    // The browser tries again by itself unless the server said no.
    if (events.readyState === EventSource.CLOSED && !frame.ending) setTimeout(listen, 1000);
  });
}

/**
 * Copies a link, or says honestly that it could not.
 * @param {string} name Where it stands.
 * @param {string} link
 */
async function copyLink(name, link) {
  showLink(name, link);
  const place = /** @type {HTMLInputElement} */ (one(name));
  const holder = place.closest('p');
  if (holder) holder.hidden = false;
  const isCopied = await copy(place.value, place);
  if (isCopied && holder && name === 'watch-link') holder.hidden = true;
  trouble(say(language, isCopied ? 'table-copied' : 'table-not-copied'));
}

/**
 * Shows a link that somebody takes elsewhere.
 * @param {string} name
 * @param {string} link
 */
function showLink(name, link) {
  const place = one(name);
  if (!(place instanceof HTMLInputElement)) return;
  place.value = new URL(link, location.href).href;
  place.addEventListener('focus', () => place.select());
}

/** @type {(string | null)[]} */
const played = [];
const asking = manners({
  start, language, root: table, frame: () => frame, since: () => performance.now() - shownAt, tell, run, trouble,
  rematch: () => actions.rematch(), undo: () => actions.undo(),
});
const steps = stepping(start, {
  language,
  moves: () => played,
  show: (position) => { if (position) board.show({ ...withoutMoves(position), layout }, false); else showBoard(false); },
  tell: (text) => { one('status').textContent = text ?? statusText(language, start, frame); },
  fail: (error) => trouble(error instanceof Error ? error.message : String(error)),
});

if (start.invitation) showLink('invitation-link', start.invitation);
table.dataset.style = layout.style;
start.moves.forEach(addMove);
show(frame, false);
setInterval(showClocks, 100);
if (!frame.ending || isBetweenPeople) listen();
