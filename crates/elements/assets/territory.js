// Territories on boards of colours: patterns and borders that tell the sides apart, what was taken last, and the cells across where
// edges meet.

import { CELL, outline } from './places.js';
import { svg } from './svg.js';

/**
 * @typedef {import('./board.js').Board} Board
 * @typedef {import('./board.js').JouteBoard} JouteBoard
 */

export class Territory {
  /** @param {JouteBoard} board */
  constructor(board) {
    this.board = board;
  }

  /**
   * The lines around some cells of a lattice, turned as the board is.
   * @param {number[]} parts
   * @param {string} kind
   */
  line(parts, kind) {
    const layout = /** @type {Board} */ (this.board.shown).layout;
    const inside = new Set(parts);
    const d = outline(parts, /** @type {[number, number]} */ (layout.lattice), (part) => inside.has(part), layout.wraps);
    const turn = this.board.flipped ? `rotate(180 ${(layout.width * CELL) / 2} ${(layout.height * CELL) / 2})` : null;
    return svg('path', { d, class: kind, transform: turn });
  }

  /**
   * The parts that touch a part: those beside it, across the edges where they meet, or at the other end of a line.
   * @param {number} part
   * @returns {number[]}
   */
  around(part) {
    const { lattice, links, wraps } = /** @type {Board} */ (this.board.shown).layout;
    if (!lattice) return links.flatMap(([a, b]) => (a === part ? [b] : b === part ? [a] : []));
    const [columns, rows] = lattice;
    const [column, row] = [part % columns, Math.floor(part / columns)];
    return [[-1, 0], [1, 0], [0, -1], [0, 1]].flatMap(([dx, dy]) => {
      const [x, y] = [column + dx, row + dy];
      if (!wraps && (x < 0 || y < 0 || x >= columns || y >= rows)) return [];
      return [((y + rows) % rows) * columns + ((x + columns) % columns)];
    });
  }

  /** @param {Board} board */
  draw(board) {
    const { style, wraps } = board.layout;
    if (style !== 'mosaic' && style !== 'network') return;
    const { layers } = this.board;
    layers.territory.replaceChildren(...[0, 1].flatMap((side) => this.zone(board, side)), ...this.last(board));
    if (wraps) layers.ghosts.replaceChildren(...this.ghosts(board));
  }

  /**
   * The pattern and the border of a side.
   * @param {Board} board
   * @param {number} side
   * @returns {SVGElement[]}
   */
  zone({ layout, looks, cells }, side) {
    const { board } = this;
    const mine = board.parts.flatMap((_, part) => (looks[cells[part]].owner === side ? [part] : []));
    const pattern = `url(#jb-${side === 0 ? 'hatch' : 'dots'}-${board.number})`;
    if (!layout.lattice) {
      return mine.map((part) => svg('circle', { cx: board.at(part)[0], cy: board.at(part)[1], r: 34, fill: pattern, class: `jb-border jb-side-${side}` }));
    }
    return [board.area(mine, pattern), this.line(mine, `jb-casing jb-side-${side}`), this.line(mine, `jb-border jb-side-${side}`)];
  }

  /**
   * What the last move took.
   * @param {Board} board
   * @returns {SVGElement[]}
   */
  last({ last = [], layout }) {
    const { board } = this;
    const taken = last.filter((part) => part < board.parts.length);
    if (taken.length === 0) return [];
    if (layout.lattice) return [this.line(taken, 'jb-taken-casing'), this.line(taken, 'jb-taken')];
    return taken.map((part) => svg('circle', { cx: board.at(part)[0], cy: board.at(part)[1], r: 43, class: 'jb-taken' }));
  }

  /**
   * The cells of the other edges beyond each edge, and the seam along which they meet.
   * @param {Board} board
   * @returns {SVGElement[]}
   */
  ghosts({ layout, looks, cells }) {
    const { board } = this;
    const [width, height] = [layout.width * CELL, layout.height * CELL];
    /** @type {Map<string, string>} */
    const paths = new Map();
    const add = (/** @type {number} */ part, /** @type {number} */ x, /** @type {number} */ y) => {
      const fill = looks[cells[part]].fill ?? 'none';
      paths.set(fill, `${paths.get(fill) ?? ''}M${x - 50} ${y - 50}h100v100h-100z`);
    };
    board.parts.forEach((_, part) => {
      const [x, y] = board.at(part);
      if (x < CELL) add(part, x + width, y);
      if (x > width - CELL) add(part, x - width, y);
      if (y < CELL) add(part, x, y + height);
      if (y > height - CELL) add(part, x, y - height);
    });
    return [...[...paths].map(([fill, d]) => svg('path', { class: 'jb-ghost', d, fill })), svg('rect', { class: 'jb-seam', width, height })];
  }
}
