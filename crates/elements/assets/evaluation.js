// The graph of an engine's opinion: who is ahead after each ply, with the moves that lost something marked by shape and
// colour. It is a slider, so that keys and screen readers go along it.

import { messageText, say, unitText } from './messages.js';
import { set, svg } from './svg.js';

/**
 * @typedef {import('./replay-data.js').Replay} Replay
 * @typedef {import('./replay-data.js').Kind} Kind
 * @typedef {import('./messages.js').Language} Language
 */

/** The picture of the curve, which is stretched to the width there is. */
const BOX = { width: 600, height: 100, margin: 10 };

/** How near a mark a click means it, in pixels. */
const REACH = 9;

/** The paths of the marks, around the origin: a ring, a triangle, a diamond. */
const SHAPES = {
  inaccuracy: 'M0 -4.5A4.5 4.5 0 1 1 -0.01 -4.5z',
  mistake: 'M0 -6L6 5H-6z',
  blunder: 'M0 -7.5L7 0L0 7.5L-7 0z',
};

/**
 * The mark of a kind of mistake.
 * @param {Kind} kind
 * @returns {SVGPathElement}
 */
function shapeOf(kind) {
  return svg('path', { class: `jr-shape jr-${kind}`, d: SHAPES[kind] });
}

/**
 * The mark as a picture of its own, for legends.
 * @param {Kind} kind
 * @returns {SVGSVGElement}
 */
export function markOf(kind) {
  return svg('svg', { class: 'jr-legend', viewBox: '-9 -9 18 18', 'aria-hidden': 'true' }, [shapeOf(kind)]);
}

/**
 * A number as people of a language write it, to a tenth.
 * @param {Language} language
 * @param {number} value
 * @returns {string}
 */
export function numberText(language, value) {
  return value.toLocaleString(language, { maximumFractionDigits: 1 });
}

/**
 * Who is ahead and by how much.
 * @param {Replay} replay
 * @param {Language} language
 * @param {number} value what First will have more
 * @returns {string}
 */
export function leadText(replay, language, value) {
  if (Math.abs(value) < 0.05) return say(language, 'review-even');
  const [side, lead] = [replay.layout.sides[value > 0 ? 0 : 1], Math.abs(value)];
  return say(language, 'review-ahead', { side, lead: `+${numberText(language, lead)}`, unit: unitText(language, replay.layout.unit, lead) });
}

export class Evaluation {
  /**
   * @param {Replay} replay
   * @param {Language} language
   * @param {(ply: number) => void} pick
   */
  constructor(replay, language, pick) {
    this.replay = replay;
    this.language = language;
    this.steps = Math.max(1, replay.plies);
    this.scale = 1;
    this.curve = svg('svg', { class: 'jr-curve', viewBox: `0 0 ${BOX.width} ${BOX.height}`, preserveAspectRatio: 'none', width: '100%', height: '100%' });
    this.marks = svg('g', { class: 'jr-marks' });
    this.cursor = svg('line', { class: 'jr-cursor', y1: 0, y2: '100%' });
    this.labels = [svg('text', { class: 'jr-axis', x: 8, y: 14 }), svg('text', { class: 'jr-axis', x: 8, y: '100%', dy: -6 })];
    this.picture = svg('svg', {
      class: 'jr-graph jr-evaluation', role: 'slider', tabindex: 0, 'aria-label': say(language, 'review-evaluation'), 'aria-valuemin': 0,
      'aria-valuemax': replay.plies, 'aria-valuenow': 0,
    }, [svg('title', {}, [say(language, 'review-evaluation-help')]), this.curve, ...this.labels, this.cursor, this.marks]);
    this.picture.addEventListener('click', (event) => pick(this.plyAt(event.clientX)));
    this.draw();
  }

  /** What each position is worth, as far as is known. */
  get values() {
    return this.replay.data.review?.values ?? [];
  }

  /**
   * The ply that a click means: that of a mark nearby, or the nearest.
   * @param {number} clientX
   * @returns {number}
   */
  plyAt(clientX) {
    const box = this.picture.getBoundingClientRect();
    const ply = ((clientX - box.left) / box.width) * this.steps;
    const away = (/** @type {number} */ other) => Math.abs(other - ply) * (box.width / this.steps);
    const near = this.replay.mistakes().filter((one) => away(one) <= REACH).sort((one, two) => away(one) - away(two));
    return near[0] ?? Math.round(ply);
  }

  /** @param {number} ply */
  share(ply) {
    return ply / this.steps;
  }

  /**
   * Where a value stands, from the top as a share of the height.
   * @param {number} value
   */
  level(value) {
    const half = (BOX.height / 2 - BOX.margin) / BOX.height;
    return 0.5 - (value / this.scale) * half;
  }

  /** Draws what is known now. */
  draw() {
    const { values, replay, language } = this;
    this.scale = Math.max(replay.layout.total * 0.05, ...values.map(Math.abs));
    const reach = `+${numberText(language, Math.round(this.scale))}`;
    this.labels.forEach((label, side) => { label.textContent = `${messageText(language, replay.layout.sides[side])} ${reach}`; });
    const middle = BOX.height / 2;
    this.curve.replaceChildren(
      ...[0, 1].map((side) => svg('path', { class: `jr-area jr-side-${side}`, d: this.area(side) })),
      svg('line', { class: 'jr-zero', x1: 0, x2: BOX.width, y1: middle, y2: middle }),
      svg('path', { class: 'jr-opinion', d: values.length ? `M${values.map((value, ply) => this.point(ply, value)).join('L')}` : '' }),
    );
    this.marks.replaceChildren(...(replay.data.review?.notes ?? []).filter((note) => note.ply < values.length).map((note) => svg('svg', {
      class: 'jr-spot', x: `${(this.share(note.ply) * 100).toFixed(2)}%`, y: `${(this.level(values[note.ply]) * 100).toFixed(1)}%`, overflow: 'visible',
    }, [shapeOf(note.kind)])));
  }

  /**
   * @param {number} ply
   * @param {number} value
   */
  point(ply, value) {
    return `${(this.share(ply) * BOX.width).toFixed(1)} ${(this.level(value) * BOX.height).toFixed(1)}`;
  }

  /**
   * What lies between the curve and zero where a side is ahead.
   * @param {number} side
   */
  area(side) {
    const { values } = this;
    if (values.length < 2) return '';
    const clamp = (/** @type {number} */ value) => (side === 0 ? Math.max(0, value) : Math.min(0, value));
    const points = values.flatMap((value, ply) => {
      const next = values[ply + 1] ?? value;
      const here = this.point(ply, clamp(value));
      // Where the curve crosses zero the area ends, not at the next ply.
      return value * next < 0 ? [here, this.point(ply + value / (value - next), 0)] : [here];
    });
    return `M${this.point(0, 0)}L${points.join('L')}L${this.point(values.length - 1, 0)}z`;
  }

  /**
   * @param {number} ply
   * @param {string} text what is known there, for those who listen
   */
  show(ply, text) {
    const x = `${(this.share(ply) * 100).toFixed(2)}%`;
    set(this.cursor, { x1: x, x2: x });
    set(this.picture, { 'aria-valuenow': ply, 'aria-valuetext': text });
  }
}
