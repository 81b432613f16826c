// What stands below a <joute-board>: the colours that a side may never choose, and buttons for moves that are no place.

import { languageOf, messageText, say } from './messages.js';
import { html, set } from './svg.js';

/**
 * @typedef {import('./board.js').Board} Board
 * @typedef {import('./board.js').JouteBoard} JouteBoard
 */

export class Controls {
  /** @param {JouteBoard} board */
  constructor(board) {
    this.board = board;
    this.forbidden = html('div', { class: 'jb-forbidden', hidden: true });
    this.buttons = html('div', { class: 'jb-buttons', role: 'group', hidden: true });
    /** @type {string | null} the button that had the focus and could not keep it */
    this.held = null;
  }

  /**
   * Shows what a board has.
   * @param {Board} shown
   */
  show(shown) {
    this.forbid(shown);
    this.offer(shown);
  }

  /**
   * The colours that a side may never choose, which nothing on the board shows.
   * @param {Board} shown
   */
  forbid(shown) {
    const language = languageOf(this.board);
    const sets = shown.layout.forbidden ?? [];
    this.forbidden.hidden = sets.length === 0;
    this.forbidden.replaceChildren(...sets.flatMap((colours, side) => {
      if (!colours.length) return [];
      const swatches = colours.map((colour) => {
        const swatch = html('span', { class: 'jb-swatch' }, [colour[2]]);
        [swatch.style.background, swatch.style.color] = colour;
        return swatch;
      });
      const name = messageText(language, shown.layout.sides[side]);
      return [html('span', {}, [say(language, 'board-forbidden', { side: name }), ' ', ...swatches])];
    }));
  }

  /**
   * The buttons for moves that are no place.
   * @param {Board} shown
   */
  offer(shown) {
    const language = languageOf(this.board);
    const active = document.activeElement;
    if (active && this.buttons.contains(active)) this.held = active.getAttribute('data-move');
    else if (active !== document.body) this.held = null;
    // What cannot be played now keeps its place, so that nothing around it moves.
    const offered = shown.buttons ?? [];
    this.buttons.hidden = !this.board.playable || offered.length === 0;
    set(this.buttons, { 'aria-label': say(language, 'board-moves') });
    this.buttons.replaceChildren(...offered.map((choice) => {
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
      button.addEventListener('click', () => this.board.send(choice.move));
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
}
