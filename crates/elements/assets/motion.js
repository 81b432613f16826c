// How boards move: pieces travel one by one, discs turn in a wave, a territory floods outward from its border. Each motion is short,
// ends at once when somebody asks for it, and leaves the board as it is without it.

import { disc, seed } from './art.js';
import { CELL } from './places.js';
import { svg } from './svg.js';

/**
 * @typedef {import('./board.js').Board} Board
 * @typedef {import('./board.js').JouteBoard} JouteBoard
 * @typedef {{ end: () => void }} Motion Shows at once how it ends.
 */

/** Milliseconds: a whole sowing at most, a piece in flight, the turn of a disc, the step of a wave from cell to cell, a veil that lifts. */
const TIMES = { sowing: 1300, flight: 170, turn: 260, step: 45, veil: 200 };

/** At most so many rings of a flood are told apart: each is one thing that moves. */
const RINGS = 14;

/**
 * What can be ended at once, of animations that are made one after another.
 * @param {SVGElement} layer what is emptied at the end
 */
class Moves {
  /** @param {SVGElement} layer @param {() => void} settle what shows the board as it is */
  constructor(layer, settle) {
    /** @type {Animation[]} */
    this.running = [];
    this.layer = layer;
    this.settle = settle;
    this.isOver = false;
    this.left = 0;
  }

  /**
   * @param {Element} element
   * @param {Keyframe[]} frames
   * @param {KeyframeAnimationOptions} options
   * @param {() => void} [then]
   */
  add(element, frames, options, then = () => {}) {
    const animation = element.animate(frames, options);
    this.running.push(animation);
    this.left++;
    animation.onfinish = () => {
      if (this.isOver) return;
      then();
      this.left--;
      if (this.left === 0) this.end();
    };
  }

  end() {
    if (this.isOver) return;
    this.isOver = true;
    for (const animation of this.running) animation.cancel();
    this.layer.replaceChildren();
    this.settle();
  }
}

/**
 * Pieces that travel from part to part; `count` shows so many of them on a part meanwhile.
 * @param {JouteBoard} board
 * @param {Board} before
 * @param {Board} after
 * @param {(part: number, count: number) => void} count
 * @param {() => void} settle
 * @returns {Motion}
 */
export function travel(board, before, after, count, settle) {
  const moves = new Moves(board.layers.flight, settle);
  const flows = after.flows ?? [];
  const held = new Map();
  const at = (/** @type {number} */ part) => held.get(part) ?? before.looks[before.cells[part]].seeds ?? 0;
  const change = (/** @type {number} */ part, /** @type {number} */ by) => {
    held.set(part, at(part) + by);
    count(part, at(part));
  };
  const all = flows.reduce((sum, [, to]) => sum + to.length, 0);
  const step = Math.min(90, TIMES.sowing / Math.max(1, all));
  let delay = 0;
  flows.forEach(([from, to], flow) => {
    if (flow === 0) change(from, -to.length);
    // What is taken goes together, what is sown one by one.
    const pace = flow === 0 ? step : step / 3;
    if (flow > 0) delay += TIMES.flight;
    const [x, y] = board.at(from);
    to.forEach((target, number) => {
      const [endX, endY] = board.at(target);
      const piece = svg('g', {}, [seed(board.number, number % 3, 0, 0, 12)]);
      board.layers.flight.append(piece);
      const middle = `translate(${(x + endX) / 2}px, ${(y + endY) / 2 - 26}px) scale(1.35)`;
      moves.add(piece, [
        { transform: `translate(${x}px, ${y}px)`, opacity: 0 },
        { transform: `translate(${x}px, ${y}px)`, opacity: 1, offset: 0.05 },
        { transform: middle, opacity: 1 },
        { transform: `translate(${endX}px, ${endY}px)`, opacity: 1 },
      ], { delay, duration: TIMES.flight, fill: 'backwards', easing: 'ease-in-out' }, () => {
        piece.remove();
        if (flow > 0) change(from, -1);
        change(target, 1);
      });
      delay += pace;
    });
  });
  return moves;
}

/**
 * Discs that turn one after another, away from where the move was played.
 * @param {JouteBoard} board
 * @param {{ part: number, from: number | undefined }[]} turned the parts, and whose disc was there before
 * @param {[number, number]} origin
 * @param {() => void} settle
 * @returns {Motion}
 */
export function wave(board, turned, origin, settle) {
  const moves = new Moves(board.layers.flight, settle);
  for (const { part, from } of turned) {
    const [x, y] = board.at(part);
    const piece = /** @type {SVGElement} */ (board.parts[part].lastElementChild);
    const delay = (Math.hypot(x - origin[0], y - origin[1]) / CELL) * TIMES.step;
    const done = () => piece.classList.remove('jb-flip', 'jb-drop');
    if (from === undefined) {
      piece.classList.add('jb-drop');
      moves.add(piece, [{ transform: 'scale(.6)', opacity: 0 }, { transform: 'none', opacity: 1 }], { duration: TIMES.turn / 2 }, done);
      continue;
    }
    piece.classList.add('jb-flip');
    const old = svg('g', { transform: `translate(${x} ${y})` }, [svg('g', {}, disc(from, 'jb-old'))]);
    board.layers.flight.append(old);
    const half = TIMES.turn / 2;
    moves.add(/** @type {Element} */ (old.firstElementChild), [{ transform: 'none' }, { transform: 'scaleX(.03)' }], { delay, duration: half, easing: 'ease-in' }, () => old.remove());
    moves.add(piece, [{ transform: 'scaleX(.03)' }, { transform: 'none' }], { delay: delay + half, duration: half, easing: 'ease-out', fill: 'backwards' }, done);
  }
  return moves;
}

/**
 * How far each of some parts lies from those that a side had before, step by step along what touches.
 * @param {number[]} parts
 * @param {(part: number) => boolean} wasHeld
 * @param {(part: number) => number[]} neighbours
 * @returns {number[][]} the parts, ring by ring
 */
export function rings(parts, wasHeld, neighbours) {
  const open = new Set(parts);
  let edge = parts.filter((part) => neighbours(part).some(wasHeld));
  /** @type {number[][]} */
  const found = [];
  while (open.size > 0) {
    // What touches nothing of it, such as what was enclosed, comes last.
    const ring = edge.length > 0 ? edge : [...open];
    ring.forEach((part) => open.delete(part));
    found.push(ring);
    edge = [...new Set(ring.flatMap(neighbours))].filter((part) => open.has(part));
  }
  return found;
}

/**
 * A territory that grows ring by ring: what lay there before is lifted from the border outward.
 * @param {JouteBoard} board
 * @param {Board} before
 * @param {number[][]} grown
 * @param {() => void} settle
 * @returns {Motion}
 */
export function flood(board, before, grown, settle) {
  const moves = new Moves(board.layers.flight, settle);
  const share = Math.max(1, grown.length / RINGS);
  const veils = Array.from({ length: Math.min(RINGS, grown.length) }, () => svg('g'));
  grown.forEach((ring, number) => {
    const veil = veils[Math.floor(number / share)];
    /** @type {Map<string, number[]>} */
    const fills = new Map();
    for (const part of ring) {
      const fill = before.looks[before.cells[part]].fill ?? '#23282f';
      fills.set(fill, [...fills.get(fill) ?? [], part]);
    }
    for (const [fill, parts] of fills) veil.append(board.area(parts, fill));
  });
  board.layers.flight.append(...veils);
  veils.forEach((veil, number) => moves.add(veil, [{ opacity: 1 }, { opacity: 0 }], {
    delay: number * TIMES.step, duration: TIMES.veil, fill: 'both', easing: 'ease-out',
  }));
  return moves;
}
