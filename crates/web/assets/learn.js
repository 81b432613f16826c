// Boards in the text of a lesson: each shows a position, and some can be played on to see what a rule does.

import { JouteBoard } from './board.js';

/** @param {HTMLElement} lesson */
async function begin(lesson) {
  const board = /** @type {JouteBoard} */ (lesson.querySelector('joute-board'));
  const again = lesson.querySelector('[data-again]');
  /** @type {string[]} */
  let moves = [];
  const show = async (animated = false) => {
    const query = new URLSearchParams({ game: lesson.dataset.game ?? '', setup: lesson.dataset.setup ?? '',
      position: lesson.dataset.position ?? '', moves: moves.join(' ') });
    const response = await fetch(`/board.json?${query}`);
    if (response.ok) board.show((await response.json()).board, animated);
  };
  board.addEventListener('joute-move', (event) => {
    moves = [...moves, /** @type {CustomEvent} */ (event).detail.move];
    show(true);
  });
  again?.addEventListener('click', () => { moves = []; show(); });
  await show();
}

for (const lesson of document.querySelectorAll('[data-lesson]')) {
  if (lesson instanceof HTMLElement) begin(lesson);
}
