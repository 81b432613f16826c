// Puzzles: shows one, sends the move that is tried, and keeps how well one does. What is right, and what answers a wrong move,
// comes from the server: nothing here knows a game.

import { JouteBoard } from './board.js';
import { keep, recall } from './kept.js';
import { languageOf, moveText, say } from './messages.js';
import { after, read } from './rating.js';

/**
 * @typedef {import('./board.js').Board} Board
 * @typedef {{ id: number, game: string, title: string, task: string, theme: string, rating: number, board: Board }} Puzzle
 * @typedef {{ done: boolean, said: string, board: Board, reply: { move: string, board: Board } | null }} Tried
 * @typedef {{ said: string, line: string[], boards: Board[], analysis: string }} Solution
 */

const page = /** @type {HTMLElement} */ (document.querySelector('[data-puzzles]'));
const board = /** @type {JouteBoard} */ (page.querySelector('joute-board'));
const language = languageOf(page);
/** @param {string} name @returns {any} */
const one = (name) => page.querySelector(`[data-${name}]`);

/** @type {Puzzle | null} */
let puzzle = null;
/** Whether the first try is still to come. */
let isFresh = true;
/** How often something was asked for: only the latest answer is shown. */
let asked = 0;
let standing = read(recall('puzzles'));

/**
 * Asks the server; nothing when something else was asked for meanwhile, or when it cannot be had.
 * @param {string} address
 * @returns {Promise<any>}
 */
async function ask(address) {
  const number = ++asked;
  let answer = null;
  let why = say(language, 'puzzle-unreachable');
  try {
    const response = await fetch(address);
    const told = await response.json();
    if (response.ok) answer = told;
    else why = told.error;
  } catch {
    // Nobody answers: that is said.
  }
  if (number !== asked) return null;
  one('trouble').hidden = answer !== null;
  one('trouble').textContent = answer === null ? why : '';
  return answer;
}

function tell() {
  one('rating').textContent = String(standing.rating);
  one('streak').textContent = say(language, 'puzzle-streak-of', { streak: standing.streak, best: standing.best });
  one('solved').textContent = `${standing.solved} / ${standing.tried}`;
}

/** @param {URLSearchParams} query */
async function begin(query) {
  const next = /** @type {Puzzle | null} */ (await ask(`/puzzle.json?${query}`));
  if (!next) return;
  puzzle = next;
  isFresh = true;
  history.replaceState(null, '', `/puzzles/${next.id}`);
  const number = say(language, 'puzzle-about', { id: next.id, game: next.title, rating: next.rating, theme: next.theme });
  one('about').textContent = number;
  one('task').textContent = next.task;
  one('analyse').hidden = one('line').hidden = true;
  again();
}

/** The puzzle from its beginning. */
function again() {
  if (!puzzle) return;
  asked += 1;
  board.show(puzzle.board);
  one('answer').textContent = '';
  one('again').hidden = true;
  page.dataset.state = 'open';
}

/** Counts the first try. @param {boolean} isSolved */
function count(isSolved) {
  if (!puzzle || !isFresh) return;
  isFresh = false;
  standing = after(standing, puzzle.rating, isSolved);
  keep('puzzles', JSON.stringify(standing));
  tell();
}

/** @param {string} move */
async function attempt(move) {
  if (!puzzle) return;
  const tried = /** @type {Tried | null} */ (await ask(`/puzzle/try.json?${new URLSearchParams({ id: String(puzzle.id), move })}`));
  if (!tried) return;
  count(tried.done);
  page.dataset.state = tried.done ? 'done' : 'wrong';
  one('answer').textContent = tried.said;
  one('again').hidden = tried.done;
  board.show(tried.board, true);
  if (tried.reply) board.show(tried.reply.board, true);
  if (tried.done) await reveal(false);
  // The board has nothing left to play: the way on is the next thing to press.
  (tried.done ? one('next') : one('again')).focus({ preventScroll: true });
}

/**
 * Shows the solution, or what follows once it was found.
 * @param {boolean} isGivenUp
 */
async function reveal(isGivenUp) {
  if (!puzzle) return;
  const solution = /** @type {Solution | null} */ (await ask(`/puzzle/solution.json?id=${puzzle.id}`));
  if (!solution) return;
  if (isGivenUp) {
    count(false);
    page.dataset.state = 'shown';
    one('answer').textContent = solution.said;
    board.show(solution.boards[0], true);
    one('again').hidden = false;
  }
  one('analyse').href = solution.analysis;
  one('analyse').hidden = one('line').hidden = false;
  one('line').replaceChildren(...solution.line.map((move, at) => {
    const item = document.createElement('li');
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = moveText(language, move);
    button.addEventListener('click', () => board.show(solution.boards[at], true));
    item.append(button);
    return item;
  }));
}

/** A puzzle of about one's rating. */
function next() {
  const seed = String(crypto.getRandomValues(new Uint32Array(1))[0]);
  return begin(new URLSearchParams({ game: one('chooser').value, rating: String(standing.rating), seed }));
}

/** The puzzle of the day where one is. */
function daily() {
  const day = Math.floor((Date.now() - new Date().getTimezoneOffset() * 60_000) / 86_400_000);
  return begin(new URLSearchParams({ day: String(day) }));
}

board.addEventListener('joute-move', (event) => { attempt(/** @type {CustomEvent} */ (event).detail.move); });
one('again').addEventListener('click', () => {
  again();
  /** @type {HTMLElement | SVGElement | null} */ (board.querySelector('.jb-button:enabled, .jb-part[tabindex="0"]'))?.focus({ preventScroll: true });
});
one('solve').addEventListener('click', () => reveal(true));
one('next').addEventListener('click', next);
one('daily').addEventListener('click', daily);
one('chooser').addEventListener('change', next);
document.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target instanceof HTMLSelectElement) return;
  const actions = /** @type {Record<string, () => unknown>} */ ({ n: next, s: () => reveal(true), r: again });
  const action = actions[event.key];
  if (!action) return;
  event.preventDefault();
  action();
});
tell();
if (page.dataset.id) begin(new URLSearchParams({ id: page.dataset.id }));
else if (new URLSearchParams(location.search).get('game')) next();
else daily();
