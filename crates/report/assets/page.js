// What a page of the report does beside showing: games open in a dialog, tables sort and filter, themes change.

import { Replay, unpackBundle } from '../../elements/assets/replay-data.js';
import { languageOf, say } from '../../elements/assets/messages.js';
import { JouteReplay } from '../../elements/assets/replay.js';
import { html, set } from '../../elements/assets/svg.js';

/** @typedef {import('../../elements/assets/replay-data.js').ReplayBundle} ReplayBundle */

/** @type {Promise<ReplayBundle> | undefined} */
let bundleOnce;

/** The replays of the page, unpacked when the first one is wanted. */
function bundle() {
  bundleOnce ??= unpackBundle(document.getElementById('replays')?.textContent ?? '');
  return bundleOnce;
}

/**
 * Shows one game in the replay of the page.
 * @param {JouteReplay} element
 * @param {number} id
 * @returns {Promise<Replay | null>}
 */
async function showGame(element, id) {
  const replays = await bundle();
  const data = replays.replays.find((replay) => replay.id === id);
  if (!data) return null;
  const replay = new Replay(replays, data);
  element.replay = replay;
  return replay;
}

/** The row of the match that a game belongs to. */
const rowOfGame = (/** @type {number} */ id) =>
  document.querySelector(`tr[data-games~="${id}"]`);

/**
 * The dialog in which games of a match are replayed.
 * @param {HTMLDialogElement} dialog
 * @param {JouteReplay} element
 */
function viewer(dialog, element) {
  const title = /** @type {HTMLElement} */ (dialog.querySelector('h2'));
  const tabs = /** @type {HTMLElement} */ (dialog.querySelector('.tabs'));
  /** @type {Element | null} */
  let opener = null;

  const open = async (/** @type {number} */ id) => {
    const row = rowOfGame(id);
    const replay = await showGame(element, id);
    if (!replay) return;
    const ids = (row?.getAttribute('data-games') ?? String(id)).split(' ').map(Number);
    title.textContent = `${replay.data.players[0]} – ${replay.data.players[1]}`;
    const replays = (await bundle()).replays;
    tabs.hidden = ids.length < 2;
    tabs.replaceChildren(...ids.flatMap((other, index) => {
      const data = replays.find((one) => one.id === other);
      if (!data) return [];
      const name = say(languageOf(dialog), 'replay-game', { number: index + 1 });
      const tab = html('a', { class: 'tab', href: `#game-${other}`, 'aria-current': other === id ? 'true' : null }, [
        html('strong', {}, [name]), ` ${data.players[0]} ${data.tally[0]} – ${data.tally[1]} ${data.players[1]}`,
      ]);
      return [tab];
    }));
    if (!dialog.open) dialog.showModal();
    element.querySelector('input')?.focus({ preventScroll: true });
  };

  const close = () => {
    element.pause();
    history.replaceState(null, '', location.pathname + location.search);
    if (opener instanceof HTMLElement || opener instanceof SVGElement) opener.focus({ preventScroll: true });
  };
  dialog.addEventListener('close', close);
  dialog.querySelector('[data-close]')?.addEventListener('click', () => dialog.close());
  dialog.addEventListener('click', (event) => { if (event.target === dialog) dialog.close(); });

  const follow = () => {
    const [, kind, number] = /^#(game|match)-(\d+)$/.exec(location.hash) ?? [];
    if (kind === 'game') open(Number(number));
    if (kind === 'match') {
      const first = document.getElementById(`match-${number}`)?.getAttribute('data-games')?.split(' ')[0];
      if (first) open(Number(first));
    }
  };
  addEventListener('popstate', () => { if (/^#(game|match)-/.test(location.hash)) follow(); else dialog.close(); });
  // The browser would scroll to the row of the match, and the way back would be lost.
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a[href^="#game-"], a[href^="#match-"]') : null;
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (!dialog.open) opener = link;
    history.pushState(null, '', link.getAttribute('href'));
    follow();
  });
  follow();
}

/**
 * Tables that sort by the column whose heading is pressed.
 * @param {HTMLTableElement} table
 */
function sortable(table) {
  const headings = [...(table.tHead?.rows[0].cells ?? [])];
  headings.forEach((heading, column) => {
    const button = html('button', { type: 'button', class: 'sort' }, [...heading.childNodes]);
    heading.replaceChildren(button);
    button.addEventListener('click', () => {
      const isDown = heading.getAttribute('aria-sort') === 'ascending';
      headings.forEach((other) => other.removeAttribute('aria-sort'));
      set(heading, { 'aria-sort': isDown ? 'descending' : 'ascending' });
      sort(table, column, isDown ? -1 : 1);
    });
  });
}

/**
 * @param {HTMLTableElement} table
 * @param {number} column
 * @param {1 | -1} direction
 */
function sort(table, column, direction) {
  const body = table.tBodies[0];
  const text = (/** @type {HTMLTableRowElement} */ row) => row.cells[column].textContent?.trim() ?? '';
  const compare = new Intl.Collator(languageOf(table), { numeric: true }).compare;
  const rows = [...body.rows].sort((one, two) => {
    const [a, b] = [text(one), text(two)];
    const [x, y] = [Number(a), Number(b)];
    return direction * (a !== '' && b !== '' && !Number.isNaN(x) && !Number.isNaN(y) ? x - y : compare(a, b));
  });
  body.append(...rows);
}

/**
 * An input that leaves only the rows that hold its text.
 * @param {HTMLInputElement} input
 */
function filter(input) {
  const table = document.getElementById(input.dataset.filter ?? '');
  input.addEventListener('input', () => {
    const wanted = input.value.toLowerCase();
    table?.querySelectorAll('tbody tr').forEach((row) => {
      set(row, { hidden: !row.querySelector('.versus')?.textContent?.toLowerCase().includes(wanted) });
    });
  });
}

/** In the bracket, the way of the player under the pointer or the focus stands out. */
function highlight() {
  const light = (/** @type {Event} */ event) => {
    const row = event.target instanceof Element ? event.target.closest('.bracket [data-p]') : null;
    const player = row?.getAttribute('data-p') ?? null;
    document.querySelectorAll('.bracket [data-p]').forEach((other) => {
      other.classList.toggle('hot', player !== null && other.getAttribute('data-p') === player);
    });
  };
  addEventListener('pointerover', light);
}

/** The button between light and dark; what was chosen is remembered where the browser lets us. */
function themes() {
  const root = document.documentElement;
  const remember = (/** @type {string} */ theme) => { try { localStorage.setItem('joute-theme', theme); } catch { /* a page from a file may not */ } };
  let stored = null;
  try { stored = localStorage.getItem('joute-theme'); } catch { /* likewise */ }
  if (stored) root.dataset.theme = stored;
  document.querySelector('[data-theme-button]')?.addEventListener('click', () => {
    const isDark = root.dataset.theme ? root.dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
    root.dataset.theme = isDark ? 'light' : 'dark';
    remember(root.dataset.theme);
  });
}

/**
 * A page of games alone: the first one is shown, others are chosen.
 * @param {JouteReplay} element
 */
function player(element) {
  const chooser = document.getElementById('chooser');
  const asked = Number(/^#game-(\d+)$/.exec(location.hash)?.[1]);
  bundle().then(({ replays }) => {
    const first = replays.find((replay) => replay.id === asked) ?? replays[0];
    if (chooser instanceof HTMLSelectElement && first) chooser.value = String(first.id);
    if (first) showGame(element, first.id);
  });
  if (chooser instanceof HTMLSelectElement) {
    chooser.addEventListener('change', () => {
      history.replaceState(null, '', `#game-${chooser.value}`);
      showGame(element, Number(chooser.value));
    });
  }
}

themes();
highlight();
document.querySelectorAll('table[data-sortable]').forEach((table) => sortable(/** @type {HTMLTableElement} */ (table)));
document.querySelectorAll('input[data-filter]').forEach((input) => filter(/** @type {HTMLInputElement} */ (input)));
const theReplay = document.getElementById('replay');
const theViewer = document.getElementById('viewer');
if (theReplay instanceof JouteReplay) {
  if (theViewer instanceof HTMLDialogElement) viewer(theViewer, theReplay);
  else player(theReplay);
}
