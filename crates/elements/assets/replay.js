// <joute-replay>: a stored game with its board, clocks, graph, moves and logs; stepped by mouse, touch or keys.

import { JouteBoard } from './board.js';
import { Replay } from './replay-data.js';
import { Graph } from './graph.js';
import { languageOf, messageText, moveText, say, unitText } from './messages.js';
import { ReviewView, signOf } from './review.js';
import { html, set, svg } from './svg.js';

/**
 * @typedef {import('./replay-data.js').Review} Review
 * @typedef {import('./messages.js').Message} Message
 */

/** Moves a second. */
const SPEEDS = [0.5, 1, 2, 4, 8, 16];

/** The paths of the buttons' pictures, in a box of 24. */
const ICONS = {
  first: 'M6 5h2.5v14H6zM19 5v14l-9.5-7z',
  previous: 'M16 5v14l-9.5-7z',
  play: 'M8 5v14l11-7z',
  pause: 'M7 5h3.5v14H7zM13.5 5H17v14h-3.5z',
  next: 'M8 5l9.5 7L8 19z',
  last: 'M15.5 5H18v14h-2.5zM5 5l9.5 7L5 19z',
  lead: 'M4 17l5-6 4 3 7-9v4l-7 9-4-3-3.5 4.2z',
  fault: 'M12 3l10 18H2zM11 10v5h2v-5zM11 17v2h2v-2z',
};

/**
 * A time in milliseconds as people read it.
 * @param {number} time
 * @returns {string}
 */
function timeText(time) {
  if (time < 10_000) return `${(time / 1000).toFixed(time < 1000 ? 2 : 1)} s`;
  const seconds = Math.round(time / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

export class JouteReplay extends HTMLElement {
  constructor() {
    super();
    /** @type {Replay | null} */
    this.shown = null;
    this.at = 0;
    /** @type {number | undefined} */
    this.timer = undefined;
    this.board = new JouteBoard();
    /** @type {Graph | null} */
    this.graph = null;
    /** @type {ReviewView | null} */
    this.reviewView = null;
    /** Whether the board shows the better move in place of the one that was played. */
    this.isBetter = false;
    /** @type {HTMLElement[]} */
    this.cards = [];
    /** @type {HTMLButtonElement[]} */
    this.moveButtons = [];
    this.range = html('input', { type: 'range', class: 'jr-range', min: 0, step: 1 });
    this.speed = html('select', { class: 'jr-speed' });
    this.playButton = html('button', { type: 'button' });
    this.counter = html('output', { class: 'jr-counter' });
    this.log = html('pre', { class: 'jr-log', tabindex: 0 });
    /** What the page has put beside the game. @type {Element | null} */
    this.tools = null;
    /** Keys of the whole page: nobody need press a button first. @param {KeyboardEvent} event */
    this.heard = (event) => this.hear(event);
  }

  connectedCallback() {
    document.addEventListener('keydown', this.heard);
  }

  disconnectedCallback() {
    document.removeEventListener('keydown', this.heard);
    this.pause();
  }

  /** The replay on show. */
  get replay() {
    return this.shown;
  }

  set replay(replay) {
    this.pause();
    this.shown = replay;
    this.at = 0;
    if (replay) this.build(replay);
  }

  /** What an engine thought of the game; it may be given later than the replay, and again as it grows. */
  get review() {
    return this.shown?.data.review;
  }

  /** @param {Review | undefined} review */
  set review(review) {
    const replay = this.shown;
    if (!replay) return;
    replay.data.review = review;
    if (this.reviewView && review) {
      this.reviewView.update();
      this.signMoves(replay);
      this.reviewView.show(this.at, this.isBetter);
    } else {
      this.rebuild(replay);
    }
  }

  /**
   * Builds everything again where it stands; whoever had the focus keeps it.
   * @param {Replay} replay
   */
  rebuild(replay) {
    const active = document.activeElement;
    const isInside = this.contains(active);
    this.build(replay);
    this.showState(this.timer === undefined ? 'play' : 'pause');
    if (isInside && active instanceof HTMLElement) (this.contains(active) ? active : this.range).focus();
  }

  /** How many plies have been played on the board. */
  get ply() {
    return this.at;
  }

  set ply(ply) {
    this.go(ply);
  }

  /** @param {Replay} replay */
  build(replay) {
    this.classList.add('joute-replay');
    this.tools ??= this.querySelector('[data-tools]');
    this.dataset.style = replay.layout.style;
    const language = languageOf(this);
    this.cards = replay.data.players.map((name, side) => this.card(replay, name, side));
    this.graph = new Graph(replay, language, (ply) => this.go(ply));
    this.reviewView = replay.data.review ? new ReviewView(replay, language, {
      go: (ply) => this.go(ply), jump: (back) => this.jump(replay.mistakes(), back), better: () => this.toggleBetter(),
    }) : null;
    this.classList.toggle('jr-reviewed', this.reviewView !== null);
    this.moveButtons = replay.moves.map((move, index) => this.moveButton(replay, move, index + 1));
    this.signMoves(replay);
    const moves = html('ol', { class: 'jr-moves', 'aria-label': say(language, 'replay-moves') }, this.moveButtons.map((button) => html('li', {}, [button])));
    const hasLogs = (replay.data.logs ?? []).length > 0;
    set(this.log, { 'aria-label': say(language, 'replay-log') });
    const review = this.reviewView;
    // What a review brings stands beside the board, which stays as large as it was.
    const panel = html('div', { class: 'jr-panel' }, [
      html('p', { class: 'jr-result' }, [this.resultText(replay)]),
      ...(replay.data.ending?.fault ? [html('p', { class: 'jr-evidence' }, [replay.data.ending.fault.evidence])] : []),
      html('div', { class: 'jr-graphs' }, [this.graph.picture, ...(review ? [review.graph.picture] : [])]),
      ...(review ? [review.note] : []),
      ...(this.tools ? [this.tools] : []),
      ...(review ? [review.summary] : []),
      moves,
      ...(hasLogs ? [html('p', { class: 'jr-title' }, [say(language, 'replay-log')]), this.log] : []),
    ]);
    const [bottom, top] = this.hasAttribute('flipped') ? [1, 0] : [0, 1];
    const stage = html('div', { class: 'jr-stage' }, [this.cards[top], this.board, this.cards[bottom]]);
    this.replaceChildren(html('div', { class: 'jr-left', 'data-stage': true }, [stage, this.bar(replay)]), panel);
    this.board.show(replay.board(0));
    this.go(this.at || Number(this.getAttribute('ply') ?? 0));
  }

  /**
   * @param {Replay} replay
   * @param {string} name
   * @param {number} side
   * @returns {HTMLElement}
   */
  card(replay, name, side) {
    const seat = messageText(languageOf(this), replay.layout.sides[side]);
    const mark = html('span', { class: `jr-mark jr-side-${side}`, 'aria-hidden': 'true' });
    const who = html('span', { class: 'jr-who' }, [html('strong', {}, [name]), html('small', {}, [seat])]);
    return html('div', { class: 'jr-card' }, [mark, who, html('span', { class: 'jr-clock' }), html('span', { class: 'jr-tally' })]);
  }

  /**
   * @param {Replay} replay
   * @param {string} move
   * @param {number} ply
   * @returns {HTMLButtonElement}
   */
  moveButton(replay, move, ply) {
    const language = languageOf(this);
    const isLost = move === '-';
    const button = html('button', { type: 'button', class: `jr-move jr-side-${replay.sideOf(ply)}`, tabindex: -1 }, [
      html('small', {}, [String(ply)]), ' ', isLost ? say(language, 'replay-lost-turn') : moveText(language, move),
    ]);
    button.addEventListener('click', () => this.go(ply));
    return button;
  }

  /**
   * Puts the signs of mistakes behind the moves.
   * @param {Replay} replay
   */
  signMoves(replay) {
    this.querySelectorAll('.jr-moves .jr-sign').forEach((sign) => sign.remove());
    for (const note of replay.data.review?.notes ?? []) this.moveButtons[note.ply - 1]?.append(' ', signOf(languageOf(this), note.kind));
  }

  /**
   * The row of buttons below the board.
   * @param {Replay} replay
   * @returns {HTMLElement}
   */
  bar(replay) {
    const language = languageOf(this);
    const chosen = this.speed.value || '2';
    this.speed.replaceChildren(...SPEEDS.map((speed) => html('option', { value: speed, selected: String(speed) === chosen }, [`${speed}×`])));
    set(this.speed, { 'aria-label': say(language, 'replay-speed') });
    set(this.range, { max: replay.plies, 'aria-label': say(language, 'replay-position') });
    this.range.oninput = () => this.go(Number(this.range.value));
    this.playButton = this.button('play', () => this.toggle());
    const leads = replay.leadChanges();
    const faults = replay.faults();
    return html('div', { class: 'jr-bar', title: say(language, 'replay-keys') }, [
      this.button('first', () => this.go(0)),
      this.button('previous', () => this.go(this.at - 1)),
      this.playButton,
      this.button('next', () => this.go(this.at + 1)),
      this.button('last', () => this.go(replay.plies)),
      this.range, this.counter, this.speed,
      ...(leads.length ? [this.button('lead', () => this.jump(leads))] : []),
      ...(faults.length ? [this.button('fault', () => this.jump(faults))] : []),
    ]);
  }

  /**
   * @param {keyof typeof ICONS} name
   * @param {() => void} act
   * @returns {HTMLButtonElement}
   */
  button(name, act) {
    const label = say(languageOf(this), `replay-${name}`);
    const button = html('button', { type: 'button', class: `jr-button jr-${name}`, 'aria-label': label, title: label }, [this.icon(name)]);
    button.addEventListener('click', act);
    return button;
  }

  /** @param {keyof typeof ICONS} name */
  icon(name) {
    return svg('svg', { viewBox: '0 0 24 24', 'aria-hidden': 'true' }, [svg('path', { d: ICONS[name], 'fill-rule': 'evenodd' })]);
  }

  /**
   * Shows the position after so many plies.
   * @param {number} ply
   */
  go(ply) {
    const replay = this.shown;
    if (!replay || Number.isNaN(ply)) return;
    const before = this.at;
    this.at = Math.max(0, Math.min(replay.plies, Math.trunc(ply)));
    if (this.at === replay.plies) this.pause();
    this.board.show(replay.board(this.at), this.at === before + 1 && !this.isBetter);
    this.isBetter = false;
    this.range.value = String(this.at);
    this.range.setAttribute('aria-valuetext', this.sentence(replay));
    this.counter.value = `${this.at} / ${replay.plies}`;
    this.graph?.show(this.at);
    this.reviewView?.show(this.at, false);
    this.cards.forEach((card, side) => this.fillCard(replay, card, side));
    this.log.textContent = replay.log(this.at) || say(languageOf(this), 'replay-no-log');
    this.markMove(before);
    this.board.announce(this.timer === undefined ? this.sentence(replay) : '');
    this.dispatchEvent(new CustomEvent('joute-ply', { bubbles: true, detail: { ply: this.at } }));
  }

  /**
   * @param {Replay} replay
   * @param {HTMLElement} card
   * @param {number} side
   */
  fillCard(replay, card, side) {
    const { used, left } = replay.clock(side, this.at);
    const spent = this.at > 0 && replay.sideOf(this.at) === side ? replay.data.times?.[this.at - 1] : undefined;
    const clock = /** @type {HTMLElement} */ (card.querySelector('.jr-clock'));
    const hasTimes = replay.data.times !== undefined;
    clock.textContent = left !== null ? timeText(left) : hasTimes ? timeText(used) : '';
    clock.hidden = clock.textContent === '';
    clock.title = spent === undefined ? '' : `${say(languageOf(this), 'replay-time')}: ${timeText(spent)}`;
    const tally = /** @type {HTMLElement} */ (card.querySelector('.jr-tally'));
    tally.textContent = String(replay.tally(this.at)[side]);
    card.classList.toggle('jr-turn', this.at < replay.plies && Number(replay.data.sides[this.at]) === side);
  }

  /** @param {number} before */
  markMove(before) {
    const list = this.querySelector('.jr-moves');
    this.moveButtons[before - 1]?.removeAttribute('aria-current');
    this.moveButtons[before - 1]?.setAttribute('tabindex', '-1');
    const button = this.moveButtons[this.at - 1] ?? this.moveButtons[0];
    if (!button || !list) return;
    button.setAttribute('tabindex', '0');
    if (this.at > 0) button.setAttribute('aria-current', 'step');
    // The list scrolls, never the page around it.
    list.scrollTop = this.at === 0 ? 0 : button.offsetTop - list.clientHeight / 2;
  }

  /**
   * What happened last, for those who listen.
   * @param {Replay} replay
   * @returns {string}
   */
  sentence(replay) {
    const language = languageOf(this);
    if (this.at === 0) return say(language, 'replay-start');
    const side = replay.layout.sides[replay.sideOf(this.at)];
    const move = replay.moves[this.at - 1];
    const played = move === '-' ? say(language, 'replay-lost', { side }) : say(language, 'replay-plays', { side, move: moveText(language, move) });
    const tally = replay.tally(this.at).join(' – ');
    const note = this.reviewView && replay.note(this.at) ? ` ${this.reviewView.sentence(this.at)}.` : '';
    return `${this.at}. ${played}. ${tally}.${note}${this.at === replay.plies ? ` ${this.resultText(replay)}` : ''}`;
  }

  /**
   * @param {Replay} replay
   * @returns {string}
   */
  resultText(replay) {
    const language = languageOf(this);
    const ending = replay.data.ending;
    if (!ending) return say(language, 'ending-running');
    if (ending.how === 'aborted') return say(language, 'ending-aborted');
    const [first, second] = replay.data.players;
    const tally = replay.data.tally.join(' – ');
    if (ending.how === 'forfeit' && ending.fault) {
      const [side, other] = ending.by === 'first' ? [second, first] : [first, second];
      return `${say(language, 'ending-forfeit', { side, other })} (${say(language, `fault-${ending.fault.kind}`)})`;
    }
    const result = ending.outcome === 'draw' ? say(language, 'ending-draw') : say(language, 'ending-wins', { side: ending.outcome === 'first' ? first : second });
    const reason = ending.reason ? ` (${say(language, `ending-${ending.reason}`)})` : '';
    return `${result}, ${tally} ${unitText(language, replay.layout.unit, replay.data.tally[1])}${reason}`;
  }

  /**
   * Goes to the next of some plies, around the end to the first; or to the one before.
   * @param {number[]} plies
   * @param {boolean} [back]
   */
  jump(plies, back = false) {
    const ways = back ? plies.slice().reverse() : plies;
    const next = ways.find((ply) => (back ? ply < this.at : ply > this.at)) ?? ways[0];
    if (next !== undefined) this.go(next);
  }

  /** Shows the better move where it could have been played, or again what was played. */
  toggleBetter() {
    const replay = this.shown;
    const note = replay?.note(this.at);
    if (!replay || !note) return;
    this.pause();
    this.isBetter = !this.isBetter;
    this.board.show(replay.board(this.isBetter ? this.at - 1 : this.at));
    if (this.isBetter) this.board.pointAt(note.parts);
    this.reviewView?.show(this.at, this.isBetter);
    const language = languageOf(this);
    const text = say(language, 'review-before', { ply: this.at, move: moveText(language, note.line.split(' ')[0]) });
    this.board.announce(this.isBetter ? text : this.sentence(replay));
  }

  toggle() {
    if (this.timer === undefined) this.play();
    else this.pause();
  }

  play() {
    const replay = this.shown;
    if (!replay) return;
    if (this.at === replay.plies) this.go(0);
    const step = () => {
      this.timer = window.setTimeout(step, 1000 / Number(this.speed.value));
      this.go(this.at + 1);
    };
    this.timer = window.setTimeout(step, 250);
    this.showState('pause');
  }

  pause() {
    window.clearTimeout(this.timer);
    const wasPlaying = this.timer !== undefined;
    this.timer = undefined;
    this.showState('play');
    if (wasPlaying && this.shown) this.board.announce(this.sentence(this.shown));
  }

  /** @param {'play' | 'pause'} name */
  showState(name) {
    const label = say(languageOf(this), `replay-${name}`);
    set(this.playButton, { 'aria-label': label, title: label });
    this.playButton.replaceChildren(this.icon(name));
  }

  /**
   * Takes keys that are meant for the game: pressed in it, or nowhere in particular while it is what there is to see.
   * @param {KeyboardEvent} event
   */
  hear(event) {
    if (event.defaultPrevented) return;
    const target = event.target instanceof Element ? event.target : document.body;
    const isElsewhere = !this.contains(target) && target.matches('input, textarea, select, [contenteditable], [role=slider]');
    const dialog = document.querySelector('dialog[open]');
    if (!isElsewhere && this.checkVisibility() && (!dialog || dialog.contains(this))) this.key(event);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const replay = this.shown;
    const target = event.target;
    if (!replay || target instanceof HTMLSelectElement || event.altKey || event.ctrlKey || event.metaKey) return;
    const isButton = target instanceof HTMLButtonElement || target instanceof HTMLAnchorElement;
    /** @type {Record<string, () => void>} */
    const acts = {
      ArrowLeft: () => this.go(this.at - 1),
      ArrowRight: () => this.go(this.at + 1),
      Home: () => this.go(0),
      End: () => this.go(replay.plies),
      l: () => this.jump(replay.leadChanges()),
      f: () => this.jump(replay.faults()),
      m: () => this.jump(replay.mistakes(), event.shiftKey),
      b: () => this.toggleBetter(),
    };
    if (!isButton) acts[' '] = () => this.toggle();
    const act = acts[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!act) return;
    act();
    event.preventDefault();
  }
}

customElements.define('joute-replay', JouteReplay);
