// What boards are drawn with: grounds, patterns, pits and pieces, as functions of data. Nothing here knows whose turn it is.

import { CELL } from './places.js';
import { scatter, svg } from './svg.js';

/**
 * @typedef {import('./board.js').BoardLayout} BoardLayout
 * @typedef {import('./board.js').Look} Look
 * @typedef {import('./board.js').Place} Place
 */

/** The tones of seeds: light, body and shade. */
const SEEDS = [['#eef0df', '#a3ab92', '#555d49'], ['#f6efdb', '#b9ad90', '#635840'], ['#e4eae4', '#94a19c', '#48524f']];

/** How many seeds are drawn in a pit; more are a number alone. */
const MOST_SEEDS = 21;

/**
 * A gradient by its stops.
 * @param {'linearGradient' | 'radialGradient'} kind
 * @param {string} id
 * @param {[number, string][]} stops
 * @param {Record<string, string | number>} [more]
 */
function gradient(kind, id, stops, more = {}) {
  const shape = kind === 'linearGradient' ? { x1: 0, y1: 0, x2: 0, y2: 1 } : {};
  return svg(kind, { id, ...shape, ...more }, stops.map(([offset, colour]) => svg('stop', { offset, 'stop-color': colour })));
}

/**
 * Patterns that tell the sides apart without colours, and for wood its light and shade.
 * @param {BoardLayout} layout
 * @param {number} number The number of the board, of which there may be several on a page.
 */
export function definitions(layout, number) {
  if (layout.style === 'wood') {
    return svg('defs', {}, [
      gradient('linearGradient', `jb-plank-${number}`, [[0, 'var(--plank-light)'], [0.14, 'var(--plank)'], [0.86, 'var(--plank)'], [1, 'var(--plank-dark)']]),
      gradient('radialGradient', `jb-pit-${number}`, [[0, 'var(--pit-light)'], [0.6, 'var(--pit)'], [1, 'var(--pit-dark)']], { cx: 0.5, cy: 0.62, r: 0.62 }),
      ...SEEDS.map((stops, tone) => gradient('radialGradient', `jb-seed-${number}-${tone}`, [[0, stops[0]], [0.45, stops[1]], [1, stops[2]]], { cx: 0.36, cy: 0.3, r: 0.75 })),
    ]);
  }
  const box = { width: 36, height: 36, patternUnits: 'userSpaceOnUse' };
  return svg('defs', {}, [
    svg('pattern', { id: `jb-hatch-${number}`, ...box }, [
      svg('path', { d: 'M-6 24L24 -6M12 42L42 12', stroke: '#fff', 'stroke-opacity': 0.5, 'stroke-width': 5 }),
      svg('path', { d: 'M-6 30L30 -6M6 42L42 6', stroke: '#16181d', 'stroke-opacity': 0.42, 'stroke-width': 3.5 }),
    ]),
    svg('pattern', { id: `jb-dots-${number}`, ...box }, [
      ...[9, 27].map((at) => svg('circle', { cx: at, cy: at, r: 6, fill: '#fff', 'fill-opacity': 0.6 })),
      ...[9, 27].map((at) => svg('circle', { cx: at, cy: at, r: 3.6, fill: '#16181d', 'fill-opacity': 0.8 })),
    ]),
  ]);
}

/**
 * The ruled cloth of a board with squares.
 * @param {BoardLayout} layout
 * @returns {SVGElement[]}
 */
export function cloth(layout) {
  const [width, height] = [layout.width * CELL, layout.height * CELL];
  const [columns, rows] = layout.lattice ?? [0, 0];
  let rules = '';
  for (let column = 1; column < columns; column++) rules += `M${column * CELL} 0v${height}`;
  for (let row = 1; row < rows; row++) rules += `M0 ${row * CELL}h${width}`;
  const dots = columns < 6 || rows < 6 ? [] : [2, columns - 2].flatMap((x) => [2, rows - 2].map((y) => (
    svg('circle', { class: 'jb-dot', cx: x * CELL, cy: y * CELL, r: 7 }))));
  return [svg('rect', { class: 'jb-felt', width, height, rx: 4 }), svg('path', { class: 'jb-rules', d: rules }), ...dots];
}

/**
 * The plank of a wooden board in a box of the picture: its grain, and the groove along which it folds.
 * @param {number[]} box left, top, width and height
 * @param {number} middle where the groove runs
 * @param {number} number
 * @returns {SVGElement[]}
 */
export function plank([left, top, width, height], middle, number) {
  let grain = '';
  for (let line = 0; line < 16; line++) {
    const y = top + (height * (line + scatter(line, 1))) / 16;
    const bend = (/** @type {number} */ salt) => ((scatter(line, salt) - 0.5) * height * 0.09).toFixed(1);
    grain += `M${left + 8} ${y.toFixed(1)}c${width * 0.2} ${bend(2)} ${width * 0.35} ${bend(3)} ${width * 0.5} ${bend(4)}s${width * 0.3} ${bend(5)} ${width * 0.47} ${bend(6)}`;
  }
  const inner = { x: left + 5, y: top + 5, width: width - 10, height: height - 10, rx: 26 };
  return [
    svg('rect', { ...inner, class: 'jb-plank', fill: `url(#jb-plank-${number})` }),
    svg('path', { class: 'jb-grain', d: grain }),
    svg('path', { class: 'jb-groove', d: `M${left + 60} ${middle - 1.5}h${width - 120}` }),
    svg('path', { class: 'jb-groove-light', d: `M${left + 60} ${middle + 2}h${width - 120}` }),
  ];
}

/**
 * The ground of a part around the origin: a square, a bowl or a vertex.
 * @param {Place} place
 * @param {BoardLayout} layout
 * @param {number} number
 * @param {[number, number]} tray width and height of a store
 * @returns {SVGElement}
 */
export function ground(place, layout, number, [width, height]) {
  const fill = `url(#jb-pit-${number})`;
  if (place.shape === 'square') {
    return svg('rect', { class: layout.style === 'mosaic' ? 'jb-tile' : 'jb-square', x: -50, y: -50, width: 100, height: 100 });
  }
  if (place.shape === 'pit') return svg('circle', { class: 'jb-bowl', r: 45, fill });
  if (place.shape === 'store') {
    return svg('rect', { class: 'jb-bowl', x: -width / 2, y: -height / 2, width, height, rx: Math.min(width, height) / 2, fill });
  }
  return svg('circle', { class: 'jb-vertex-face', r: 34 });
}

/**
 * A disc of a side.
 * @param {number} side
 * @param {string} [more] a further class
 */
export function disc(side, more = 'jb-disc') {
  return [
    svg('circle', { class: 'jb-shade', cx: 3, cy: 5, r: 42 }),
    svg('circle', { class: `${more} jb-side-${side}`, r: 41 }),
    svg('circle', { class: `jb-shine jb-side-${side}`, cx: -10, cy: -13, r: 20 }),
  ];
}

/**
 * One seed.
 * @param {number} number The number of the board.
 * @param {number} tone
 * @param {number} x
 * @param {number} y
 * @param {number} [r]
 */
export function seed(number, tone, x, y, r = 11.5) {
  return svg('circle', { class: 'jb-seed', cx: x.toFixed(1), cy: y.toFixed(1), r, fill: `url(#jb-seed-${number}-${tone})` });
}

/**
 * Seeds, each in its own place, so that one more moves no other.
 * @param {number} number The number of the board.
 * @param {number} part
 * @param {number} count
 * @param {[number, number] | null} tray width and height of a store, nothing for a pit
 * @returns {SVGElement[]}
 */
export function seeds(number, part, count, tray) {
  const [reachX, reachY, room] = tray ? [tray[0] / 2 - 18, tray[1] / 2 - 24, 40] : [33, 33, 14];
  return Array.from({ length: Math.min(count, tray ? 48 : MOST_SEEDS) }, (_, at) => {
    const angle = at * 2.399963 + scatter(part, 99) * 6.28;
    const far = Math.min(1, Math.sqrt((at + 0.4) / room));
    const x = Math.cos(angle) * far * reachX + (scatter(part, at) - 0.5) * 5;
    const y = Math.sin(angle) * far * reachY + (scatter(at, part) - 0.5) * 5;
    return seed(number, Math.floor(scatter(part + 7, at) * 3), x, y);
  });
}
