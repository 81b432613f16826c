// The games that this browser has a seat at, kept in the browser: the first page leads back to those that are not over.

import { keep, recall } from './kept.js';

/** How many are remembered, and shown. */
const MOST = 6;

/** @typedef {{ id: string, title: string }} OwnGame */

/** The latest games, the newest first. @returns {OwnGame[]} */
export function ownGames() {
  const lines = (recall('games') ?? '').split('\n').filter(Boolean);
  return lines.map((line) => ({ id: line.split(' ', 1)[0], title: line.slice(line.indexOf(' ') + 1) }));
}

/** @param {OwnGame} game */
export function noteGame({ id, title }) {
  const others = ownGames().filter((other) => other.id !== id).slice(0, MOST - 1);
  keep('games', [{ id, title }, ...others].map((one) => `${one.id} ${one.title.replaceAll('\n', ' ')}`).join('\n'));
}
