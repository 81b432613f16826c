// The board editor: a setup and a position as text, drawn as they are written; what is wrong is said.

import { JouteBoard } from './board.js';

const page = /** @type {HTMLElement} */ (document.querySelector('[data-editor]'));
const board = /** @type {JouteBoard} */ (page.querySelector('joute-board'));
const form = /** @type {HTMLFormElement} */ (page.querySelector('form'));
const trouble = /** @type {HTMLElement} */ (page.querySelector('[data-trouble]'));
const position = /** @type {HTMLTextAreaElement} */ (form.elements.namedItem('position'));
let asked = 0;

/** @param {boolean} isFresh whether the position is to come from the setup */
async function show(isFresh) {
  const number = ++asked;
  const values = new FormData(form);
  const query = new URLSearchParams();
  for (const name of ['game', 'setup', 'seed']) query.set(name, String(values.get(name) ?? ''));
  if (!query.get('seed')) query.delete('seed');
  if (!isFresh) query.set('position', position.value.trim());
  const response = await fetch(`/board.json?${query}`);
  const answer = await response.json();
  if (number !== asked) return;
  trouble.hidden = response.ok;
  if (!response.ok) {
    trouble.textContent = answer.error;
    return;
  }
  board.show(answer.board);
  if (isFresh) position.value = answer.position;
  const there = new URLSearchParams({ game: String(values.get('game')), setup: answer.setup, position: answer.position });
  for (const [name, path] of [['play', '/'], ['analyse', '/analyse']]) {
    page.querySelector(`[data-${name}]`)?.setAttribute('href', `${path}?${there}`);
  }
}

board.addEventListener('joute-move', async (event) => {
  const values = new FormData(form);
  const query = new URLSearchParams({ game: String(values.get('game')), setup: String(values.get('setup')), position: position.value.trim(),
    moves: /** @type {CustomEvent} */ (event).detail.move });
  const answer = await (await fetch(`/board.json?${query}`)).json();
  if (answer.position) {
    position.value = answer.position;
    show(false);
  }
});
form.addEventListener('submit', (event) => event.preventDefault());
form.addEventListener('change', (event) => {
  const name = event.target instanceof Element ? event.target.getAttribute('name') : '';
  if (name === 'game') /** @type {HTMLInputElement} */ (form.elements.namedItem('setup')).value = '';
  if (name !== 'position') show(true);
});
position.addEventListener('input', () => show(false));
show(true);
