// A game at the table: frames come in as server-sent events, what the player does goes out as small requests.

import { JouteBoard } from './board.js';
import { clockText } from './clock.js';
import { languageOf, messageText, moveText, say } from './messages.js';

/**
 * @typedef {import('./board.js').Board} Board
 * @typedef {import('./board.js').BoardLayout} BoardLayout
 * @typedef {import('./replay-data.js').Ending} Ending
 * @typedef {{ left: [number | null, number | null], running: number | null }} Clock
 * @typedef {{ ply: number, move: string | null, by: number | null, board: Omit<Board, 'layout'>, clock: Clock,
 *   ending: Ending | null, moved?: number, rematch?: number }} Frame
 * @typedef {{ id: number, seat: number | null, names: [string, string], people: [boolean, boolean],
 *   invitation: string | null, moves: (string | null)[], against: boolean }} Start
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

/** @param {string} name */
const one = (name) => /** @type {HTMLElement} */ (table.querySelector(`[data-${name}]`));

/** @param {string | null} text */
function trouble(text) {
  const place = one('trouble');
  place.hidden = !text;
  place.textContent = text ?? '';
}

/**
 * Says something to the server.
 * @param {unknown} saying
 * @returns {Promise<any>}
 */
async function tell(saying) {
  const response = await fetch(`/game/${start.id}/say`, {
    method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(saying),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.error);
  return answer;
}

/** @param {Ending} ending */
function endingText(ending) {
  const [first, second] = start.names;
  if (ending.how === 'aborted') return say(language, 'ending-aborted');
  if (ending.how === 'forfeit' && ending.fault) {
    const [side, other] = ending.by === 'first' ? [second, first] : [first, second];
    return `${say(language, 'ending-forfeit', { side, other })} (${say(language, `fault-${ending.fault.kind}`)})`;
  }
  const result = ending.outcome === 'draw' ? say(language, 'ending-draw')
    : say(language, 'ending-wins', { side: ending.outcome === 'first' ? first : second });
  return ending.reason ? `${result} (${say(language, `ending-${ending.reason}`)})` : result;
}

function statusText() {
  if (frame.ending) return endingText(frame.ending) + (frame.rematch ? ` ${say(language, 'table-again')}` : '');
  const turn = frame.board.turn;
  if (turn === null) return '';
  if (turn === start.seat) return say(language, 'table-yours');
  const name = start.names[turn];
  if (start.seat === null) return say(language, 'table-watching', { name });
  return say(language, start.people[turn] ? 'table-opponent' : 'table-theirs', { name });
}

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
  if (isChanged) showBoard(animated);
  one('status').textContent = statusText();
  for (const side of [0, 1]) {
    const card = /** @type {HTMLElement} */ (table.querySelector(`[data-player="${side}"]`));
    card.classList.toggle('turn', frame.board.turn === side);
    /** @type {HTMLElement} */ (card.querySelector('[data-count]')).textContent = String(frame.board.tally[side]);
    /** @type {HTMLElement} */ (card.querySelector('[data-sign]')).textContent = signOf(side);
  }
  showClocks();
  showButtons();
  if (isNew && frame.move !== null && frame.by !== null) board.announce(say(language, 'replay-plays', { side: start.names[frame.by], move: moveText(language, frame.move) }));
  if (isNew) trouble(null);
  if (isEvaluating && isNew) evaluate();
}

function showButtons() {
  const isOver = frame.ending !== null;
  for (const [name, isShown] of /** @type {[string, boolean][]} */ ([
    ['hint', !isOver], ['undo', !isOver], ['resign', !isOver], ['evaluate', !isOver], ['rematch', isOver],
  ])) {
    const button = table.querySelector(`[data-do="${name}"]`);
    if (button instanceof HTMLElement) button.hidden = !isShown;
  }
  one('after').hidden = !isOver;
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
  const response = await fetch(`/game/${start.id}/advice`);
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
  const side = lead > 0 ? start.names[0] : start.names[1];
  one('lead-text').textContent = Math.abs(lead) < 0.5 ? say(language, 'review-even') : say(language, 'table-ahead', { side, lead: Math.abs(lead).toFixed(0) });
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
    const { game } = await tell('undo').finally(() => { isLeaving = false; });
    location.replace(`/game/${game}`);
  },
  async resign() {
    if (confirm(say(language, 'table-sure'))) await tell('resign');
  },
  async rematch() {
    const { game } = await tell('rematch');
    location.assign(`/game/${game}`);
  },
  async device() {
    const response = await fetch(`/game/${start.id}/device`, { method: 'POST' });
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
    await navigator.clipboard?.writeText(location.href.split('?')[0]);
    trouble(say(language, 'table-copied'));
  },
};

table.addEventListener('click', async (event) => {
  const button = event.target instanceof Element ? event.target.closest('[data-do]') : null;
  if (!(button instanceof HTMLElement)) return;
  try {
    await actions[/** @type {keyof typeof actions} */ (button.dataset.do)]();
  } catch (error) {
    trouble(error instanceof Error ? error.message : String(error));
  }
});

board.addEventListener('joute-move', async (event) => {
  trouble(null);
  try {
    await tell({ move: /** @type {CustomEvent} */ (event).detail.move });
  } catch (error) {
    trouble(error instanceof Error ? error.message : String(error));
  }
});

function listen() {
  const events = new EventSource(`/game/${start.id}/events`);
  events.addEventListener('frame', (event) => {
    trouble(null);
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
    if (!frame.ending) trouble(say(language, 'table-gone'));
    // The browser tries again by itself unless the server said no.
    if (events.readyState === EventSource.CLOSED && !frame.ending) setTimeout(listen, 1000);
  });
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

if (start.invitation) showLink('invitation-link', start.invitation);
table.dataset.style = layout.style;
start.moves.forEach(addMove);
show(frame, false);
setInterval(showClocks, 100);
if (!frame.ending || isBetweenPeople) listen();
