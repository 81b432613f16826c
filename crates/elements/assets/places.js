// Where the parts of a board lie: their places, the outline of a set of them, and the nearest one in a direction.

/**
 * @typedef {import('./board.js').BoardLayout} BoardLayout
 * @typedef {import('./board.js').Place} Place
 */

/** Units of the picture for each cell. */
export const CELL = 100;

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
 * The lines between the cells of a set and all others.
 * @param {number[]} parts
 * @param {[number, number]} lattice
 * @param {(part: number) => boolean} isInside
 * @returns {string}
 */
export function outline(parts, [columns, rows], isInside) {
  let path = '';
  for (const part of parts) {
    const [column, row] = [part % columns, Math.floor(part / columns)];
    const [x, y] = [column * CELL, row * CELL];
    if (row === 0 || !isInside(part - columns)) path += `M${x} ${y}h100`;
    if (row === rows - 1 || !isInside(part + columns)) path += `M${x} ${y + 100}h100`;
    if (column === 0 || !isInside(part - 1)) path += `M${x} ${y}v100`;
    if (column === columns - 1 || !isInside(part + 1)) path += `M${x + 100} ${y}v100`;
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
