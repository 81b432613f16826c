// Clocks as people read them.

/**
 * What is left, in milliseconds, as minutes and seconds; tenths when it gets short.
 * @param {number} time
 * @returns {string}
 */
export function clockText(time) {
  const seconds = Math.max(0, time) / 1000;
  if (seconds < 20) return seconds.toFixed(1);
  return `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;
}
