// Layers over a <joute-board>, and a legend to switch them on and off. Each layer has a shape of its own and a place on
// the part, so that several can be told apart on one part, with or without colours.

import { html, set, svg } from './svg.js';

/**
 * @typedef {import('./board.js').JouteBoard} JouteBoard
 * @typedef {'frame' | 'ring' | 'dot' | 'cross' | 'diamond' | 'hatch' | 'up' | 'down' | 'square' | 'disc' | 'note'} Mark
 * @typedef {{ kind: string, name: string, mark: Mark, parts: number[], notes: string[], seen: boolean }} Layer
 */

/** The outlines of the marks around the centre of a part that is 100 wide. @type {Record<Mark, string>} */
const OUTLINES = {
  frame: 'M-42 -42H42V42H-42Z',
  ring: 'M-33 0A33 33 0 1 1 33 0A33 33 0 1 1 -33 0Z',
  dot: 'M20 30A10 10 0 1 1 40 30A10 10 0 1 1 20 30Z',
  cross: 'M-40 -40L-20 -20M-20 -40L-40 -20',
  diamond: 'M0 -46L13 -31L0 -16L-13 -31Z',
  hatch: 'M-50 -20L-20 -50M-50 10L10 -50M-50 40L40 -50M-35 50L50 -35M-5 50L50 -5M25 50L50 25',
  up: 'M-43 41L-31 19L-19 41Z',
  down: 'M19 -41L31 -19L43 -41Z',
  square: 'M-20 -20H20V20H-20Z',
  disc: 'M-22 0A22 22 0 1 1 22 0A22 22 0 1 1 -22 0Z',
  note: '',
};

/**
 * A mark: a dark casing under a light line, to be seen on every ground.
 * @param {Layer} layer
 * @param {string} [note]
 * @returns {SVGElement[]}
 */
function drawn({ mark }, note) {
  const lines = OUTLINES[mark]
    ? [svg('path', { class: `jo-casing jo-${mark}`, d: OUTLINES[mark] }), svg('path', { class: `jo-mark jo-${mark}`, d: OUTLINES[mark] })]
    : [];
  // Where the mark stands beside the middle, so does its note.
  const [x, y] = mark === 'cross' ? [-30, -2] : mark === 'ring' ? [0, 11] : [0, 10];
  return note ? [...lines, svg('text', { class: `jo-note jo-${mark}`, x, y }, [note])] : lines;
}

export class Overlay {
  /**
   * @param {JouteBoard} board
   * @param {HTMLElement} legend where the names of the layers stand
   */
  constructor(board, legend) {
    this.board = board;
    this.legend = legend;
    /** What somebody switched on or off, by kind. @type {Map<string, boolean>} */
    this.chosen = new Map();
    /** @type {Layer[]} */
    this.layers = [];
  }

  /**
   * Shows layers over the board that is on show.
   * @param {Layer[]} layers
   */
  show(layers) {
    this.layers = layers;
    this.draw();
    this.list();
  }

  /** What was switched by hand is forgotten: another strategy looks at other things. */
  forget() {
    this.chosen.clear();
  }

  /** @param {Layer} layer */
  isOn(layer) {
    return this.chosen.get(layer.kind) ?? layer.seen;
  }

  draw() {
    const shown = this.layers.filter((layer) => this.isOn(layer));
    const groups = shown.map((layer) => svg('g', { class: 'jo-layer', 'data-layer': layer.kind }, layer.parts.map((part, at) => {
      const [x, y] = this.board.at(part);
      return svg('g', { transform: `translate(${x} ${y})` }, drawn(layer, layer.notes[at]));
    })));
    this.board.layers.overlay.replaceChildren(...groups);
    this.describe(shown);
  }

  /**
   * Says of every part what it is part of.
   * @param {Layer[]} shown
   */
  describe(shown) {
    /** @type {Map<number, string[]>} */
    const said = new Map();
    for (const { name, parts, notes } of shown) {
      parts.forEach((part, at) => said.set(part, [...said.get(part) ?? [], notes[at] ? `${name} ${notes[at]}` : name]));
    }
    this.board.parts.forEach((group, part) => {
      const label = group.getAttribute('aria-label');
      const plain = group.getAttribute('data-plain') ?? label;
      if (label === null || plain === null) return;
      const names = said.get(part);
      set(group, { 'aria-label': names ? `${plain}; ${names.join('; ')}` : plain, 'data-plain': plain });
    });
  }

  /** The board was drawn anew: what its parts were called before means nothing now. */
  refresh() {
    this.board.parts.forEach((group) => group.removeAttribute('data-plain'));
  }

  list() {
    const held = this.legend.contains(document.activeElement) ? document.activeElement?.getAttribute('name') : null;
    this.legend.replaceChildren(...this.layers.map((layer) => {
      const box = html('input', { type: 'checkbox', name: layer.kind });
      box.checked = this.isOn(layer);
      box.addEventListener('change', () => {
        this.chosen.set(layer.kind, box.checked);
        this.draw();
      });
      const sample = svg('svg', { class: 'jo-sample', viewBox: '-52 -52 104 104', 'aria-hidden': 'true' }, [
        svg('rect', { class: 'jo-ground', x: -52, y: -52, width: 104, height: 104, rx: 12 }), ...drawn(layer, layer.notes.length ? '3' : undefined),
      ]);
      return html('li', {}, [html('label', {}, [box, sample, html('span', {}, [layer.name]), ' ', html('small', {}, [String(layer.parts.length)])])]);
    }));
    if (held) /** @type {HTMLElement | null} */ (this.legend.querySelector(`[name="${held}"]`))?.focus();
  }
}
