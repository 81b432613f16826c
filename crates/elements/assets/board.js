// <joute-board>: draws a board from its data and turns clicks, touches and keys into moves. It knows styles of boards
// (felt, wood, mosaic, network) and no game: which part means which move is in the data.

import { cloth, definitions, plank } from './art.js';
import { Controls } from './controls.js';
import { languageOf, messageText, say } from './messages.js';
import { flood, rings, travel, wave } from './motion.js';
import { lastMark, makePart, pieces, startMark } from './parts.js';
import { CELL, GAP, nearest } from './places.js';
import { Plan } from './plan.js';
import { Preview } from './preview.js';
import { html, prefersStillness, set, svg } from './svg.js';
import { Territory } from './territory.js';

/**
 * @typedef {import('./messages.js').Message} Message
 * @typedef {'square' | 'pit' | 'store' | 'vertex'} Shape
 * @typedef {{ fill?: string, ink?: string, letter?: string, blocked?: boolean, owner?: number, disc?: number,
 *   seeds?: number, text: Message }} Look
 * @typedef {{ style: 'felt' | 'wood' | 'mosaic' | 'network', width: number, height: number,
 *   lattice: [number, number] | null, columns: string[], rows: string[], parts: [number, number, Shape][],
 *   places: Message[], starts: number[], links: [number, number][], wraps?: boolean, sides: [Message, Message],
 *   symbols: [string, string], forbidden?: [string, string, string][][], total: number, unit: string }} BoardLayout
 * @typedef {{ move: string, label: Message, colour: [string, string, string] | null, legal: boolean,
 *   gain: number | null }} MoveButton
 * @typedef {{ layout: BoardLayout, looks: Look[], cells: ArrayLike<number>, moves?: (string | null)[], buttons?: MoveButton[],
 *   last?: number[], flows?: [number, number[]][], takes?: Record<string, Take>, tally: [number, number], turn: number | null }} Board
 * @typedef {{ parts: number[], path?: number[], gain: number }} Take
 * @typedef {{ x: number, y: number, shape: Shape }} Place
 */

/** Where windows are too narrow for stores at both ends of a board, they lie above and below it, and pits are large enough for a thumb. */
const NARROW = '(max-width: 46rem) and (orientation: portrait)';

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
    /** Where everything lies: known as soon as there is a board. */
    this.plan = /** @type {Plan} */ (/** @type {unknown} */ (null));
    /** @type {SVGGElement[]} */
    this.parts = [];
    this.focused = 0;
    /** @type {Set<number>} parts that show something else than the board says */
    this.dabbed = new Set();
    this.number = ++boardsMade;
    /** What moves on the board at the moment. @type {import('./motion.js').Motion | null} */
    this.motion = null;
    this.territory = new Territory(this);
    this.preview = new Preview(this);
    this.narrow = matchMedia(NARROW);
    /** Lays the board out anew for another window. */
    this.laid = () => { if (this.shown?.layout.style === 'wood') this.lay(); };
    this.skip = () => this.still();
    this.picture = svg('svg', { class: 'jb-picture' });
    /** @type {Record<string, SVGElement>} */
    this.layers = {};
    this.controls = new Controls(this);
    this.voice = html('div', { class: 'jb-voice', 'aria-live': 'polite' });
  }

  static get observedAttributes() {
    return ['flipped'];
  }

  attributeChangedCallback() {
    if (this.shown && this.parts.length) this.lay();
  }

  /** Draws everything again where it stands, for another window or from another side. */
  lay() {
    const { shown } = this;
    this.still();
    this.parts = [];
    if (shown) this.show(shown);
  }

  /** Ends what moves: the board is as it is. */
  still() {
    const motion = this.motion;
    this.motion = null;
    motion?.end();
  }

  disconnectedCallback() {
    this.narrow.removeEventListener('change', this.laid);
    this.still();
  }

  connectedCallback() {
    this.narrow.addEventListener('change', this.laid);
    if (this.contains(this.picture)) return;
    this.classList.add('joute-board');
    this.append(this.picture, this.controls.forbidden, this.buttons, this.voice);
    // Not on the picture: an SVG that listens for the focus becomes a stop of the tab key.
    this.addEventListener('click', (event) => {
      // A pointer's click on a board to paint on is a stroke already; a click without one comes from a screen reader.
      if (!this.paintable || event.detail === 0) this.choose(this.partOf(event.target));
    });
    this.addEventListener('keydown', (event) => this.key(event));
    this.addEventListener('focusin', (event) => this.rove(this.partOf(event.target)));
    this.preview.listen();
    if (this.shown) this.show(this.shown);
  }

  /** The buttons for moves that are no place. */
  get buttons() {
    return this.controls.buttons;
  }

  /** The board on show. */
  get board() {
    return this.shown;
  }

  set board(board) {
    if (board) this.show(board);
  }

  /** Whether Second sits at the bottom. */
  get flipped() {
    return this.hasAttribute('flipped');
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
    this.still();
    const before = this.shown;
    const isNew = !before || !this.parts.length || !isSameLayout(before.layout, board.layout);
    this.shown = board;
    const held = isNew && this.contains(document.activeElement) ? this.partOf(document.activeElement) : null;
    if (isNew) this.build(board);
    const changed = [];
    // Boards have many parts and few looks: each pair of looks is compared once.
    /** @type {Map<string, boolean>} */
    const alike = new Map();
    for (let part = 0; part < this.parts.length; part++) {
      const look = board.looks[board.cells[part]];
      const old = isNew || !before ? null : before.looks[before.cells[part]];
      const pair = `${before?.cells[part]} ${board.cells[part]}`;
      if (old && !alike.has(pair)) alike.set(pair, isAlike(old, look));
      if (old && !this.dabbed.has(part) && alike.get(pair)) continue;
      this.paint(part, look);
      changed.push(part);
    }
    this.dabbed.clear();
    this.preview.end();
    this.mark(board);
    this.territory.draw(board);
    this.describe(board);
    this.controls.show(board);
    // A layout that changed under somebody who walks on it: the walk goes on.
    if (held !== null && held < this.parts.length) this.parts[held].focus();
    if (isNew || !before || !animated || changed.length === 0) return;
    if (!prefersStillness()) this.move(before, board, changed);
    this.dispatchEvent(new CustomEvent('joute-shown', { bubbles: true, detail: { style: board.layout.style, count: changed.length, over: board.turn === null } }));
  }

  /**
   * Has what changed be seen happening. The board shows already how it ends.
   * @param {Board} before
   * @param {Board} board
   * @param {number[]} changed
   */
  move(before, board, changed) {
    const settle = () => this.settle();
    const { style } = board.layout;
    if (board.flows?.length) {
      const parts = [...new Set(board.flows.flatMap(([from, to]) => [from, ...to]))];
      for (const part of parts) this.paint(part, before.looks[before.cells[part]]);
      const count = (/** @type {number} */ part, /** @type {number} */ seeds) => this.paint(part, { ...board.looks[board.cells[part]], seeds });
      this.motion = travel(this, before, board, count, () => {
        for (const part of parts) this.paint(part, board.looks[board.cells[part]]);
        settle();
      });
    } else if (style === 'felt') {
      const discs = changed.filter((part) => board.looks[board.cells[part]].disc !== undefined);
      const origin = board.last?.[0] === undefined ? this.at(changed[0]) : this.at(board.last[0]);
      this.motion = wave(this, discs.map((part) => ({ part, from: before.looks[before.cells[part]].disc })), origin, settle);
    } else if (style !== 'wood') {
      const owner = (/** @type {Board} */ one, /** @type {number} */ part) => one.looks[one.cells[part]].owner;
      const grown = changed.filter((part) => owner(before, part) !== owner(board, part));
      const side = grown.length ? owner(board, grown[0]) : undefined;
      this.motion = flood(this, before, rings(grown, (part) => owner(before, part) === side, (part) => this.territory.around(part)), settle);
    }
    if (!this.motion) return;
    this.toggleAttribute('data-moving', true);
    for (const kind of ['pointerdown', 'keydown']) document.addEventListener(kind, this.skip, { capture: true });
  }

  /** Nothing moves any more. */
  settle() {
    this.motion = null;
    this.removeAttribute('data-moving');
    for (const kind of ['pointerdown', 'keydown']) document.removeEventListener(kind, this.skip, { capture: true });
    for (const group of this.parts) group.lastElementChild?.setAttribute('class', 'jb-piece');
  }

  /**
   * Shows a part differently until the next board is shown.
   * @param {number} part
   * @param {Look | null} look nothing marks the part alone
   */
  dab(part, look) {
    this.dabbed.add(part);
    if (look) this.paint(part, look);
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
    this.plan = new Plan(layout, { isCompact: layout.style === 'wood' && this.narrow.matches, isFlipped: this.flipped });
    this.dataset.style = layout.style;
    const box = this.plan.box();
    set(this.picture, { viewBox: box.join(' '), 'font-size': 40 });
    const [left, top, width, tall] = box;
    // Whoever gives a board its place may need to know its proportions.
    /** @type {HTMLElement} */ (this.closest('[data-stage]') ?? this).style.setProperty('--aspect', (width / tall).toFixed(4));
    const back = svg('rect', { class: 'jb-card', x: left, y: top, width, height: tall, rx: Math.min(width, tall) * 0.025 });
    const names = /** @type {const} */ (['under', 'links', 'parts', 'ghosts', 'territory', 'flight', 'marks', 'overlay', 'preview', 'labels']);
    this.layers = Object.fromEntries(names.map((name) => [name, svg('g', { class: `jb-${name}` })]));
    for (const name of names) if (name !== 'parts') this.layers[name].setAttribute('pointer-events', 'none');
    this.picture.replaceChildren(definitions(layout, this.number), back, ...names.map((name) => this.layers[name]));
    this.drawBackground(layout, box);
    this.parts = this.plan.places.map((place, part) => makePart(this, place, part, layout));
    this.layers.parts.append(...this.parts);
    this.focused = 0;
  }

  /**
   * @param {BoardLayout} layout
   * @param {number[]} box
   */
  drawBackground(layout, box) {
    if (layout.style === 'felt') this.layers.under.append(...cloth(layout));
    if (layout.style === 'wood') this.layers.under.append(...plank(box, ((layout.height + GAP) / 2) * CELL, this.number));
    const lines = layout.links.map(([a, b]) => `M${this.at(a).join(' ')}L${this.at(b).join(' ')}`).join('');
    if (lines) this.layers.links.append(svg('path', { class: 'jb-link', d: lines }));
    const label = (/** @type {string} */ text, /** @type {number} */ x, /** @type {number} */ y) =>
      this.layers.labels.append(svg('text', { class: 'jb-label', x, y: y + 11 }, [text]));
    const place = (/** @type {number} */ at, /** @type {number} */ count) => ((this.plan.isFlipped ? count - 1 - at : at) + 0.5) * CELL;
    layout.columns.forEach((text, column) => label(text, place(column, layout.columns.length), -0.25 * CELL));
    layout.rows.forEach((text, row) => label(text, -0.25 * CELL, place(row, layout.rows.length)));
  }

  /**
   * The centre of a part in the picture.
   * @param {number} part
   */
  at(part) {
    return this.plan.at(part);
  }

  /**
   * Some parts as one shape.
   * @param {number[]} parts
   * @param {string} fill
   */
  area(parts, fill) {
    return svg('path', { d: this.plan.area(parts), fill });
  }

  /**
   * Gives a part its look.
   * @param {number} part
   * @param {Look} look
   */
  paint(part, look) {
    const group = this.parts[part];
    const face = /** @type {SVGElement} */ (group.firstElementChild);
    const piece = /** @type {SVGElement} */ (group.lastElementChild);
    if (look.fill) face.style.fill = look.fill;
    else face.style.removeProperty('fill');
    group.classList.toggle('jb-blocked', look.blocked === true);
    piece.replaceChildren(...pieces(this, part, look));
  }

  /**
   * Marks the last move, legal moves and starts, and names every part.
   * @param {Board} board
   */
  mark(board) {
    const { moves = [], last = [], layout } = board;
    const lastParts = new Set(last);
    const language = languageOf(this);
    this.parts.forEach((group, part) => {
      const isLast = lastParts.has(part);
      const isLegal = this.playable && Boolean(moves[part]);
      group.classList.remove('jb-tip');
      group.classList.toggle('jb-last', isLast);
      group.classList.toggle('jb-legal', isLegal);
      if (!this.playable && !this.paintable) {
        if (group.hasAttribute('role')) set(group, { role: null, tabindex: null, 'aria-label': null, 'aria-disabled': null });
        return;
      }
      const state = board.looks[board.cells[part]].text;
      const gain = isLegal ? board.takes?.[moves[part] ?? '']?.gain : undefined;
      const said = [this.placeName(part), messageText(language, state), isLegal ? say(language, 'board-legal') : '', gain ? say(language, 'board-gains', { count: gain }) : ''];
      const name = said.filter(Boolean).join(', ');
      set(group, { role: 'button', tabindex: part === this.focused ? 0 : -1, 'aria-label': name });
      set(group, { 'aria-disabled': isLegal || this.paintable ? null : 'true' });
    });
    const side = board.turn ?? 0;
    const dots = this.parts.flatMap((group, part) => {
      const isDot = group.classList.contains('jb-legal') && layout.style === 'felt';
      return isDot ? [svg('circle', { class: `jb-hint jb-side-${side}`, cx: this.at(part)[0], cy: this.at(part)[1], r: 13 })] : [];
    });
    const isPlace = layout.style === 'felt' || layout.style === 'wood';
    const lasts = isPlace ? last.filter((part) => part < this.parts.length).map((part) => lastMark(this, layout, part)) : [];
    const starts = layout.starts.map((part) => startMark(this, board, part));
    this.layers.marks.replaceChildren(...starts, ...dots, ...lasts);
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
