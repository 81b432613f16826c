// The board editor: strokes, settings and texts become requests, and answers become the board on show. What can be painted and
// what is wrong is told by the server; nothing here knows a game.

import { JouteBoard } from './board.js';
import { SetupForm } from './editor-form.js';
import { Palette } from './editor-palette.js';
import { listenForStrokes } from './editor-strokes.js';
import { languageOf, messageText, say } from './messages.js';
import { set } from './svg.js';

/**
 * @typedef {{ game: string, setup: string, position: string, fields: Record<string, string>,
 *   board: import('./board.js').Board, brushes: import('./editor-palette.js').Brush[], turn: 'first' | 'second',
 *   note: string | null, can_play: boolean, can_analyse: boolean }} Edited
 * @typedef {{ brush: string, parts: number[], fill: boolean }} Stroke
 * @typedef {{ game: string, setup: string, position?: string, clear?: boolean, strokes?: Stroke[], turn?: string }} Edit
 */

/** How many boards can be gone back to. */
const MEMORY = 200;

/**
 * @template {Element} T
 * @param {string} selector
 * @returns {T}
 */
const find = (selector) => /** @type {T} */ (page.querySelector(selector));

const page = /** @type {HTMLElement} */ (document.querySelector('[data-editor]'));
const board = /** @type {JouteBoard} */ (find('joute-board[paintable]'));
const chooser = /** @type {HTMLSelectElement} */ (find('[data-game]'));
const position = /** @type {HTMLTextAreaElement} */ (find('[data-position]'));
const setup = /** @type {HTMLInputElement} */ (find('[data-setup]'));
const trouble = /** @type {HTMLElement} */ (find('[data-trouble]'));
const note = /** @type {HTMLElement} */ (find('[data-note]'));
const fillButton = /** @type {HTMLButtonElement} */ (find('[data-tool=fill]'));
const form = new SetupForm(/** @type {HTMLFormElement} */ (find('[data-form]')));
const palette = new Palette(/** @type {HTMLElement} */ (find('[data-palette]')));

/** @type {Edited[]} */
let past = [];
let now = -1;
/** @type {string | null} the position as it was generated, to tell whether anything was drawn since */
let generated = null;
/** @type {Stroke[]} strokes that the server has not been told */
let waiting = [];
/** @type {number[]} parts that a stroke in progress has reached */
let wet = [];
/** Requests and steps through the past, one after the other. */
let work = Promise.resolve();

/** The board on show. @returns {Edited | undefined} */
const current = () => past[now];

/** How many of them are not done. */
let pending = 0;

/** @param {() => Promise<void> | void} job */
function enqueue(job) {
  pending += 1;
  work = work.then(job).catch(() => showError(say(languageOf(page), 'editor-lost'))).then(() => { pending -= 1; });
}

/** @param {string} text */
function showError(text) {
  trouble.textContent = text;
  trouble.hidden = text === '';
}

/**
 * Asks the server; says what is wrong, and keeps everything as it is then.
 * @param {Edit} edit
 * @returns {Promise<Edited | null>}
 */
async function ask(edit) {
  const response = await fetch('/edit.json', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(edit) });
  const answer = response.headers.get('content-type')?.startsWith('application/json') ? await response.json() : { error: await response.text() };
  showError(response.ok ? '' : answer.error);
  return response.ok ? answer : null;
}

/**
 * Makes a board the current one; those that were undone are forgotten.
 * @param {Edited} edited
 */
function keep(edited) {
  const before = current();
  if (before && before.game === edited.game && before.setup === edited.setup && before.position === edited.position) past[now] = edited;
  else past = [...past.slice(Math.max(0, now + 2 - MEMORY), now + 1), edited];
  now = past.length - 1;
  show();
}

/** Everything on the page follows the current board. */
function show() {
  const edited = current();
  if (!edited) return;
  board.show(edited.board);
  wet.forEach(dab);
  palette.offer(edited.brushes);
  fillButton.disabled = !edited.brushes.some((brush) => brush.can_fill);
  // What was chosen or typed meanwhile is asked for next: an answer to something before must not take it back.
  if (pending <= 1) {
    chooser.value = edited.game;
    form.show(edited.game, edited.fields);
  }
  for (const help of page.querySelectorAll('[data-help]')) help.toggleAttribute('hidden', help.getAttribute('data-help') !== edited.game);
  if (document.activeElement !== position) position.value = edited.position;
  if (document.activeElement !== setup) setup.value = edited.setup;
  showTurn(edited);
  note.textContent = edited.note ?? say(languageOf(page), 'editor-ready');
  note.classList.toggle('ready', edited.can_play);
  link(edited);
  for (const [name, isThere] of /** @type {const} */ ([['undo', now > 0], ['redo', now < past.length - 1]])) {
    find(`[data-tool=${name}]`).toggleAttribute('disabled', !isThere);
  }
}

/** @param {Edited} edited */
function showTurn(edited) {
  page.querySelectorAll('[name=turn]').forEach((input, side) => {
    if (input instanceof HTMLInputElement) input.checked = input.value === edited.turn;
    const name = input.parentElement?.querySelector('span');
    if (name) name.textContent = messageText(languageOf(page), edited.board.layout.sides[side]);
  });
}

/**
 * The address holds the board, and the ways on lead there with it.
 * @param {Edited} edited
 */
function link(edited) {
  const query = new URLSearchParams({ game: edited.game, setup: edited.setup, position: edited.position });
  history.replaceState(null, '', `?${query}`);
  for (const [name, path, isOpen] of /** @type {const} */ ([['play', '/', edited.can_play], ['analyse', '/analyse', edited.can_analyse]])) {
    const closed = { href: null, role: 'link', 'aria-disabled': 'true' };
    set(find(`[data-${name}]`), isOpen ? { href: `${path}?${query}`, role: null, 'aria-disabled': null } : closed);
  }
  const language = document.querySelector('a.language');
  const address = language?.getAttribute('href')?.split('?')[0];
  if (address) language?.setAttribute('href', `${address}?back=${encodeURIComponent(location.pathname + location.search)}`);
}

/** Draws a new board from the settings. @param {string} game @param {string} text */
async function generate(game, text) {
  const edited = await ask({ game, setup: text });
  if (!edited) return;
  generated = edited.position;
  keep(edited);
}

/**
 * Something is done to the current board.
 * @param {Omit<Edit, 'game' | 'setup'> & { setup?: string }} change
 */
async function change(change) {
  const before = current();
  if (!before) return null;
  const edited = await ask({ game: before.game, setup: before.setup, position: before.position, ...change });
  if (edited) keep(edited);
  else show();
  return edited;
}

/** @param {number} part */
function dab(part) {
  const sample = palette.brush?.sample;
  if (!isFilling()) board.dab(part, sample ? sample.looks[sample.cells[0]] : null);
}

const isFilling = () => fillButton.getAttribute('aria-pressed') === 'true' && !fillButton.disabled;

/** @param {number[]} parts */
function stroke(parts) {
  const brush = palette.brush;
  if (!brush) return;
  waiting.push({ brush: brush.key, parts, fill: isFilling() });
  enqueue(async () => {
    const strokes = waiting.splice(0);
    if (!strokes.length || !await tell(strokes)) return;
    const painted = strokes.flatMap((one) => one.parts);
    const [language, count] = [languageOf(page), painted.length];
    const what = count === 1 ? board.placeName(painted[0]) : say(language, 'editor-places', { count });
    board.announce(say(language, 'editor-painted', { what, brush: brush.label }));
  });
}

/** Tells the server strokes; those that do not reach it wait for the next ones. @param {Stroke[]} strokes */
function tell(strokes) {
  return change({ strokes }).catch((error) => {
    waiting = [...strokes, ...waiting];
    throw error;
  });
}

/** @param {number} step */
function walk(step) {
  enqueue(() => {
    if (!past[now + step]) return;
    now += step;
    showError('');
    show();
    board.announce(say(languageOf(page), step < 0 ? 'editor-undone' : 'editor-redone'));
  });
}

listenForStrokes(board, (part) => {
  wet.push(part);
  dab(part);
}, (parts) => {
  wet = [];
  if (parts.length) stroke(parts);
  else show();
});
board.addEventListener('joute-part', (event) => stroke([/** @type {CustomEvent} */ (event).detail.part]));

chooser.addEventListener('change', () => enqueue(() => generate(chooser.value, '')));
form.form.addEventListener('submit', (event) => event.preventDefault());
form.form.addEventListener('change', (event) => {
  const redraws = event.target instanceof Element && event.target.hasAttribute('data-redraws');
  enqueue(() => {
    const isUntouched = current()?.position === generated;
    return redraws || isUntouched ? generate(form.game, form.setup) : change({ setup: form.setup }).then(() => {});
  });
});
form.form.addEventListener('click', (event) => {
  const button = event.target instanceof Element ? event.target.closest('button') : null;
  if (button?.matches('[data-dice]')) form.reseed(Math.floor(Math.random() * 1_000_000));
  if (button) enqueue(() => generate(form.game, form.setup));
});
setup.addEventListener('change', () => {
  const [game, text] = [chooser.value, setup.value];
  enqueue(() => generate(game, text));
});
position.addEventListener('input', () => {
  const text = position.value.trim();
  enqueue(async () => {
    const before = current();
    if (!before || text === before.position) return showError('');
    const edited = await ask({ game: before.game, setup: before.setup, position: text });
    if (edited) keep(edited);
  });
});
position.addEventListener('blur', () => {
  if (trouble.hidden) enqueue(show);
});
page.querySelectorAll('[name=turn]').forEach((input) => input.addEventListener('change', () => enqueue(async () => {
  if (input instanceof HTMLInputElement) await change({ turn: input.value });
})));

/** @type {Record<string, () => void>} */
const TOOLS = {
  fill: () => fillButton.setAttribute('aria-pressed', String(!isFilling())),
  undo: () => walk(-1),
  redo: () => walk(1),
  clear: () => enqueue(async () => { await change({ clear: true }); }),
  restart: () => enqueue(() => generate(form.game, form.setup)),
};
for (const button of page.querySelectorAll('[data-tool]')) {
  button.addEventListener('click', () => TOOLS[button.getAttribute('data-tool') ?? '']?.());
}

document.addEventListener('keydown', (event) => {
  const isText = event.target instanceof Element && event.target.matches('textarea, select, input:not([type=radio], [type=checkbox])');
  if (isText || event.altKey) return;
  const key = event.key.toLowerCase();
  if (event.ctrlKey || event.metaKey) {
    if (key === 'z') walk(event.shiftKey ? 1 : -1);
    else if (key === 'y') walk(1);
    else return;
  } else if (key === 'f' && !fillButton.disabled) {
    TOOLS.fill();
  } else if (palette.choose(key)) {
    board.announce(palette.brush?.label ?? '');
  } else {
    return;
  }
  event.preventDefault();
});

// Whoever goes on with a board takes all of it along, also what was painted just now.
for (const way of page.querySelectorAll('[data-play], [data-analyse]')) {
  way.addEventListener('click', (event) => {
    if (!pending) return;
    event.preventDefault();
    enqueue(() => { if (way instanceof HTMLAnchorElement && way.href) location.assign(way.href); });
  });
}

for (const button of page.querySelectorAll('[data-copy]')) {
  button.addEventListener('click', async () => {
    await work;
    const text = button.getAttribute('data-copy') === 'link' ? location.href : position.value;
    await copy(text);
    board.announce(say(languageOf(page), 'editor-copied'));
    const label = button.textContent;
    button.textContent = `✓ ${say(languageOf(page), 'editor-copied')}`;
    setTimeout(() => { button.textContent = label; }, 1500);
  });
}

/**
 * A page that did not come over an encrypted line may not write to the clipboard by itself, but may copy what is selected.
 * @param {string} text
 */
async function copy(text) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text).catch(() => {});
  const held = document.createElement('textarea');
  held.value = text;
  document.body.append(held);
  held.select();
  document.execCommand('copy');
  held.remove();
}

/** The board in the address; where its text is wrong it stays to be mended, and the setup gives a board meanwhile. */
enqueue(async () => {
  const address = new URLSearchParams(location.search);
  const [game, text, given] = [address.get('game') ?? chooser.value, address.get('setup') ?? '', address.get('position') ?? ''];
  const edited = given ? await ask({ game, setup: text, position: given }) : null;
  if (edited) return keep(edited);
  const why = given ? trouble.textContent ?? '' : '';
  await generate(game, text);
  if (!current()) await generate(chooser.value, '');
  if (!why) return;
  position.value = given;
  showError(why);
});
