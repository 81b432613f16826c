// What a move would take, shown while somebody points at it, has the focus on it or a finger on it.

import { svg } from './svg.js';

/**
 * @typedef {import('./board.js').JouteBoard} JouteBoard
 * @typedef {import('./board.js').Take} Take
 */

export class Preview {
  /** @param {JouteBoard} board */
  constructor(board) {
    this.board = board;
    /** @type {string | null} */
    this.move = null;
  }

  /** Begins to listen for pointers and the focus. */
  listen() {
    const { board } = this;
    const look = (/** @type {Event} */ event) => this.show(this.moveOf(event.target), board.partOf(event.target));
    for (const kind of ['pointerover', 'pointerdown', 'focusin']) board.addEventListener(kind, look);
    for (const kind of ['pointerleave', 'pointercancel', 'focusout']) board.addEventListener(kind, () => this.end());
  }

  /**
   * The move that a target means, if it can be played.
   * @param {EventTarget | null} target
   * @returns {string | null}
   */
  moveOf(target) {
    const { board } = this;
    const part = board.partOf(target);
    if (!board.playable) return null;
    if (part !== null) return board.shown?.moves?.[part] ?? null;
    const button = target instanceof Element ? target.closest('.jb-button:enabled') : null;
    return button?.getAttribute('data-move') ?? null;
  }

  /**
   * What a move takes: as the data says it, or the parts that mean the move.
   * @param {string} move
   * @returns {Take}
   */
  takeOf(move) {
    const shown = this.board.shown;
    const known = shown?.takes?.[move];
    if (known) return known;
    const parts = (shown?.moves ?? []).flatMap((one, part) => (one === move ? [part] : []));
    return { parts, gain: parts.length };
  }

  end() {
    this.move = null;
    this.board.layers.preview?.replaceChildren();
  }

  /**
   * @param {string | null} move
   * @param {number | null} part where somebody points
   */
  show(move, part) {
    if (move === null) return this.end();
    if (move === this.move) return;
    this.move = move;
    const { parts, path = [], gain } = this.takeOf(move);
    const { board } = this;
    const shapes = parts.length === 0 ? [] : this.shapes(parts);
    const steps = path.map((step) => svg('circle', { class: 'jb-step', cx: board.at(step)[0], cy: board.at(step)[1], r: 9 }));
    const end = path.at(-1);
    board.layers.preview.replaceChildren(...shapes, ...steps, ...(gain > 0 ? [this.badge(gain, end ?? part ?? parts[0])] : []));
  }

  /**
   * The parts that are taken.
   * @param {number[]} parts
   * @returns {SVGElement[]}
   */
  shapes(parts) {
    const { board } = this;
    const layout = board.shown?.layout;
    if (layout?.style === 'mosaic') return [board.area(parts, 'var(--taking)'), board.territory.line(parts, 'jb-taking-casing'), board.territory.line(parts, 'jb-taking')];
    const r = layout?.style === 'felt' ? 33 : 40;
    return parts.flatMap((part) => {
      const at = { cx: board.at(part)[0], cy: board.at(part)[1], r };
      return [svg('circle', { class: 'jb-taking-casing', ...at }), svg('circle', { class: 'jb-taking', ...at })];
    });
  }

  /**
   * How much it is, beside a part and inside the picture.
   * @param {number} gain
   * @param {number} part
   */
  badge(gain, part) {
    const { board } = this;
    const text = `+${gain}`;
    // Small cells have small pictures: the number stays as large as the board is wide.
    const [left, top, width] = (board.picture.getAttribute('viewBox') ?? '0 0 800 800').split(' ').map(Number);
    const size = Math.max(44, width / 19);
    const half = size * (0.36 * text.length + 0.25);
    const [x, y] = board.at(part);
    const place = [Math.max(left + half, Math.min(left + width - half, x)), y - size * 1.5 < top ? y + size * 1.4 : y - size * 1.4];
    return svg('g', { class: 'jb-badge', transform: `translate(${place[0]} ${place[1]})` }, [
      svg('rect', { x: -half, y: -size * 0.72, width: half * 2, height: size * 1.44, rx: size * 0.5 }),
      svg('text', { y: size * 0.36, 'font-size': size }, [text]),
    ]);
  }
}
