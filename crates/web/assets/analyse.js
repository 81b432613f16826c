// The analysis board: moves of any side kept as a tree of variations, and lines that change while the engine thinks. The tree
// stands in the address, so that a link shares it; which moves are legal is for the server to say.

import { JouteBoard } from './board.js';
import { keep, recall } from './kept.js';
import { languageOf, messageText, moveText, say } from './messages.js';
import { beside, cut, grow, growLine, last, parse, path, promote, write } from './tree.js';
import { showValues } from './values.js';

/**
 * @typedef {import('./tree.js').Branch} Branch
 * @typedef {{ board: import('./board.js').Board, setup: string, start: string, position: string, moves: string[],
 *   legal: string[], over: boolean, opening: string | null }} Shown
 * @typedef {{ move: string, score: number, depth: number, pv: string[], exact: boolean }} Line
 * @typedef {{ depth: number, nodes: number, exact: boolean, lead: number | null, turn: number, moves: Line[] }} Analysis
 */

const page = /** @type {HTMLElement} */ (document.querySelector('[data-analysis]'));
const board = /** @type {JouteBoard} */ (page.querySelector('joute-board'));
/** @param {string} name @returns {any} */
const one = (name) => page.querySelector(`[data-${name}]`);
const [lines, about, trouble, moveList] = ['lines', 'about', 'trouble', 'moves'].map(one);
const language = languageOf(page);
const address = new URLSearchParams(location.search);

const tree = parse(address.get('tree') ?? '');
/** The branch on show. */
let at = growLine(tree, (address.get('moves') ?? '').split(' ').filter(Boolean));
/** How often a board was asked for: only the latest is shown. */
let asked = 0;
/** @type {EventSource | null} */
let events = null;
/** What is known of the board on show. @type {Line[]} */
let known = [];
/** The board on show, as its address names it: what is known of another is not drawn. */
let shownAs = '';
/** All that is known of it, to show more or fewer lines. @type {Analysis | null} */
let latest = null;

/** The board on show as the server is asked for it; its moves stand last. */
function query() {
  const shown = new URLSearchParams({ game: address.get('game') ?? page.dataset.game ?? '' });
  for (const name of ['setup', 'position', 'seed']) {
    const value = address.get(name);
    if (value) shown.set(name, value);
  }
  shown.set('moves', path(at).join(' '));
  return shown;
}

/** The address that shares what is on show, with the whole tree. */
function link() {
  const shown = query();
  const moves = shown.get('moves') ?? '';
  const text = write(tree);
  shown.delete('moves');
  // A tree that is one line needs no second telling.
  if (text !== moves) shown.set('tree', text);
  shown.set('moves', moves);
  return `?${shown}`;
}

async function show(animated = false) {
  const number = ++asked;
  const asking = query().toString();
  let answer = null;
  let why = say(language, 'analysis-unreachable');
  try {
    const response = await fetch(`/board.json?${asking}`);
    const told = await response.json();
    if (response.ok) answer = told;
    else why = told.error;
  } catch {
    // Nobody answers: that is said.
  }
  if (number !== asked) return;
  trouble.hidden = answer !== null;
  trouble.textContent = answer === null ? why : '';
  if (answer === null) return;
  const shown = /** @type {Shown} */ (answer);
  shownAs = asking;
  known = [];
  latest = null;
  board.show(shown.board, animated);
  showValues(board, [], String);
  const turn = shown.board.turn;
  one('turn').textContent = turn === null ? say(language, 'board-over')
    : say(language, 'board-to-move', { side: messageText(language, shown.board.layout.sides[turn]) });
  one('opening').textContent = shown.opening ?? '';
  history.replaceState(null, '', link());
  listMoves();
  think(shown.over);
}

/** @param {Branch} branch */
function go(branch) {
  at = branch;
  show(true);
}

/** The moves of the tree: the line of each branch, and the variations beside it in lists of their own. */
function listMoves() {
  const items = /** @param {Branch} from @returns {HTMLElement[]} */ (from) => {
    /** @type {HTMLElement[]} */
    const all = [];
    for (let branch = from; branch.next.length; branch = branch.next[0]) {
      const [main, ...others] = branch.next;
      all.push(item(main));
      for (const other of others) {
        const list = document.createElement('ol');
        list.className = 'variation';
        list.append(item(other), ...items(other));
        const holder = document.createElement('li');
        holder.className = 'aside';
        holder.append(list);
        all.push(holder);
      }
    }
    return all;
  };
  moveList.replaceChildren(...items(tree));
  moveList.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
}

/** @param {Branch} branch */
function item(branch) {
  const element = document.createElement('li');
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = moveText(language, branch.move);
  if (branch === at) button.setAttribute('aria-current', 'step');
  button.addEventListener('click', () => go(branch));
  element.append(button);
  return element;
}

/** @param {boolean} isOver */
function think(isOver) {
  events?.close();
  lines.replaceChildren();
  about.textContent = '';
  if (isOver) return;
  const asking = shownAs;
  const source = new EventSource(`/analyse/events?${asking}`);
  events = source;
  source.addEventListener('lines', (event) => {
    const told = JSON.parse(event.data);
    if (asking === shownAs) draw(/** @type {Analysis} */ (told.analysis));
    if (told.final) source.close();
  });
  source.addEventListener('error', () => source.close());
}

/** @param {number} score */
function scoreText(score) {
  return score.toLocaleString(language, { minimumFractionDigits: 1, maximumFractionDigits: 1, signDisplay: 'exceptZero' });
}

/** @param {Analysis} analysis */
function draw(analysis) {
  if (!analysis.moves.length) return;
  latest = analysis;
  const told = say(language, 'analysis-about', { depth: analysis.depth, nodes: analysis.nodes.toLocaleString(language) });
  about.textContent = analysis.exact ? `${told} · ${say(language, 'review-exact')}` : told;
  known = analysis.moves.slice(0, Number(one('count').value));
  showValues(board, known, scoreText);
  // Whoever is about to press a move of a line still finds it there.
  const held = lines.contains(document.activeElement) ? document.activeElement?.getAttribute('data-place') : null;
  lines.replaceChildren(...known.map(row));
  if (held) lines.querySelector(`[data-place="${held}"]`)?.focus();
}

/** A line: its value, and its moves, each of which plays the line out up to it. @param {Line} line @param {number} rank */
function row(line, rank) {
  const element = document.createElement('tr');
  element.insertCell().textContent = moveText(language, line.move);
  element.insertCell().textContent = scoreText(line.score);
  const play = element.insertCell();
  line.pv.slice(0, 12).forEach((move, index) => {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'step';
    button.dataset.place = `${rank}-${index}`;
    button.textContent = moveText(language, move);
    button.addEventListener('click', () => go(growLine(at, line.pv.slice(0, index + 1))));
    play.append(button, ' ');
  });
  return element;
}

function playBest() {
  if (known.length) go(grow(at, known[0].move));
}

/** What keys do, and buttons. @type {Record<string, () => void>} */
const actions = {
  ArrowLeft: () => go(at.parent ?? at),
  ArrowRight: () => go(at.next[0] ?? at),
  ArrowUp: () => go(beside(at, -1)),
  ArrowDown: () => go(beside(at, 1)),
  Home: () => go(tree),
  End: () => go(last(at)),
  ' ': playBest,
  Delete: () => go(cut(at)),
  Enter: () => { promote(at); go(at); },
};

// Arrows walk on the board for those who walk there by keyboard, and through the moves for everybody else.
let isByKeyboard = false;
document.addEventListener('pointerdown', () => { isByKeyboard = false; }, true);
document.addEventListener('keydown', (event) => {
  if (event.key === 'Tab') isByKeyboard = true;
  if (event.ctrlKey || event.metaKey || event.altKey || !(event.target instanceof Element)) return;
  const onBoard = Boolean(event.target.closest('joute-board'));
  if (event.target.closest('input, select, textarea') || (onBoard && isByKeyboard)) return;
  if ((event.key === ' ' || event.key === 'Enter') && !onBoard && event.target.closest('button, a')) return;
  const action = actions[event.key];
  if (!action) return;
  event.preventDefault();
  event.stopPropagation();
  action();
}, true);

board.addEventListener('joute-move', (event) => go(grow(at, /** @type {CustomEvent} */ (event).detail.move)));
one('back').addEventListener('click', actions.ArrowLeft);
one('forward').addEventListener('click', actions.ArrowRight);
one('best').addEventListener('click', playBest);
one('cut').addEventListener('click', actions.Delete);
one('promote').addEventListener('click', actions.Enter);
one('chooser').addEventListener('change', () => location.assign(`/analyse?game=${one('chooser').value}`));
one('count').value = ['1', '2', '3', '4', '5'].includes(recall('lines') ?? '') ? recall('lines') : '3';
one('count').addEventListener('change', () => {
  keep('lines', one('count').value);
  if (latest) draw(latest);
});
one('share').addEventListener('click', async () => {
  // Without a safe connection nothing may be copied by a script: then the address is marked, to be copied by hand.
  one('address').hidden = false;
  one('address').value = new URL(link(), location.href).href;
  one('address').select();
  try {
    await navigator.clipboard.writeText(one('address').value);
    one('shared').textContent = say(language, 'analysis-copied');
  } catch {
    one('shared').textContent = say(language, 'analysis-copy-yourself');
  }
});
show();
