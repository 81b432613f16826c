// The palette: one brush of those the board offers is chosen, by mouse, by touch or by its number.

import { JouteBoard } from './board.js';
import { html } from './svg.js';

/** @typedef {{ key: string, label: string, sample: import('./board.js').Board | null, can_fill: boolean }} Brush */

export class Palette {
  /** @param {HTMLElement} element */
  constructor(element) {
    this.element = element;
    /** @type {Brush[]} */
    this.brushes = [];
    this.list = html('div', { class: 'brushes' });
    element.append(this.list);
    this.list.addEventListener('change', () => this.name());
  }

  /** The brush that is chosen. */
  get brush() {
    const chosen = this.list.querySelector('input:checked');
    return this.brushes.find((brush) => chosen instanceof HTMLInputElement && brush.key === chosen.value) ?? this.brushes[0];
  }

  /**
   * Offers brushes; the chosen one stays chosen if it is still there.
   * @param {Brush[]} brushes
   */
  offer(brushes) {
    const isSame = JSON.stringify(brushes) === JSON.stringify(this.brushes);
    if (isSame) return;
    const key = brushes.some((brush) => brush.key === this.brush?.key) ? this.brush?.key : brushes[0]?.key;
    this.brushes = brushes;
    this.list.replaceChildren(...brushes.map((brush, number) => this.button(brush, number, brush.key === key)));
    this.name();
  }

  /** Says which brush is chosen. */
  name() {
    const name = this.element.querySelector('[data-chosen]');
    if (name) name.textContent = this.brush?.label ?? '';
  }

  /**
   * @param {Brush} brush
   * @param {number} number
   * @param {boolean} isChosen
   */
  button(brush, number, isChosen) {
    const input = html('input', { type: 'radio', name: 'brush', value: brush.key, class: 'visually-hidden' });
    input.checked = isChosen;
    const picture = html('span', { class: 'sample', 'aria-hidden': 'true' }, brush.sample ? [] : [brush.key.replace('-', '−')]);
    if (brush.sample) {
      const board = new JouteBoard();
      board.show(brush.sample);
      picture.append(board);
    }
    const key = number < 10 ? html('kbd', { 'aria-hidden': 'true' }, [String((number + 1) % 10)]) : '';
    return html('label', { title: brush.label }, [input, picture, html('span', { class: 'name' }, [brush.label]), key]);
  }

  /**
   * Chooses by a number key, 0 being the tenth; tells whether there is such a brush.
   * @param {string} key
   */
  choose(key) {
    if (!/^[0-9]$/.test(key)) return false;
    const input = this.list.querySelectorAll('input')[(Number(key) + 9) % 10];
    if (!input) return false;
    input.checked = true;
    this.name();
    return true;
  }
}
