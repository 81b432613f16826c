// A game as a replay: positions made from the start and from what each ply changes.

/**
 * @typedef {import('./board.js').Board} Board
 * @typedef {import('./board.js').BoardLayout} BoardLayout
 * @typedef {import('./board.js').Look} Look
 * @typedef {{ how: 'played' | 'forfeit' | 'adjudicated' | 'aborted', outcome?: 'first' | 'second' | 'draw',
 *   by?: 'first' | 'second', fault?: { kind: 'overtime' | 'illegal' | 'crash', evidence: string },
 *   reason?: 'repetition' | 'cap' | 'resignation' | 'agreement' | 'exact' }} Ending
 * @typedef {{ id: number, game: import('./messages.js').Message, setup: string, rules: string, players: [string, string], layout: number,
 *   start: number, moves: string, sides: string, changes: string, flows?: string, tallies: number[], times?: number[],
 *   scores?: (number | null)[], logs?: [number, string][], clock?: [number, number], ending?: Ending,
 *   tally: [number, number], seed: string, review?: Review }} ReplayData
 * @typedef {'inaccuracy' | 'mistake' | 'blunder'} Kind
 * @typedef {{ ply: number, kind: Kind, loss: number, line: string, parts: number[], exact: boolean }} Note
 * @typedef {{ moves: number, inaccuracies: number, mistakes: number, blunders: number, average_loss: number }} Summary
 * @typedef {{ nodes: number, values: number[], notes: Note[], summary: [Summary, Summary], complete: boolean }} Review
 * @typedef {{ layouts: BoardLayout[], looks: Look[], starts: number[][], marks: Record<string, number>[],
 *   replays: ReplayData[] }} ReplayBundle
 */

/** A whole board is kept for every so many plies. */
const KEPT_EVERY = 32;

/**
 * Reads a bundle that was deflated and written in base 64.
 * @param {string} text
 * @returns {Promise<ReplayBundle>}
 */
export async function unpackBundle(text) {
  const bytes = Uint8Array.from(atob(text.trim()), (character) => character.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return JSON.parse(await new Response(stream).text());
}

export class Replay {
  /**
   * @param {ReplayBundle} bundle
   * @param {ReplayData} data
   */
  constructor(bundle, data) {
    this.bundle = bundle;
    this.data = data;
    this.layout = bundle.layouts[data.layout];
    this.moves = data.moves ? data.moves.split(' ') : [];
    this.changes = data.changes.split(' ');
    this.plies = this.moves.length;
    this.flows = (data.flows ?? '').split(' ');
    // Tallies come as the start and what each ply adds.
    this.sums = data.tallies.slice();
    for (let at = 2; at < this.sums.length; at++) this.sums[at] += this.sums[at - 2];
    /** @type {Map<number, Uint16Array>} */
    this.kept = new Map([[0, Uint16Array.from(bundle.starts[data.start])]]);
  }

  /**
   * The looks of all parts after so many plies.
   * @param {number} ply
   * @returns {Uint16Array}
   */
  cells(ply) {
    let from = ply - (ply % KEPT_EVERY);
    while (!this.kept.has(from)) from -= KEPT_EVERY;
    const cells = /** @type {Uint16Array} */ (this.kept.get(from)).slice();
    for (let done = from; done < ply; done++) {
      this.change(cells, this.changes[done]);
      if ((done + 1) % KEPT_EVERY === 0) this.kept.set(done + 1, cells.slice());
    }
    return cells;
  }

  /**
   * Applies the text of one change: `3>5` renames a look, `5:7,2` lists parts by steps.
   * @param {Uint16Array} cells
   * @param {string} change
   */
  change(cells, change) {
    const before = cells.slice();
    for (const item of change ? change.split(';') : []) {
      if (item.includes('>')) {
        const [from, to] = item.split('>').map(Number);
        before.forEach((look, part) => { if (look === from) cells[part] = to; });
        continue;
      }
      const [look, steps] = item.split(':');
      let part = 0;
      for (const step of steps.split(',')) {
        part += Number(step);
        cells[part] = Number(look);
      }
    }
  }

  /**
   * The board after so many plies.
   * @param {number} ply
   * @returns {Board}
   */
  board(ply) {
    const turn = ply < this.plies ? Number(this.data.sides[ply]) : null;
    const cells = this.cells(ply);
    return {
      layout: this.layout, looks: this.bundle.looks, cells, last: ply > 0 ? this.last(ply, cells) : [], flows: ply > 0 ? this.flowsOf(ply) : [],
      tally: this.tally(ply), turn,
    };
  }

  /**
   * Where a ply was played, or what changed hands where its move is no place.
   * @param {number} ply
   * @param {Uint16Array} cells
   * @returns {number[]}
   */
  last(ply, cells) {
    const mark = this.bundle.marks[this.data.layout]?.[this.moves[ply - 1]];
    if (mark !== undefined) return [mark];
    if (this.layout.style !== 'mosaic' && this.layout.style !== 'network') return [];
    const { looks } = this.bundle;
    const before = this.cells(ply - 1);
    return [...cells.keys()].filter((part) => looks[cells[part]].owner !== looks[before[part]].owner);
  }

  /**
   * The pieces that travelled in a ply.
   * @param {number} ply
   * @returns {[number, number[]][]}
   */
  flowsOf(ply) {
    const text = this.flows[ply - 1];
    return text ? text.split(';').map((flow) => {
      const [from, to] = flow.split('>');
      return [Number(from), to.split(',').map(Number)];
    }) : [];
  }

  /**
   * @param {number} ply
   * @returns {[number, number]}
   */
  tally(ply) {
    // What the match adds to the end of a game, such as seeds that are shared out, counts at the last position.
    if (ply === this.plies && this.data.ending) return this.data.tally;
    return [this.sums[2 * ply], this.sums[2 * ply + 1]];
  }

  /**
   * Whose ply it was that led to a position: 0 or 1.
   * @param {number} ply
   * @returns {number}
   */
  sideOf(ply) {
    return Number(this.data.sides[ply - 1]);
  }

  /**
   * Time used and time left of a side after so many plies, in milliseconds.
   * @param {number} side
   * @param {number} ply
   * @returns {{ used: number, left: number | null }}
   */
  clock(side, ply) {
    let [used, moves] = [0, 0];
    for (let done = 1; done <= ply; done++) {
      if (this.sideOf(done) !== side) continue;
      used += this.data.times?.[done - 1] ?? 0;
      moves++;
    }
    const clock = this.data.clock;
    return { used, left: clock ? Math.max(0, clock[0] + clock[1] * moves - used) : null };
  }

  /** The plies after which another side leads than led before. */
  leadChanges() {
    const changes = [];
    let led = 0;
    for (let ply = 0; ply <= this.plies; ply++) {
      const [first, second] = this.tally(ply);
      const leads = Math.sign(first - second);
      if (leads !== 0 && leads !== led) {
        if (ply > 0) changes.push(ply);
        led = leads;
      }
    }
    return changes;
  }

  /** The plies at which a turn or the game was lost by a fault. */
  faults() {
    const faults = this.moves.flatMap((move, index) => (move === '-' ? [index + 1] : []));
    if (this.data.ending?.fault && faults.at(-1) !== this.plies) faults.push(this.plies);
    return faults;
  }

  /** The plies that an engine found fault with. */
  mistakes() {
    return (this.data.review?.notes ?? []).map((note) => note.ply);
  }

  /**
   * What an engine said of a ply that lost something.
   * @param {number} ply
   * @returns {Note | undefined}
   */
  note(ply) {
    return this.data.review?.notes.find((note) => note.ply === ply);
  }

  /**
   * What was written at a ply; what was written before the first move belongs to the start.
   * @param {number} ply
   * @returns {string}
   */
  log(ply) {
    return (this.data.logs ?? []).filter(([at]) => at === ply).map(([, text]) => text).join('\n');
  }
}
