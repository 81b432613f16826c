// What the elements say. The words are a part of the program's own catalogue: a page has them in a block of data, or in a
// module of their own that teaches them. Rules and boards name messages by key, so that one board serves every language.

/**
 * @typedef {string} Language
 * @typedef {string | number | Message} Gap
 * @typedef {string | [string] | [string, Record<string, Gap>]} Message A text that is the same everywhere, or a key with what
 *   stands in its gaps.
 * @typedef {string | (string | Choice)[]} Pattern
 * @typedef {{ by: string, cases: Record<string, Pattern> }} Choice
 */

/** @type {Record<string, Record<string, Pattern>>} */
const CATALOGUE = JSON.parse(document.getElementById('messages')?.textContent ?? '{}');

/**
 * Learns what is said in a language.
 * @param {Language} language
 * @param {Record<string, Pattern>} messages
 */
export function learn(language, messages) {
  CATALOGUE[language] = { ...CATALOGUE[language], ...messages };
}

/**
 * The language that holds for an element: its own `lang`, or that of what it stands in; if nobody has learnt it, one that
 * somebody has.
 * @param {Element} element
 * @returns {Language}
 */
export function languageOf(element) {
  const wanted = element.closest('[lang]')?.getAttribute('lang')?.toLowerCase().split('-')[0] ?? '';
  return wanted in CATALOGUE ? wanted : Object.keys(CATALOGUE)[0] ?? 'en';
}

/**
 * What stands under a key, with its gaps filled.
 * @param {Language} language
 * @param {string} key
 * @param {Record<string, Gap>} [gaps]
 * @returns {string}
 */
export function say(language, key, gaps = {}) {
  return filled(language, CATALOGUE[language]?.[key] ?? key, gaps);
}

/**
 * A message in words.
 * @param {Language} language
 * @param {Message} message
 * @returns {string}
 */
export function messageText(language, message) {
  return typeof message === 'string' ? message : say(language, message[0], message[1]);
}

/**
 * A move as people read it.
 * @param {Language} language
 * @param {string} move
 * @returns {string}
 */
export function moveText(language, move) {
  return move === 'pass' ? say(language, 'move-list-pass') : move;
}

/**
 * @param {Language} language
 * @param {Pattern} pattern
 * @param {Record<string, Gap>} gaps
 * @returns {string}
 */
function filled(language, pattern, gaps) {
  if (typeof pattern === 'string') return pattern.replace(/\{(\w+)\}/g, (_, name) => gapText(language, gaps[name] ?? ''));
  const piece = (/** @type {string | Choice} */ one) => filled(language, typeof one === 'string' ? one : chosen(language, one, gaps), gaps);
  return pattern.map(piece).join('');
}

/**
 * @param {Language} language
 * @param {Gap} gap
 */
function gapText(language, gap) {
  return typeof gap === 'number' ? String(gap) : messageText(language, gap);
}

/**
 * The case of a choice that agrees with its gap: the very value, or its plural.
 * @param {Language} language
 * @param {Choice} choice
 * @param {Record<string, Gap>} gaps
 * @returns {Pattern}
 */
function chosen(language, { by, cases }, gaps) {
  const value = gaps[by];
  const plural = typeof value === 'number' ? new Intl.PluralRules(language).select(value) : 'other';
  return cases[String(value)] ?? cases[plural] ?? cases.other;
}

/**
 * What is counted, for so many of it.
 * @param {Language} language
 * @param {string} unit
 * @param {number} count
 * @returns {string}
 */
export function unitText(language, unit, count) {
  return say(language, `unit-${unit}`, { count });
}
