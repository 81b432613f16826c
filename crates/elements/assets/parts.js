// The parts of a <joute-board>: the ground, the name and what lies on each, and the marks of the last move and of where play begins.

import { disc, ground, seeds } from './art.js';
import { svg } from './svg.js';

/**
 * @typedef {import('./board.js').Board} Board
 * @typedef {import('./board.js').BoardLayout} BoardLayout
 * @typedef {import('./board.js').JouteBoard} JouteBoard
 * @typedef {import('./board.js').Look} Look
 * @typedef {import('./board.js').Place} Place
 */

/**
 * A part of a board with nothing on it yet.
 * @param {JouteBoard} board
 * @param {Place} place
 * @param {number} part
 * @param {BoardLayout} layout
 * @returns {SVGGElement}
 */
export function makePart({ plan, number }, place, part, layout) {
  const [x, y] = plan.at(part);
  const group = svg('g', { class: `jb-part jb-${place.shape}`, 'data-part': part, transform: `translate(${x} ${y})` });
  group.append(ground(place, layout, number, plan.tray()));
  if (place.shape === 'pit') {
    // A pit is called by the last word of its name.
    const called = layout.places[part];
    const name = typeof called === 'string' ? called : String(called[1]?.move ?? '');
    // The space keeps the name apart from the number for those who hear both.
    group.append(svg('text', { class: 'jb-name', y: (plan.isLower(part) ? 63 : -63) + 9 }, [name]), ' ');
  }
  group.append(svg('g', { class: 'jb-piece' }));
  return group;
}

/**
 * What lies on a part.
 * @param {JouteBoard} board
 * @param {number} part
 * @param {Look} look
 * @returns {SVGElement[]}
 */
export function pieces(board, part, look) {
  if (look.disc !== undefined) return disc(look.disc);
  if (look.seeds !== undefined) return countedSeeds(board, part, look.seeds);
  if (look.letter && look.owner === undefined) {
    return [svg('text', { class: 'jb-letter', y: 17, fill: look.ink }, [look.letter])];
  }
  return [];
}

/**
 * Seeds and their number.
 * @param {JouteBoard} board
 * @param {number} part
 * @param {number} count
 * @returns {SVGElement[]}
 */
function countedSeeds({ plan, number }, part, count) {
  const isStore = plan.places[part].shape === 'store';
  const tray = plan.tray();
  const drawn = seeds(number, part, count, isStore ? tray : null);
  let [x, y] = [0, plan.isLower(part) ? -63 : 63];
  if (isStore) [x, y] = plan.isCompact ? [-tray[0] / 2 + 40, 0] : [0, -tray[1] / 2 + 34];
  return [...drawn, svg('text', { class: 'jb-count', x, y: y + 14 }, [String(count)])];
}

/**
 * Where the last move was.
 * @param {JouteBoard} board
 * @param {BoardLayout} layout
 * @param {number} part
 */
export function lastMark({ plan }, layout, part) {
  const [cx, cy] = plan.at(part);
  const isFelt = layout.style === 'felt';
  return svg('circle', { class: 'jb-last-mark', cx, cy, r: isFelt ? 10 : 36, 'data-felt': isFelt });
}

/**
 * Where a side began.
 * @param {JouteBoard} board
 * @param {Board} shown
 * @param {number} part
 */
export function startMark({ plan }, { layout, looks, cells }, part) {
  const [x, y] = plan.at(part);
  const owner = looks[cells[part]].owner;
  const sign = owner === undefined ? '' : ({ '^': '▲', v: '▼' }[layout.symbols[owner]] ?? layout.symbols[owner]);
  return svg('g', { class: `jb-start jb-side-${owner ?? 'none'}`, transform: `translate(${x} ${y})` }, [
    svg('circle', { r: 36 }), svg('text', { y: 15 }, [sign]),
  ]);
}
