// What an engine thinks, on the board itself: the value of the best moves where they are played, and an arrow from the best
// move to the answer that is expected.

import { svg } from './svg.js';

/**
 * @typedef {import('./board.js').JouteBoard} JouteBoard
 * @typedef {{ move: string, score: number, pv: string[] }} Line
 */

/** The parts that mean a move. @param {JouteBoard} board @param {string} move @returns {number[]} */
function partsOf(board, move) {
  const moves = board.shown?.moves ?? [];
  return moves.flatMap((other, part) => other === move ? [part] : []);
}

/**
 * The part that a place is called: an answer is no legal move yet.
 * @param {JouteBoard} board
 * @param {string} name
 */
function placeOf(board, name) {
  const at = (board.shown?.layout.places ?? []).findIndex((place) => place === name || (Array.isArray(place) && Object.values(place[1] ?? {}).includes(name)));
  return at < 0 ? null : at;
}

/**
 * Draws the values of some lines over a board, the best first; none takes them away.
 * @param {JouteBoard} board
 * @param {Line[]} lines
 * @param {(score: number) => string} text
 */
export function showValues(board, lines, text) {
  const badges = lines.flatMap((line, rank) => partsOf(board, line.move).slice(0, 1).map((part) => {
    const [x, y] = board.at(part);
    const label = text(line.score);
    const width = 22 + 15 * label.length;
    return svg('g', { class: 'ja-value', 'data-rank': rank, transform: `translate(${x} ${y})` }, [
      svg('rect', { x: -width / 2, y: -19, width, height: 38, rx: 12 }),
      svg('text', { y: 10 }, [label]),
    ]);
  }));
  board.layers.overlay.replaceChildren(...arrow(board, lines[0]), ...badges);
  board.layers.overlay.setAttribute('pointer-events', 'none');
  for (const button of board.buttons.children) {
    const line = lines.find((one) => one.move === button.getAttribute('data-move'));
    if (line) button.setAttribute('data-value', text(line.score));
    else button.removeAttribute('data-value');
  }
}

/**
 * From the best move to the answer, where both are places.
 * @param {JouteBoard} board
 * @param {Line | undefined} line
 */
function arrow(board, line) {
  if (!line || line.pv.length < 2) return [];
  const [from] = partsOf(board, line.move);
  const to = placeOf(board, line.pv[1]);
  if (from === undefined || to === null || from === to || partsOf(board, line.move).length > 1) return [];
  const [x1, y1] = board.at(from);
  const [x2, y2] = board.at(to);
  const length = Math.hypot(x2 - x1, y2 - y1);
  const [dx, dy] = [(x2 - x1) / length, (y2 - y1) / length];
  // It begins beside the value and ends before the middle of the other place.
  const [sx, sy, ex, ey] = [x1 + 30 * dx, y1 + 30 * dy, x2 - 12 * dx, y2 - 12 * dy];
  const head = [[ex, ey], [ex - 26 * dx - 15 * dy, ey - 26 * dy + 15 * dx], [ex - 26 * dx + 15 * dy, ey - 26 * dy - 15 * dx]];
  return [svg('g', { class: 'ja-arrow' }, [
    svg('line', { x1: sx, y1: sy, x2: ex - 20 * dx, y2: ey - 20 * dy }),
    svg('polygon', { points: head.map((point) => point.join(',')).join(' ') }),
  ])];
}
