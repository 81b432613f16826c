// How well somebody does at puzzles, kept in the browser: a rating by Elo's formula, with larger steps at the beginning, and how
// many were solved in a row.

/** @typedef {{ rating: number, tried: number, solved: number, streak: number, best: number }} Standing */

/** @type {Standing} */
export const NEWCOMER = { rating: 1200, tried: 0, solved: 0, streak: 0, best: 0 };

/** Steps for the first puzzles and for all others. */
const STEPS = { first: 80, later: 24, changesAfter: 20 };

/** How likely one of a rating solves a puzzle of a rating. @param {number} rating @param {number} puzzle */
export function expected(rating, puzzle) {
  return 1 / (1 + 10 ** ((puzzle - rating) / 400));
}

/**
 * The standing after a puzzle, of which only the first try counts.
 * @param {Standing} standing
 * @param {number} puzzle its rating
 * @param {boolean} isSolved
 * @returns {Standing}
 */
export function after(standing, puzzle, isSolved) {
  const { first, later, changesAfter } = STEPS;
  const left = Math.max(0, changesAfter - standing.tried) / changesAfter;
  const step = later + (first - later) * left;
  const rating = Math.round(standing.rating + step * ((isSolved ? 1 : 0) - expected(standing.rating, puzzle)));
  const streak = isSolved ? standing.streak + 1 : 0;
  return {
    rating: Math.max(100, rating), tried: standing.tried + 1, solved: standing.solved + (isSolved ? 1 : 0),
    streak, best: Math.max(standing.best, streak),
  };
}

/**
 * A standing as it was kept; whatever is no number is as at the beginning.
 * @param {string | null} text
 * @returns {Standing}
 */
export function read(text) {
  /** @type {Record<string, unknown>} */
  let kept = {};
  try {
    kept = Object(JSON.parse(text ?? '{}'));
  } catch {
    // Somebody else's text: a new beginning.
  }
  const number = (/** @type {keyof Standing} */ name) => {
    const value = kept[name];
    return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : NEWCOMER[name];
  };
  return { rating: number('rating'), tried: number('tried'), solved: number('solved'), streak: number('streak'), best: number('best') };
}
