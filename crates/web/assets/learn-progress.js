// Which tasks were solved, kept in the browser, and how far one has come on the page that lists the games.

import { keep, recall } from './kept.js';

/** The tasks of a game that were solved. @param {string} game @returns {Set<string>} */
export function solvedLessons(game) {
  return new Set((recall(`lessons-${game}`) ?? '').split(' ').filter(Boolean));
}

/** @param {string} game @param {string} lesson */
export function noteSolved(game, lesson) {
  keep(`lessons-${game}`, [...solvedLessons(game).add(lesson)].join(' '));
}

for (const place of document.querySelectorAll('[data-progress]')) {
  if (!(place instanceof HTMLElement)) continue;
  const count = solvedLessons(place.dataset.progress ?? '').size;
  const said = place.querySelector('span');
  if (said) said.textContent = `${Math.min(count, Number(place.dataset.of))} / ${place.dataset.of}`;
  place.hidden = count === 0;
}
