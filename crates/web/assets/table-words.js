// What a table says about its game: whose turn it is and how it ended, to those who play it and to those who watch.

import { messageText, say } from './messages.js';

/**
 * @typedef {import('./play.js').Frame} Frame
 * @typedef {import('./play.js').Start} Start
 * @typedef {import('./replay-data.js').Ending} Ending
 */

/**
 * How a game ended: "you" is whoever reads it.
 * @param {string} language
 * @param {Start} start
 * @param {Frame} frame
 * @param {Ending} ending
 */
function endingText(language, start, frame, ending) {
  const nameOf = (/** @type {number} */ side) => messageText(language, frame.names[side]);
  if (frame.table.closed) return say(language, 'table-closed');
  if (ending.how === 'aborted') return say(language, 'ending-aborted');
  if (ending.how === 'forfeit' && ending.fault) {
    const by = ending.by === 'first' ? 0 : 1;
    const [side, other] = [nameOf(1 - by), nameOf(by)];
    const key = start.seat === null ? 'ending-forfeit' : start.seat === by ? 'table-you-forfeit' : 'table-they-forfeit';
    return `${say(language, key, { side, other, name: other })} (${say(language, `fault-${ending.fault.kind}`)})`;
  }
  const winner = ending.outcome === 'first' ? 0 : 1;
  const result = ending.outcome === 'draw' ? say(language, 'ending-draw')
    : winner === start.seat ? say(language, 'table-you-win') : say(language, 'ending-wins', { side: nameOf(winner) });
  return ending.reason ? `${result} (${say(language, `ending-${ending.reason}`)})` : result;
}

/**
 * Whether somebody was invited and has not come.
 * @param {Start} start
 * @param {Frame} frame
 */
export function isWaiting(start, frame) {
  return start.people[0] && start.people[1] && !(frame.table.come[0] && frame.table.come[1]);
}

/**
 * What there is to say about a game as it stands.
 * @param {string} language
 * @param {Start} start
 * @param {Frame} frame
 */
export function statusText(language, start, frame) {
  if (frame.ending) return endingText(language, start, frame, frame.ending);
  const turn = frame.board.turn;
  if (turn === null) return '';
  if (isWaiting(start, frame)) return say(language, start.seat === null ? 'table-waiting-watched' : 'table-waiting-friend');
  if (turn === start.seat) return say(language, 'table-yours');
  const name = messageText(language, frame.names[turn]);
  if (start.seat === null) return say(language, 'table-watching', { name });
  return say(language, start.people[turn] ? 'table-opponent' : 'table-theirs', { name });
}
