// The first page leads back into one's games, and the picture of the chosen game plays a few moves over and over, unless somebody wants no motion or does not look.

import { ownGames } from './own-games.js';

const PLIES = 12;
const PACE = 900;

const still = matchMedia('(prefers-reduced-motion: reduce)');
let ply = 0;

/** The picture of the game that is chosen. */
function picture() {
  const chosen = document.querySelector('.game:has(:checked) img');
  return chosen instanceof HTMLImageElement ? chosen : null;
}

/** @param {HTMLImageElement} image @param {number} at */
function address(image, at) {
  const plain = image.src.split('?')[0];
  return at ? `${plain}?ply=${at}` : plain;
}

/** Shows the next picture once it is there, so that nothing flickers. */
async function step() {
  const image = picture();
  if (!image || still.matches || document.hidden) return;
  ply = (ply + 1) % (PLIES + 1);
  const next = new Image();
  next.src = address(image, ply);
  try {
    await next.decode();
  } catch {
    return;
  }
  if (image === picture() && !still.matches) image.src = next.src;
}

document.querySelector('.games')?.addEventListener('change', () => {
  ply = 0;
  for (const image of document.querySelectorAll('.game img')) {
    if (image instanceof HTMLImageElement && image.src.includes('?')) image.src = address(image, 0);
  }
});
setInterval(step, PACE);

/** A link to a game that is not over; nothing where it is, or where the server has it no more. @param {import('./own-games.js').OwnGame} game */
async function wayBack({ id, title }) {
  const response = await fetch(`/game/${id}/record.json`).catch(() => null);
  const record = response?.ok ? await response.json() : null;
  if (!record || record.ending) return [];
  const link = document.createElement('a');
  link.className = 'button';
  link.href = `/game/${id}`;
  link.textContent = title;
  return [link];
}

const place = document.querySelector('[data-unfinished]');
if (place instanceof HTMLElement) {
  Promise.all(ownGames().map(wayBack)).then((links) => {
    place.querySelector('.links')?.append(...links.flat());
    place.hidden = links.flat().length === 0;
  });
}
