// Where everything of a board lies in its picture: the centres of its parts, its stores, and how much of the plane is shown, from either
// side and for narrow windows.

import { CELL, GAP, TRAY, placesOf } from './places.js';

/**
 * @typedef {import('./board.js').BoardLayout} BoardLayout
 * @typedef {import('./board.js').Place} Place
 */

export class Plan {
  /**
   * @param {BoardLayout} layout
   * @param {{ isCompact: boolean, isFlipped: boolean }} seen Whether stores lie above and below, and whether Second sits at the bottom.
   */
  constructor(layout, { isCompact, isFlipped }) {
    this.layout = layout;
    this.isCompact = isCompact;
    this.isFlipped = isFlipped;
    /** @type {Place[]} */
    this.places = placesOf(layout);
  }

  /**
   * What of the plane the picture shows: left, top, width and height.
   * @returns {number[]}
   */
  box() {
    const { width, height, style, columns, wraps } = this.layout;
    if (this.isCompact) return [-0.14, -TRAY.away - 0.5, width - 1.72, height + GAP + 2 * TRAY.away + 1].map((n) => Math.round(n * CELL));
    const hasLabels = columns.length > 0;
    // Half of the cells across can be seen beyond edges that meet.
    const margin = style === 'wood' ? 0.36 : hasLabels ? 0.5 : wraps ? 0.55 : 0.12;
    const far = hasLabels ? 0.16 : margin;
    const tall = height + (style === 'wood' ? GAP : 0);
    return [-margin, -margin, width + margin + far, tall + margin + far].map((n) => Math.round(n * CELL));
  }

  /**
   * The centre of a part.
   * @param {number} part
   * @returns {[number, number]}
   */
  at(part) {
    const { style, width, height } = this.layout;
    const { shape } = this.places[part];
    let { x, y } = this.places[part];
    if (this.isFlipped) [x, y] = [width - x, height - y];
    if (style !== 'wood') return [x * CELL, y * CELL];
    const isLower = y > height / 2;
    if (shape !== 'store') return [(this.isCompact ? x - 1 : x) * CELL, (y + (isLower ? GAP : 0)) * CELL];
    if (!this.isCompact) return [x * CELL, (y + GAP / 2) * CELL];
    return [(width / 2 - 1) * CELL, (x > width / 2 ? height + GAP + TRAY.away : -TRAY.away) * CELL];
  }

  /**
   * Width and height of a store.
   * @returns {[number, number]}
   */
  tray() {
    const { width, height } = this.layout;
    return this.isCompact ? [(width - 2) * CELL - 12, TRAY.tall * CELL] : [82, (height + GAP) * CELL - 20];
  }

  /**
   * Whether a part lies in the lower half.
   * @param {number} part
   */
  isLower(part) {
    return this.at(part)[1] > ((this.layout.height + GAP) / 2) * CELL;
  }

  /**
   * The outline of some parts: squares on a lattice, discs elsewhere.
   * @param {number[]} parts
   */
  area(parts) {
    const round = this.layout.lattice ? null : 34;
    return parts.map((part) => {
      const [x, y] = this.at(part);
      return round ? `M${x - round} ${y}a${round} ${round} 0 1 0 ${2 * round} 0a${round} ${round} 0 1 0 ${-2 * round} 0` : `M${x - 50} ${y - 50}h100v100h-100z`;
    }).join('');
  }
}
