// The graph of a game: tallies over time, thinking times and what the players thought, with a line where we are.

import { say } from './messages.js';
import { set, svg } from './svg.js';

/**
 * @typedef {import('./replay-data.js').Replay} Replay
 * @typedef {import('./messages.js').Language} Language
 */

const WIDTH = 600;
const HEIGHT = 110;

export class Graph {
  /**
   * @param {Replay} replay
   * @param {Language} language
   * @param {(ply: number) => void} pick
   */
  constructor(replay, language, pick) {
    this.replay = replay;
    this.steps = Math.max(1, replay.plies);
    this.cursor = svg('line', { class: 'jr-cursor', y1: 0, y2: HEIGHT });
    this.picture = svg('svg', {
      class: 'jr-graph', viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: 'none', role: 'img',
      'aria-label': say(language, 'replay-tally'),
    }, [svg('title', {}, [say(language, 'replay-graph')]), ...this.times(), ...this.areas(), ...this.thoughts(), ...this.marks(), this.cursor]);
    this.picture.addEventListener('click', (event) => {
      const box = this.picture.getBoundingClientRect();
      pick(Math.round(((event.clientX - box.left) / box.width) * this.steps));
    });
  }

  /** @param {number} ply */
  x(ply) {
    return (ply / this.steps) * WIDTH;
  }

  /** The two tallies as lines, with the lead shaded between them. */
  areas() {
    const most = Math.max(1, ...Array.from({ length: this.replay.plies + 1 }, (_, ply) => Math.max(...this.replay.tally(ply))));
    const y = (/** @type {number} */ count) => (HEIGHT - 8 - (count / most) * (HEIGHT - 16)).toFixed(1);
    const points = (/** @type {number} */ side) => Array.from({ length: this.replay.plies + 1 }, (_, ply) => `${this.x(ply).toFixed(1)} ${y(this.replay.tally(ply)[side])}`);
    const [first, second] = [points(0), points(1)];
    return [
      svg('path', { class: 'jr-lead', d: `M${first.join('L')}L${second.slice().reverse().join('L')}z` }),
      svg('path', { class: 'jr-line jr-side-0', d: `M${first.join('L')}` }),
      svg('path', { class: 'jr-line jr-side-1', d: `M${second.join('L')}` }),
    ];
  }

  /** Thinking times as bars from below. */
  times() {
    const times = this.replay.data.times ?? [];
    const longest = Math.max(1, ...times);
    const wide = Math.max(1.2, WIDTH / this.steps - 1.5);
    return times.map((time, index) => {
      const height = (time / longest) * HEIGHT * 0.45;
      return svg('rect', { class: `jr-time jr-side-${this.replay.sideOf(index + 1)}`, x: (this.x(index + 1) - wide / 2).toFixed(1), y: (HEIGHT - height).toFixed(1), width: wide.toFixed(1), height: height.toFixed(1) });
    });
  }

  /** What the players thought, seen from the first side: above the middle it is ahead. */
  thoughts() {
    const scores = this.replay.data.scores ?? [];
    const most = Math.max(1, ...scores.map((score) => Math.abs(score ?? 0)));
    return [0, 1].flatMap((side) => {
      const points = scores.flatMap((score, index) => {
        if (score === null || this.replay.sideOf(index + 1) !== side) return [];
        const height = ((side === 0 ? score : -score) / most) * (HEIGHT / 2 - 6);
        return [`${this.x(index + 1).toFixed(1)} ${(HEIGHT / 2 - height).toFixed(1)}`];
      });
      return points.length > 1 ? [svg('path', { class: `jr-thought jr-side-${side}`, d: `M${points.join('L')}` })] : [];
    });
  }

  marks() {
    const line = (/** @type {string} */ name) => (/** @type {number} */ ply) =>
      svg('line', { class: name, x1: this.x(ply), x2: this.x(ply), y1: name === 'jr-fault-mark' ? 0 : HEIGHT - 10, y2: HEIGHT });
    return [...this.replay.leadChanges().map(line('jr-lead-mark')), ...this.replay.faults().map(line('jr-fault-mark'))];
  }

  /** @param {number} ply */
  show(ply) {
    set(this.cursor, { x1: this.x(ply), x2: this.x(ply) });
  }
}
