// <joute-board>: draws a board from its data and turns clicks, touches and keys into moves. It knows styles of boards
// (felt, wood, mosaic, network) and no game: which part means which move is in the data.

import { languageOf, messageText, say } from './messages.js';
import { CELL, nearest, outline, placesOf } from './places.js';
import { html, prefersStillness, scatter, set, svg } from './svg.js';

/**
 * @typedef {import('./messages.js').Message} Message
 * @typedef {'square' | 'pit' | 'store' | 'vertex'} Shape
 * @typedef {{ fill?: string, ink?: string, letter?: string, blocked?: boolean, owner?: number, disc?: number,
 *   seeds?: number, text: Message }} Look
 * @typedef {{ style: 'felt' | 'wood' | 'mosaic' | 'network', width: number, height: number,
 *   lattice: [number, number] | null, columns: string[], rows: string[], parts: [number, number, Shape][],
 *   places: Message[], starts: number[], links: [number, number][], sides: [Message, Message],
 *   symbols: [string, string], forbidden?: [string, string, string][][], total: number, unit: string }} BoardLayout
 * @typedef {{ move: string, label: Message, colour: [string, string, string] | null, legal: boolean,
 *   gain: number | null }} MoveButton
 * @typedef {{ layout: BoardLayout, looks: Look[], cells: ArrayLike<number>, moves?: (string | null)[], buttons?: MoveButton[],
 *   last?: number[], tally: [number, number], turn: number | null }} Board
 * @typedef {{ x: number, y: number, shape: Shape }} Place
 */

/** How far the halves of a wooden board lie apart, in cells, to make room for numbers. */
const GAP = 0.78;

let boardsMade = 0;

/**
 * Whether two layouts have the same parts in the same places; starts and totals change while a board is edited.
 * @param {BoardLayout} one
 * @param {BoardLayout} two
 * @returns {boolean}
 */
function isSameLayout(one, two) {
  const text = (/** @type {BoardLayout} */ layout) => JSON.stringify({ ...layout, starts: null, total: null });
  return one === two || text(one) === text(two);
}

/**
 * Whether two looks are the same to the eye.
 * @param {Look} one
 * @param {Look} two
 * @returns {boolean}
 */
function isAlike(one, two) {
  return one === two || JSON.stringify(one) === JSON.stringify(two);
}

export class JouteBoard extends HTMLElement {
  constructor() {
    super();
    /** @type {Board | null} */
    this.shown = null;
    /** @type {Place[]} */
    this.places = [];
    /** @type {SVGGElement[]} */
    this.parts = [];
    this.focused = 0;
    /** @type {Set<number>} parts that show something else than the board says */
    this.dabbed = new Set();
    /** @type {string | null} the button that had the focus and could not keep it */
    this.held = null;
    this.number = ++boardsMade;
    this.picture = svg('svg', { class: 'jb-picture' });
    /** @type {Record<string, SVGElement>} */
    this.layers = {};
    this.forbidden = html('div', { class: 'jb-forbidden', hidden: true });
    this.buttons = html('div', { class: 'jb-buttons', role: 'group', hidden: true });
    this.voice = html('div', { class: 'jb-voice', 'aria-live': 'polite' });
  }

  connectedCallback() {
    if (this.contains(this.picture)) return;
    this.classList.add('joute-board');
    this.append(this.picture, this.forbidden, this.buttons, this.voice);
    // Not on the picture: an SVG that listens for the focus becomes a stop of the tab key.
    this.addEventListener('click', (event) => {
      // A pointer's click on a board to paint on is a stroke already; a click without one comes from a screen reader.
      if (!this.paintable || event.detail === 0) this.choose(this.partOf(event.target));
    });
    this.addEventListener('keydown', (event) => this.key(event));
    this.addEventListener('focusin', (event) => this.rove(this.partOf(event.target)));
    if (this.shown) this.show(this.shown);
  }

  /** The board on show. */
  get board() {
    return this.shown;
  }

  set board(board) {
    if (board) this.show(board);
  }

  /** Whether clicks and keys mean moves. */
  get playable() {
    return this.hasAttribute('playable');
  }

  /** Whether parts are chosen to be painted; which of them and when is for the page to say. */
  get paintable() {
    return this.hasAttribute('paintable');
  }

  /**
   * Shows a board; what changed since the last one moves if `animated`.
   * @param {Board} board
   * @param {boolean} [animated]
   */
  show(board, animated = false) {
    const before = this.shown;
    const isNew = !before || !this.parts.length || !isSameLayout(before.layout, board.layout);
    this.shown = board;
    const held = isNew && this.contains(document.activeElement) ? this.partOf(document.activeElement) : null;
    if (isNew) this.build(board);
    const still = isNew || !animated || prefersStillness();
    const origin = this.originOf(board, before);
    for (let part = 0; part < this.parts.length; part++) {
      const look = board.looks[board.cells[part]];
      const old = isNew || !before ? null : before.looks[before.cells[part]];
      if (!old || this.dabbed.has(part) || !isAlike(old, look)) this.paint(part, look, still ? null : old, origin);
    }
    this.dabbed.clear();
    this.mark(board);
    this.territories(board);
    this.describe(board);
    this.forbid(board);
    this.controls(board);
    // A layout that changed under somebody who walks on it: the walk goes on.
    if (held !== null && held < this.parts.length) this.parts[held].focus();
  }

  /**
   * Shows a part differently until the next board is shown.
   * @param {number} part
   * @param {Look | null} look nothing marks the part alone
   */
  dab(part, look) {
    this.dabbed.add(part);
    if (look) this.paint(part, look, null, [0, 0]);
    else this.parts[part].classList.add('jb-tip');
  }

  /**
   * Says something to those who listen.
   * @param {string} text
   */
  announce(text) {
    if (this.voice.textContent !== text) this.voice.textContent = text;
  }

  /**
   * Points at a move, until the next board is shown.
   * @param {string} move
   */
  point(move) {
    this.parts.forEach((group, part) => group.classList.toggle('jb-tip', this.shown?.moves?.[part] === move));
    for (const button of this.buttons.children) button.classList.toggle('jb-tip', button.getAttribute('data-move') === move);
  }

  /**
   * Points at some parts, until the next board is shown.
   * @param {number[]} parts
   */
  pointAt(parts) {
    this.parts.forEach((group, part) => group.classList.toggle('jb-tip', parts.includes(part)));
  }

  /**
   * Draws what never changes and makes the parts.
   * @param {Board} board
   */
  build(board) {
    const layout = board.layout;
    this.places = placesOf(layout);
    this.dataset.style = layout.style;
    const hasLabels = layout.columns.length > 0;
    const margin = layout.style === 'wood' ? 0.36 : hasLabels ? 0.5 : 0.12;
    const far = hasLabels ? 0.16 : margin;
    const height = layout.height + (layout.style === 'wood' ? GAP : 0);
    const box = [-margin, -margin, layout.width + margin + far, height + margin + far].map((n) => Math.round(n * CELL));
    set(this.picture, { viewBox: box.join(' '), 'font-size': 40 });
    const [left, top, width, tall] = box;
    // Whoever gives a board its place may need to know its proportions.
    /** @type {HTMLElement} */ (this.closest('[data-stage]') ?? this).style.setProperty('--aspect', (width / tall).toFixed(4));
    const back = svg('rect', { class: 'jb-card', x: left, y: top, width, height: tall, rx: Math.min(width, tall) * 0.025 });
    const names = /** @type {const} */ (['under', 'links', 'parts', 'territory', 'marks', 'overlay', 'labels']);
    this.layers = Object.fromEntries(names.map((name) => [name, svg('g', { class: `jb-${name}` })]));
    this.layers.territory.setAttribute('pointer-events', 'none');
    this.layers.marks.setAttribute('pointer-events', 'none');
    this.layers.overlay.setAttribute('pointer-events', 'none');
    this.picture.replaceChildren(this.definitions(), back, ...names.map((name) => this.layers[name]));
    this.drawBackground(layout);
    this.parts = this.places.map((place, part) => this.makePart(place, part, layout));
    this.layers.parts.append(...this.parts);
    this.focused = 0;
  }

  /** Patterns that tell the sides apart without colours. */
  definitions() {
    const hatch = svg('pattern', { id: `jb-hatch-${this.number}`, width: 36, height: 36, patternUnits: 'userSpaceOnUse' }, [
      svg('path', { d: 'M-6 24L24 -6M12 42L42 12', stroke: '#fff', 'stroke-opacity': 0.5, 'stroke-width': 5 }),
      svg('path', { d: 'M-6 30L30 -6M6 42L42 6', stroke: '#16181d', 'stroke-opacity': 0.42, 'stroke-width': 3.5 }),
    ]);
    const dots = svg('pattern', { id: `jb-dots-${this.number}`, width: 36, height: 36, patternUnits: 'userSpaceOnUse' }, [
      ...[9, 27].map((at) => svg('circle', { cx: at, cy: at, r: 6, fill: '#fff', 'fill-opacity': 0.6 })),
      ...[9, 27].map((at) => svg('circle', { cx: at, cy: at, r: 3.6, fill: '#16181d', 'fill-opacity': 0.8 })),
    ]);
    return svg('defs', {}, [hatch, dots]);
  }

  /** @param {BoardLayout} layout */
  drawBackground(layout) {
    const [width, height] = [layout.width * CELL, layout.height * CELL];
    const under = this.layers.under;
    if (layout.style === 'felt') {
      under.append(svg('rect', { class: 'jb-felt', width, height, rx: 4 }));
      const [columns, rows] = layout.lattice ?? [0, 0];
      let rules = '';
      for (let column = 1; column < columns; column++) rules += `M${column * CELL} 0v${height}`;
      for (let row = 1; row < rows; row++) rules += `M0 ${row * CELL}h${width}`;
      under.append(svg('path', { class: 'jb-rules', d: rules }));
      if (columns >= 6 && rows >= 6) {
        for (const x of [2, columns - 2]) {
          for (const y of [2, rows - 2]) under.append(svg('circle', { class: 'jb-dot', cx: x * CELL, cy: y * CELL, r: 7 }));
        }
      }
    }
    if (layout.style === 'wood') {
      const middle = ((layout.height + GAP) / 2) * CELL;
      under.append(svg('path', { class: 'jb-groove', d: `M${CELL} ${middle}H${width - CELL}` }));
    }
    const lines = layout.links.map(([a, b]) => `M${this.at(a).join(' ')}L${this.at(b).join(' ')}`).join('');
    if (lines) this.layers.links.append(svg('path', { class: 'jb-link', d: lines }));
    const label = (/** @type {string} */ text, /** @type {number} */ x, /** @type {number} */ y) =>
      this.layers.labels.append(svg('text', { class: 'jb-label', x, y: y + 11 }, [text]));
    layout.columns.forEach((text, column) => label(text, (column + 0.5) * CELL, -0.25 * CELL));
    layout.rows.forEach((text, row) => label(text, -0.25 * CELL, (row + 0.5) * CELL));
  }

  /**
   * The centre of a part in the picture.
   * @param {number} part
   * @returns {[number, number]}
   */
  at(part) {
    const { x, y, shape } = this.places[part];
    const layout = /** @type {Board} */ (this.shown).layout;
    const shift = layout.style !== 'wood' ? 0 : shape === 'store' ? GAP / 2 : y > layout.height / 2 ? GAP : 0;
    return [x * CELL, (y + shift) * CELL];
  }

  /**
   * @param {Place} place
   * @param {number} part
   * @param {BoardLayout} layout
   * @returns {SVGGElement}
   */
  makePart(place, part, layout) {
    const [x, y] = this.at(part);
    const group = svg('g', { class: `jb-part jb-${place.shape}`, 'data-part': part, transform: `translate(${x} ${y})` });
    if (place.shape === 'square') {
      const isTile = layout.style === 'mosaic';
      group.append(svg('rect', { class: isTile ? 'jb-tile' : 'jb-square', x: -50, y: -50, width: 100, height: 100 }));
    } else if (place.shape === 'pit') {
      group.append(svg('circle', { class: 'jb-bowl', r: 43 }));
    } else if (place.shape === 'store') {
      const tall = (layout.height + GAP) * CELL - 24;
      group.append(svg('rect', { class: 'jb-bowl', x: -40, y: -tall / 2, width: 80, height: tall, rx: 40 }));
    } else {
      group.append(svg('circle', { class: 'jb-vertex-face', r: 34 }));
    }
    if (place.shape === 'pit') {
      // A pit is called by the last word of its name.
      const called = layout.places[part];
      const name = typeof called === 'string' ? called : String(called[1]?.move ?? '');
      // The space keeps the name apart from the number for those who hear both.
      group.append(svg('text', { class: 'jb-name', y: (place.y > 1 ? 62 : -62) + 8 }, [name]), ' ');
    }
    group.append(svg('g', { class: 'jb-piece' }));
    return group;
  }

  /**
   * Gives a part its look; `old` is what it looked like before, when the change is to be seen happening.
   * @param {number} part
   * @param {Look} look
   * @param {Look | null} old
   * @param {[number, number]} origin
   */
  paint(part, look, old, origin) {
    const group = this.parts[part];
    const face = /** @type {SVGElement} */ (group.firstElementChild);
    const piece = /** @type {SVGElement} */ (group.lastElementChild);
    const [x, y] = this.at(part);
    const delay = old ? Math.min(Math.hypot(x - origin[0], y - origin[1]) * 0.6, 420) : 0;
    face.style.transitionDelay = `${delay}ms`;
    face.classList.toggle('jb-moving', old !== null);
    if (look.fill) face.style.fill = look.fill;
    else face.style.removeProperty('fill');
    group.classList.toggle('jb-blocked', look.blocked === true);
    piece.replaceChildren(...this.pieces(part, look));
    piece.setAttribute('class', 'jb-piece');
    if (old) {
      const moved = old.disc !== undefined && look.disc !== undefined ? 'jb-flip' : 'jb-drop';
      piece.style.animationDelay = `${delay}ms`;
      // Reading a measure makes the browser begin the animation again.
      void piece.getBoundingClientRect();
      if (look.disc !== undefined || look.seeds !== undefined) piece.classList.add(moved);
    }
  }

  /**
   * What lies on a part.
   * @param {number} part
   * @param {Look} look
   * @returns {SVGElement[]}
   */
  pieces(part, look) {
    if (look.disc !== undefined) {
      return [
        svg('circle', { class: 'jb-shade', cx: 3, cy: 5, r: 42 }),
        svg('circle', { class: `jb-disc jb-side-${look.disc}`, r: 41 }),
        svg('circle', { class: `jb-shine jb-side-${look.disc}`, cx: -10, cy: -13, r: 20 }),
      ];
    }
    if (look.seeds !== undefined) return this.seeds(part, look.seeds);
    if (look.letter && look.owner === undefined) {
      return [svg('text', { class: 'jb-letter', y: 17, fill: look.ink }, [look.letter])];
    }
    return [];
  }

  /**
   * Seeds, each in its own place, and their number.
   * @param {number} part
   * @param {number} count
   * @returns {SVGElement[]}
   */
  seeds(part, count) {
    const { shape, y } = this.places[part];
    const isStore = shape === 'store';
    const most = isStore ? 48 : 21;
    const reach = isStore ? 26 : 29;
    const drawn = [];
    for (let seed = 0; seed < Math.min(count, most); seed++) {
      const angle = seed * 2.399963 + scatter(part, 99) * 6.28;
      const distance = reach * Math.sqrt((seed + 0.4) / (isStore ? 24 : 15));
      const stretch = isStore ? 1.9 : 1;
      const dx = Math.cos(angle) * Math.min(distance, reach) + (scatter(part, seed) - 0.5) * 4;
      const dy = Math.sin(angle) * distance * stretch + (scatter(seed, part) - 0.5) * 4;
      const tone = Math.floor(scatter(part + 7, seed) * 3);
      drawn.push(svg('circle', { class: `jb-seed jb-tone-${tone}`, cx: dx.toFixed(1), cy: dy.toFixed(1), r: 8.5 }));
    }
    const outward = y > 1 ? -62 : 62;
    drawn.push(svg('text', { class: 'jb-count', y: (isStore ? -((2 + GAP) * CELL) / 2 + 46 : outward) + 11 }, [String(count)]));
    return drawn;
  }

  /**
   * Marks the last move, legal moves and starts, and names every part.
   * @param {Board} board
   */
  mark(board) {
    const { moves = [], last = [], layout } = board;
    const language = languageOf(this);
    this.parts.forEach((group, part) => {
      const isLast = last.includes(part);
      const isLegal = this.playable && Boolean(moves[part]);
      group.classList.remove('jb-tip');
      group.classList.toggle('jb-last', isLast);
      group.classList.toggle('jb-legal', isLegal);
      if (!this.playable && !this.paintable) {
        set(group, { role: null, tabindex: null, 'aria-label': null, 'aria-disabled': null });
        return;
      }
      const state = board.looks[board.cells[part]].text;
      const said = [this.placeName(part), messageText(language, state), isLegal ? say(language, 'board-legal') : ''];
      const name = said.filter(Boolean).join(', ');
      set(group, { role: 'button', tabindex: part === this.focused ? 0 : -1, 'aria-label': name });
      set(group, { 'aria-disabled': isLegal || this.paintable ? null : 'true' });
    });
    const side = board.turn ?? 0;
    const dots = this.parts.flatMap((group, part) => {
      const isDot = group.classList.contains('jb-legal') && layout.style === 'felt';
      return isDot ? [svg('circle', { class: `jb-hint jb-side-${side}`, cx: this.at(part)[0], cy: this.at(part)[1], r: 13 })] : [];
    });
    const lasts = last.filter((part) => part < this.parts.length).map((part) => this.lastMark(part));
    const starts = layout.starts.map((part) => this.startMark(part, board));
    this.layers.marks.replaceChildren(...starts, ...dots, ...lasts);
  }

  /** @param {number} part */
  lastMark(part) {
    const [cx, cy] = this.at(part);
    const isFelt = this.shown?.layout.style === 'felt';
    return svg('circle', { class: 'jb-last-mark', cx, cy, r: isFelt ? 10 : 36, 'data-felt': isFelt });
  }

  /**
   * @param {number} part
   * @param {Board} board
   */
  startMark(part, board) {
    const [x, y] = this.at(part);
    const owner = board.looks[board.cells[part]].owner;
    const sign = owner === undefined ? '' : ({ '^': '▲', v: '▼' }[board.layout.symbols[owner]] ?? board.layout.symbols[owner]);
    return svg('g', { class: `jb-start jb-side-${owner ?? 'none'}`, transform: `translate(${x} ${y})` }, [
      svg('circle', { r: 36 }), svg('text', { y: 15 }, [sign]),
    ]);
  }

  /**
   * Patterns over territories and lines around them, where the board is a mosaic or a network.
   * @param {Board} board
   */
  territories(board) {
    const { layout, looks, cells } = board;
    if (layout.style !== 'mosaic' && layout.style !== 'network') return;
    const owner = (/** @type {number} */ part) => looks[cells[part]].owner;
    const drawn = [0, 1].flatMap((side) => {
      const mine = this.parts.flatMap((_, part) => (owner(part) === side ? [part] : []));
      const pattern = `url(#jb-${side === 0 ? 'hatch' : 'dots'}-${this.number})`;
      if (!layout.lattice) {
        const disc = (/** @type {number} */ part) => svg('circle', { cx: this.at(part)[0], cy: this.at(part)[1], r: 34, fill: pattern, class: `jb-border jb-side-${side}` });
        return mine.map(disc);
      }
      const area = mine.map((part) => `M${this.at(part)[0] - 50} ${this.at(part)[1] - 50}h100v100h-100z`).join('');
      const edge = outline(mine, layout.lattice, (part) => owner(part) === side);
      return [
        svg('path', { d: area, fill: pattern }),
        svg('path', { d: edge, class: `jb-casing jb-side-${side}` }),
        svg('path', { d: edge, class: `jb-border jb-side-${side}` }),
      ];
    });
    this.layers.territory.replaceChildren(...drawn);
  }

  /**
   * What a part is called; the cells of a lattice are called by row and column.
   * @param {number} part
   * @returns {string}
   */
  placeName(part) {
    const layout = this.shown?.layout;
    if (!layout) return '';
    const language = languageOf(this);
    if (layout.places.length) return messageText(language, layout.places[part]);
    const columns = layout.lattice?.[0] ?? 1;
    return say(language, 'place-cell', { row: Math.floor(part / columns) + 1, column: (part % columns) + 1 });
  }

  /** @param {Board} board */
  describe(board) {
    const language = languageOf(this);
    const [first, second] = board.layout.sides.map((side) => messageText(language, side));
    const turn = board.turn === null ? say(language, 'board-over') : say(language, 'board-to-move', { side: [first, second][board.turn] });
    const counts = `${first} ${board.tally[0]}, ${second} ${board.tally[1]}`;
    const text = `${say(language, 'board-name')}. ${turn}. ${counts}.`;
    set(this.picture, { role: this.playable || this.paintable ? 'group' : 'img', 'aria-label': text });
  }

  /**
   * The colours that a side may never choose, which nothing on the board shows.
   * @param {Board} board
   */
  forbid(board) {
    const language = languageOf(this);
    const sets = board.layout.forbidden ?? [];
    this.forbidden.hidden = sets.length === 0;
    this.forbidden.replaceChildren(...sets.flatMap((colours, side) => {
      if (!colours.length) return [];
      const swatches = colours.map((colour) => {
        const swatch = html('span', { class: 'jb-swatch' }, [colour[2]]);
        [swatch.style.background, swatch.style.color] = colour;
        return swatch;
      });
      const name = messageText(language, board.layout.sides[side]);
      return [html('span', {}, [say(language, 'board-forbidden', { side: name }), ' ', ...swatches])];
    }));
  }

  /**
   * The buttons for moves that are no place.
   * @param {Board} board
   */
  controls(board) {
    const language = languageOf(this);
    const active = document.activeElement;
    if (active && this.buttons.contains(active)) this.held = active.getAttribute('data-move');
    else if (active !== document.body) this.held = null;
    // What cannot be played now keeps its place, so that nothing around it moves.
    const shown = board.buttons ?? [];
    this.buttons.hidden = !this.playable || shown.length === 0;
    set(this.buttons, { 'aria-label': say(language, 'board-moves') });
    this.buttons.replaceChildren(...shown.map((choice) => {
      const gain = choice.gain ? `+${choice.gain}` : '';
      const label = messageText(language, choice.label);
      const isLetter = choice.colour !== null && label === choice.colour[2];
      const title = choice.gain ? say(language, 'board-gains', { count: choice.gain }) : null;
      const button = html('button', { type: 'button', class: 'jb-button', 'data-move': choice.move, 'data-colour': choice.colour !== null, disabled: !choice.legal, title }, [
        html('span', { class: 'jb-swatch', 'aria-hidden': isLetter ? null : 'true' }, [choice.colour ? choice.colour[2] : '']),
        html('span', { class: 'jb-called' }, [isLetter ? '' : label]), ' ', html('small', {}, [gain]),
      ]);
      const swatch = /** @type {HTMLElement} */ (button.firstElementChild);
      if (choice.colour) [swatch.style.background, swatch.style.color] = choice.colour;
      else swatch.hidden = true;
      button.addEventListener('click', () => this.send(choice.move));
      return button;
    }));
    this.refocus();
  }

  /** Gives the focus back to the button that had it, or to another where that one means nothing now. */
  refocus() {
    if (this.held === null) return;
    const free = [...this.buttons.children].filter((button) => !button.hasAttribute('disabled'));
    const button = free.find((one) => one.getAttribute('data-move') === this.held) ?? free[0];
    if (!(button instanceof HTMLElement)) return;
    button.focus();
    this.held = null;
  }

  /**
   * Where a change begins, so that it spreads from there: the last move, or the start of the side that grew.
   * @param {Board} board
   * @param {Board | null} before
   * @returns {[number, number]}
   */
  originOf(board, before) {
    const last = board.last?.[0];
    if (last !== undefined) return this.at(last);
    const grew = before && board.tally[1] - before.tally[1] > board.tally[0] - before.tally[0] ? 1 : 0;
    const start = board.layout.starts.find((part) => board.looks[board.cells[part]].owner === grew);
    return start === undefined || !this.parts.length ? [0, 0] : this.at(start);
  }

  /**
   * @param {EventTarget | null} target
   * @returns {number | null}
   */
  partOf(target) {
    const group = target instanceof Element ? target.closest('[data-part]') : null;
    return group ? Number(group.getAttribute('data-part')) : null;
  }

  /** @param {number | null} part */
  choose(part) {
    if (this.paintable && part !== null) this.dispatchEvent(new CustomEvent('joute-part', { bubbles: true, detail: { part } }));
    const move = part === null ? null : this.shown?.moves?.[part];
    if (this.playable && move) this.send(move);
  }

  /** @param {string} move */
  send(move) {
    this.dispatchEvent(new CustomEvent('joute-move', { bubbles: true, detail: { move } }));
  }

  /** @param {number | null} part */
  rove(part) {
    if (part === null || !(this.playable || this.paintable)) return;
    this.parts[this.focused]?.setAttribute('tabindex', '-1');
    this.focused = part;
    this.parts[part].setAttribute('tabindex', '0');
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (!(this.playable || this.paintable) || this.partOf(event.target) === null) return;
    const steps = /** @type {Record<string, [number, number]>} */ ({
      ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1],
    });
    if (event.key in steps) {
      const next = nearest(this.parts.map((_, part) => this.at(part)), this.focused, steps[event.key]);
      if (next !== null) this.parts[next].focus();
    } else if (event.key === 'Enter' || event.key === ' ') {
      this.choose(this.partOf(event.target));
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }
}

customElements.define('joute-board', JouteBoard);
