// Whose turn it is, told where one sees it without looking at the page: its title, its icon, and a message of the browser if wanted.

const WANTED = 'joute-notify';
const title = document.title;

/** @param {boolean} isOwn */
function icon(isOwn) {
  const link = document.querySelector('link[rel=icon]');
  const shape = isOwn ? '<circle cx="8" cy="8" r="7" fill="#1f8a4c"/><circle cx="8" cy="8" r="3" fill="#fff"/>' : '<circle cx="8" cy="8" r="6" fill="none" stroke="#888" stroke-width="2"/>';
  link?.setAttribute('href', `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16">${shape}</svg>`)}`);
}

/** Whether messages are wanted and allowed. */
export function isNotifying() {
  return localStorage.getItem(WANTED) === 'yes' && 'Notification' in window && Notification.permission === 'granted';
}

/**
 * Wants messages, or no longer; whether there will be some.
 * @param {boolean} isWanted
 */
export async function setNotifying(isWanted) {
  localStorage.setItem(WANTED, isWanted ? 'yes' : 'no');
  if (!isWanted) return false;
  if (!('Notification' in window) || !window.isSecureContext) return false;
  return await Notification.requestPermission() === 'granted';
}

let wasOwn = false;

/**
 * Tells whose turn it is.
 * @param {boolean} isOwn
 * @param {{ title: string, message: string }} words
 */
export function tellTurn(isOwn, words) {
  document.title = isOwn ? `● ${words.title} · ${title}` : title;
  icon(isOwn);
  if (isOwn && !wasOwn && document.hidden && isNotifying()) {
    const message = new Notification('Joute', { body: words.message, tag: 'joute-turn' });
    message.addEventListener('click', () => { window.focus(); message.close(); });
  }
  wasOwn = isOwn;
}
