// A tree of variations: moves that were tried from a position, each with what was tried after it. As text it is written as
// people write games: `f5 d6 (f6 e6) c3` is f5 d6 c3, with f6 e6 instead of d6 in brackets.

/** @typedef {{ move: string, parent: Branch | null, next: Branch[] }} Branch */

/** The most moves that a tree is read with: addresses are written by anybody. */
const MOST = 2000;

/** @returns {Branch} */
export function root() {
  return { move: '', parent: null, next: [] };
}

/**
 * The branch of a move, made if it is not there.
 * @param {Branch} from
 * @param {string} move
 * @returns {Branch}
 */
export function grow(from, move) {
  const known = from.next.find((branch) => branch.move === move);
  if (known) return known;
  /** @type {Branch} */
  const branch = { move, parent: from, next: [] };
  from.next.push(branch);
  return branch;
}

/** Grows a line of moves. @param {Branch} from @param {string[]} moves @returns {Branch} the last of them */
export function growLine(from, moves) {
  return moves.reduce(grow, from);
}

/** The moves that lead to a branch. @param {Branch} branch @returns {string[]} */
export function path(branch) {
  /** @type {string[]} */
  const moves = [];
  for (let at = branch; at.parent; at = at.parent) moves.unshift(at.move);
  return moves;
}

/** The end of the line that goes on from a branch. @param {Branch} branch @returns {Branch} */
export function last(branch) {
  let at = branch;
  while (at.next.length) at = at.next[0];
  return at;
}

/**
 * The variation before or after a branch, of those at the same place.
 * @param {Branch} branch
 * @param {1 | -1} step
 * @returns {Branch}
 */
export function beside(branch, step) {
  const all = branch.parent?.next ?? [branch];
  return all[all.indexOf(branch) + step] ?? branch;
}

/** Takes a branch away with all that follows. @param {Branch} branch @returns {Branch} where it was */
export function cut(branch) {
  if (!branch.parent) return branch;
  branch.parent.next = branch.parent.next.filter((other) => other !== branch);
  return branch.parent;
}

/** Puts a branch first among those beside it. @param {Branch} branch */
export function promote(branch) {
  if (branch.parent) branch.parent.next = [branch, ...branch.parent.next.filter((other) => other !== branch)];
}

/** What follows a branch, as text. @param {Branch} branch @returns {string} */
export function write(branch) {
  const words = [];
  for (let at = branch; at.next.length; at = at.next[0]) {
    const [main, ...others] = at.next;
    words.push(main.move, ...others.map((other) => `(${[other.move, write(other)].filter(Boolean).join(' ')})`));
  }
  return words.join(' ');
}

/**
 * Reads a tree. Brackets that fit nowhere are left out: whether moves can be played is for the server to say.
 * @param {string} text
 * @returns {Branch}
 */
export function parse(text) {
  const start = root();
  /** Where the present line is, and those that were left for it. @type {Branch[]} */
  const left = [];
  let at = start;
  for (const word of (text.match(/[()]|[^\s()]+/g) ?? []).slice(0, MOST)) {
    if (word === '(') {
      left.push(at);
      at = at.parent ?? at;
    } else if (word === ')') {
      at = left.pop() ?? at;
    } else {
      at = grow(at, word);
    }
  }
  return start;
}
