// What an engine thought of a game: the graph, what it says of the move on show, and both players' mistakes counted.

import { Evaluation, leadText, markOf, numberText } from './evaluation.js';
import { moveText, say, unitText } from './messages.js';
import { html, set, svg } from './svg.js';

/**
 * @typedef {import('./replay-data.js').Replay} Replay
 * @typedef {import('./replay-data.js').Kind} Kind
 * @typedef {import('./replay-data.js').Note} Note
 * @typedef {import('./messages.js').Language} Language
 * @typedef {{ go: (ply: number) => void, jump: (back: boolean) => void, better: () => void }} Acts
 */

/** The kinds of mistakes with the signs that stand behind moves. */
export const SIGNS = /** @type {const} */ ([['inaccuracy', '?!'], ['mistake', '?'], ['blunder', '??']]);

/** The counts of a summary, in the order of the kinds. */
const COUNTS = /** @type {const} */ (['inaccuracies', 'mistakes', 'blunders']);

/**
 * What is said of a move that lost something.
 * @param {Replay} replay
 * @param {Language} language
 * @param {Note} note
 * @returns {string}
 */
export function noteText(replay, language, note) {
  const exact = note.exact ? ` (${say(language, 'review-exact')})` : '';
  return say(language, 'review-note', {
    kind: say(language, `review-${note.kind}`), loss: numberText(language, note.loss), unit: unitText(language, replay.layout.unit, note.loss),
    move: moveText(language, note.line.split(' ')[0]),
  }) + exact;
}

/**
 * The sign of a kind of mistake, to stand behind a move.
 * @param {Language} language
 * @param {Kind} kind
 * @returns {HTMLElement}
 */
export function signOf(language, kind) {
  const sign = SIGNS.find(([name]) => name === kind)?.[1] ?? '';
  return html('span', { class: `jr-sign jr-${kind}`, title: say(language, `review-${kind}`) }, [
    html('span', { 'aria-hidden': 'true' }, [sign]), html('span', { class: 'jr-unseen' }, [` ${say(language, `review-${kind}`)}`]),
  ]);
}

export class ReviewView {
  /**
   * @param {Replay} replay
   * @param {Language} language
   * @param {Acts} acts
   */
  constructor(replay, language, acts) {
    this.replay = replay;
    this.language = language;
    this.graph = new Evaluation(replay, language, acts.go);
    this.previous = this.arrow('previous-mistake', 'M10 5v14l-8-7zM17 7l5 5-5 5-5-5z', () => acts.jump(true));
    this.next = this.arrow('next-mistake', 'M14 5l8 7-8 7zM7 7l5 5-5 5-5-5z', () => acts.jump(false));
    this.better = html('button', { type: 'button', class: 'jr-better', 'aria-pressed': 'false' }, [say(language, 'review-better')]);
    this.better.addEventListener('click', acts.better);
    this.verdict = html('span', { class: 'jr-verdict' });
    this.line = html('small', { class: 'jr-expected' });
    const text = html('span', { class: 'jr-note-text' }, [this.verdict, this.line]);
    this.note = html('div', { class: 'jr-note', role: 'group', 'aria-label': say(language, 'review-title') }, [this.previous, text, this.better, this.next]);
    this.table = html('table', { class: 'jr-summary' });
    const label = say(language, 'review-title');
    // On a phone the table stands behind a button.
    this.summary = html('div', { class: 'more jr-more', 'data-more': true }, [
      html('button', { type: 'button', class: 'jr-sums', 'data-more-button': true, 'aria-expanded': 'false', 'aria-label': label, title: label }, ['?!']),
      html('div', { class: 'choices' }, [this.table]),
    ]);
    this.update();
  }

  /**
   * @param {'previous-mistake' | 'next-mistake'} name
   * @param {string} path
   * @param {() => void} act
   */
  arrow(name, path, act) {
    const label = say(this.language, `review-${name}`);
    const picture = svg('svg', { viewBox: '0 0 24 24', 'aria-hidden': 'true' }, [svg('path', { d: path })]);
    const button = html('button', { type: 'button', class: `jr-button jr-${name}`, 'aria-label': label, title: label }, [picture]);
    button.addEventListener('click', act);
    return button;
  }

  /** Shows what the review has come to know. */
  update() {
    this.graph.draw();
    const { replay, language } = this;
    const review = replay.data.review;
    const hasMistakes = replay.mistakes().length > 0;
    set(this.previous, { disabled: !hasMistakes });
    set(this.next, { disabled: !hasMistakes });
    if (!review) return;
    const mark = (/** @type {number} */ side) => html('span', { class: `jr-mark jr-side-${side}`, 'aria-hidden': 'true' });
    const players = replay.data.players.map((name, side) => html('th', { scope: 'col', title: name }, [mark(side), ' ', name]));
    const row = (/** @type {(Node | string)[]} */ head, /** @type {(string | number)[]} */ cells) => html('tr', {}, [
      html('th', { scope: 'row' }, head), ...cells.map((cell) => html('td', {}, [String(cell)])),
    ]);
    this.table.replaceChildren(
      html('caption', {}, [say(language, 'review-title')]),
      html('thead', {}, [html('tr', {}, [html('td'), ...players])]),
      html('tbody', {}, [
        ...SIGNS.map(([kind], index) => row([markOf(kind), say(language, `review-${COUNTS[index]}`)], review.summary.map((one) => one[COUNTS[index]]))),
        row([say(language, 'review-average-loss')], review.summary.map((one) => numberText(language, one.average_loss))),
      ]),
    );
  }

  /**
   * What is known of a position, in a sentence.
   * @param {number} ply
   * @returns {string}
   */
  sentence(ply) {
    const { replay, language } = this;
    const value = replay.data.review?.values[ply];
    const note = replay.note(ply);
    const lead = value === undefined ? '' : leadText(replay, language, value);
    return note ? `${noteText(replay, language, note)}. ${lead}` : lead;
  }

  /**
   * Shows what is known after a ply; `isBetter` when the board shows the better move.
   * @param {number} ply
   * @param {boolean} isBetter
   */
  show(ply, isBetter) {
    const { replay, language } = this;
    const note = replay.note(ply);
    this.graph.show(ply, this.sentence(ply));
    this.verdict.replaceChildren(...(note ? [markOf(note.kind), noteText(replay, language, note)] : [this.sentence(ply)]));
    this.verdict.className = `jr-verdict${note ? ` jr-${note.kind}` : ''}`;
    const line = note?.line.split(' ').map((move) => moveText(language, move)).join(' ') ?? '';
    this.line.textContent = note && line.includes(' ') ? say(language, 'review-expected', { line }) : '';
    this.better.hidden = !note;
    set(this.better, { 'aria-pressed': String(isBetter) });
  }
}
