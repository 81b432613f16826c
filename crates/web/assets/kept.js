// What a page keeps in the browser. Where nothing may be kept, as in some private windows, it lasts as long as the page.

/** @type {Map<string, string>} */
const here = new Map();

/** @param {string} name @returns {string | null} */
export function recall(name) {
  try {
    return localStorage.getItem(`joute-${name}`);
  } catch {
    return here.get(name) ?? null;
  }
}

/** @param {string} name @param {string} text */
export function keep(name, text) {
  here.set(name, text);
  try {
    localStorage.setItem(`joute-${name}`, text);
  } catch {
    // Kept in this page alone.
  }
}
