// Steps back through the moves of a game that is being played. The game itself goes on: only what is shown is another position.

import { say } from './messages.js';

/** @typedef {import('./play.js').Start} Start */

/**
 * @param {Start} start
 * @param {{ moves: () => (string | null)[], show: (board: import('./board.js').Board | null) => void,
 *   language: string, tell: (text: string | null) => void, fail: (error: unknown) => void }} table
 */
export function stepping(start, table) {
  /** How many moves are shown; nothing while the game itself is. @type {number | null} */
  let shown = null;

  /** @param {number} count */
  async function go(count) {
    const moves = table.moves();
    if (count >= moves.length) {
      back();
      return;
    }
    shown = Math.max(0, count);
    const wanted = shown;
    const query = new URLSearchParams({ game: start.game, setup: start.setup, position: start.position, moves: moves.slice(0, wanted).join(' ') });
    try {
      const response = await fetch(`/board.json?${query}`).catch(() => { throw new Error(say(table.language, 'table-not-loaded')); });
      const answer = await response.json();
      if (!response.ok) throw new Error(answer.error);
      // Somebody who steps quickly has gone further meanwhile.
      if (shown !== wanted) return;
      table.show(answer.board ?? answer);
      table.tell(say(table.language, 'table-looking-back', { ply: wanted, count: moves.length }));
    } catch (error) {
      back();
      table.fail(error);
    }
  }

  function back() {
    if (shown === null) return;
    shown = null;
    table.show(null);
    table.tell(null);
  }

  return {
    get isBack() { return shown !== null; },
    back,
    previous: () => go((shown ?? table.moves().length) - 1),
    next: () => { if (shown !== null) go(shown + 1); },
    /** @param {number} count */
    to: (count) => go(count),
  };
}

