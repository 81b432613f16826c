// Where the parts of a board lie: their places, the outline of a set of them, and the nearest one in a direction.

/**
 * @typedef {import('./board.js').BoardLayout} BoardLayout
 * @typedef {import('./board.js').Place} Place
 */

/** Units of the picture for each cell. */
export const CELL = 100;

/** How far the halves of a wooden board lie apart, in cells, to make room for numbers. */
export const GAP = 0.78;

/** Stores that lie above and below a narrow board: how far from its edge, and how tall. */
export const TRAY = { away: 0.66, tall: 0.66 };

/**
 * The places of the parts.
 * @param {BoardLayout} layout
 * @returns {Place[]}
 */
export function placesOf(layout) {
  const lattice = layout.lattice;
  if (!lattice) return layout.parts.map(([x, y, shape]) => ({ x, y, shape }));
  const [columns, rows] = lattice;
  return Array.from({ length: columns * rows }, (_, part) => (
    { x: (part % columns) + 0.5, y: Math.floor(part / columns) + 0.5, shape: 'square' }
  ));
}

/**
 * The lines between the cells of a set and all others. Where edges meet there is no line between cells across.
 * @param {number[]} parts
 * @param {[number, number]} lattice
 * @param {(part: number) => boolean} isInside
 * @param {boolean} [wraps]
 * @returns {string}
 */
export function outline(parts, [columns, rows], isInside, wraps = false) {
  const has = (/** @type {number} */ column, /** @type {number} */ row) => {
    const isOn = column >= 0 && row >= 0 && column < columns && row < rows;
    return (isOn || wraps) && isInside(((row + rows) % rows) * columns + ((column + columns) % columns));
  };
  let path = '';
  for (const part of parts) {
    const [column, row] = [part % columns, Math.floor(part / columns)];
    const [x, y] = [column * CELL, row * CELL];
    if (!has(column, row - 1)) path += `M${x} ${y}h100`;
    if (!has(column, row + 1)) path += `M${x} ${y + 100}h100`;
    if (!has(column - 1, row)) path += `M${x} ${y}v100`;
    if (!has(column + 1, row)) path += `M${x + 100} ${y}v100`;
  }
  return path;
}

/**
 * The nearest of some points in a direction, wherever they lie.
 * @param {number[][]} points
 * @param {number} from
 * @param {[number, number]} direction
 * @returns {number | null}
 */
export function nearest(points, from, [dx, dy]) {
  const [x, y] = points[from];
  /** @type {number | null} */
  let best = null;
  let least = Infinity;
  for (const [part, [px, py]] of points.entries()) {
    const along = (px - x) * dx + (py - y) * dy;
    const across = Math.abs((px - x) * dy) + Math.abs((py - y) * dx);
    const cost = along + across * 2;
    if (part !== from && along > 1 && cost < least) [best, least] = [part, cost];
  }
  return best;
}
