// The form of a setup: fields that the game describes, read into a setup's text and filled from one.

/** @typedef {HTMLInputElement | HTMLSelectElement} Field */

export class SetupForm {
  /** @param {HTMLFormElement} form */
  constructor(form) {
    this.form = form;
    this.game = '';
  }

  /** The fields of the game on show. @returns {Field[]} */
  get fields() {
    return [...this.form.querySelectorAll(`[data-fields="${this.game}"] [data-key]`)].filter((field) =>
      field instanceof HTMLInputElement || field instanceof HTMLSelectElement);
  }

  /** The setup as text: what differs from what holds when nothing is said. */
  get setup() {
    return this.fields.flatMap((field) => {
      const value = field instanceof HTMLInputElement && field.type === 'checkbox' ? (field.checked ? 'yes' : '') : field.value.trim();
      return value === '' || value === field.dataset.default ? [] : [`${field.dataset.key}=${value}`];
    }).join(',');
  }

  /**
   * Shows the fields of a game with these values; nobody's typing is disturbed.
   * @param {string} game
   * @param {Record<string, string>} values
   */
  show(game, values) {
    this.game = game;
    for (const group of this.form.querySelectorAll('[data-fields]')) {
      if (group instanceof HTMLElement) group.hidden = group.dataset.fields !== game;
    }
    for (const field of this.fields) {
      const value = values[field.dataset.key ?? ''] ?? field.dataset.default ?? '';
      if (field instanceof HTMLInputElement && field.type === 'checkbox') field.checked = value === 'yes';
      else if (field !== document.activeElement || field.value === '') field.value = value;
    }
  }

  /**
   * Gives the seed another value.
   * @param {number} seed
   */
  reseed(seed) {
    const field = this.fields.find((one) => one.dataset.key === 'seed');
    if (field) field.value = String(seed);
  }
}
