// Copies a text to the clipboard: the new way where pages may, the old way over plain http, and honestly not at all otherwise.

/**
 * Whether it was copied. If not, the text of `shown` is selected, so that a person can do it.
 * @param {string} text
 * @param {HTMLInputElement} shown Where the text stands.
 */
export async function copy(text, shown) {
  try {
    // Only pages of a secure place have a clipboard.
    if (navigator.clipboard) {
      await navigator.clipboard.writeText(text);
      return true;
    }
  } catch { /* refused: the old way may still be allowed */ }
  shown.focus();
  shown.select();
  try {
    return document.execCommand('copy');
  } catch {
    return false;
  }
}
