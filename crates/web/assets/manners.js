// What people at a table ask each other: one question at a time, with what can be answered; phrases, one's name and one's habits.

import { clockText } from './clock.js';
import { messageText, say } from './messages.js';
import { isNotifying, setNotifying } from './turn.js';

/**
 * @typedef {import('./play.js').Frame} Frame
 * @typedef {import('./play.js').Start} Start
 * @typedef {{ text: string, answers: { label: string, do: () => unknown }[] }} Question
 * @typedef {{ start: Start, language: string, root: HTMLElement, frame: () => Frame, since: () => number,
 *   tell: (saying: unknown) => Promise<any>, run: (work: () => unknown) => Promise<void>, rematch: () => Promise<void>,
 *   undo: () => Promise<void>, trouble: (text: string | null) => void }} Table
 */

const CONFIRM = 'joute-confirm-moves';

/** Whether each move is to be confirmed. */
export function isConfirming() {
  return localStorage.getItem(CONFIRM) === 'yes';
}

/** @param {Table} table */
export function manners(table) {
  const { start, language, root } = table;
  const place = /** @type {HTMLElement | null} */ (root.querySelector('[data-question]'));
  /** A move that waits to be confirmed. @type {{ text: string, play: () => unknown } | null} */
  let pending = null;
  /** What the buttons do now. @type {Question | null} */
  let asked = null;

  /** @param {string} key @param {Record<string, string>} [gaps] */
  const words = (key, gaps) => say(language, key, gaps);

  /** @returns {Question | null} */
  function question() {
    if (pending) {
      const { text, play } = pending;
      const close = () => { pending = null; show(); };
      return {
        text: words('table-confirm-move', { move: text }),
        answers: [{ label: words('table-confirm-yes'), do: () => { close(); return play(); } }, { label: words('table-confirm-no'), do: close }],
      };
    }
    const { table: manners, ending, names, board } = table.frame();
    const own = start.seat;
    if (own === null) return null;
    const other = 1 - own;
    const name = messageText(language, names[other]);
    const decline = { label: words('table-decline'), do: () => table.tell('decline') };
    const withdraw = { label: words('table-withdraw'), do: () => table.tell('decline') };
    /** @type {[string, number | null, () => unknown][]} */
    const offers = ending ? [['rematch', manners.closed ? null : manners.again, table.rematch]]
      : [['draw', manners.draw, () => table.tell('draw')], ['takeback', manners.takeback, table.undo]];
    for (const [kind, by, accept] of offers) {
      if (by === other) return { text: words(`table-offers-${kind}`, { name }), answers: [{ label: words('table-accept'), do: accept }, decline] };
    }
    for (const [kind, by] of offers) {
      if (by === own) return { text: words(`table-you-offer-${kind}`), answers: [withdraw] };
    }
    const away = manners.away[other];
    if (ending || away === null || board.turn !== other || !start.people[other]) return null;
    const left = start.absence - away - table.since();
    if (left > 0) return { text: words('table-claim-soon', { name, time: clockText(left) }), answers: [] };
    // A game in which not both have moved has no result to claim.
    const close = { label: words('table-claim-close'), do: () => table.tell({ claim: 'draw' }) };
    return {
      text: words('table-has-left', { name }),
      answers: table.frame().ply < 2 ? [close] : [
        { label: words('table-claim-win'), do: () => table.tell({ claim: 'win' }) },
        { label: words('table-claim-draw'), do: () => table.tell({ claim: 'draw' }) },
      ],
    };
  }

  /** Shows what there is to answer; buttons that stay the same stay where they are. */
  function show() {
    if (!place) return;
    asked = question();
    place.hidden = !asked;
    const text = place.querySelector('[data-question-text]');
    if (text && text.textContent !== (asked?.text ?? '')) text.textContent = asked?.text ?? '';
    for (const button of place.querySelectorAll('[data-answer]')) {
      if (!(button instanceof HTMLButtonElement)) continue;
      const answer = asked?.answers[Number(button.dataset.answer)];
      button.hidden = !answer;
      if (answer && button.textContent !== answer.label) button.textContent = answer.label;
    }
    showSaid();
  }

  function showSaid() {
    const log = /** @type {HTMLElement | null} */ (root.querySelector('[data-chat]'));
    if (!log) return;
    const { table: { said }, names } = table.frame();
    const last = said.at(-1);
    log.hidden = !last;
    if (!last) return;
    const text = `${messageText(language, names[last[0]])}: ${words(`table-phrase-${last[1]}`)}`;
    if (log.textContent !== text) log.textContent = text;
  }

  place?.addEventListener('click', (event) => {
    const button = event.target instanceof Element ? event.target.closest('[data-answer]') : null;
    if (button instanceof HTMLElement) table.run(() => asked?.answers[Number(button.dataset.answer)]?.do());
  });

  const phrases = root.querySelector('[data-phrases]');
  if (phrases instanceof HTMLSelectElement) {
    phrases.addEventListener('change', () => {
      const phrase = phrases.value;
      phrases.value = '';
      if (phrase) table.run(() => table.tell({ phrase }));
    });
  }

  const name = root.querySelector('[data-own-name]');
  if (name instanceof HTMLInputElement) {
    name.addEventListener('change', () => table.run(() => table.tell({ name: name.value })));
    name.addEventListener('keydown', (event) => { if (event.key === 'Enter') name.blur(); });
  }

  const confirms = root.querySelector('[data-option=confirm]');
  if (confirms instanceof HTMLInputElement) {
    confirms.checked = isConfirming();
    confirms.addEventListener('change', () => localStorage.setItem(CONFIRM, confirms.checked ? 'yes' : 'no'));
  }
  const notifies = root.querySelector('[data-option=notify]');
  if (notifies instanceof HTMLInputElement) {
    notifies.checked = isNotifying();
    notifies.addEventListener('change', () => table.run(async () => {
      const isWanted = notifies.checked;
      notifies.checked = await setNotifying(isWanted);
      if (isWanted && !notifies.checked) table.trouble(words('table-notify-no'));
    }));
  }

  setInterval(() => { if (asked?.answers.length === 0) show(); }, 500);
  return {
    show,
    /**
     * Asks whether a move is meant.
     * @param {string} text
     * @param {() => unknown} play
     */
    confirm(text, play) { pending = { text, play }; show(); },
    /** Whatever waited to be confirmed belongs to another position. */
    forget() { pending = null; },
  };
}
