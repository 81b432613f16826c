// What every page does: remembers whether it is light or dark, opens what stands behind a button on phones, and shows the board
// choices of the chosen game.

import { noteGame } from './own-games.js';

const root = document.documentElement;

/** The looks of boards, the first of which is the usual one; the browser keeps which one is chosen. */
const BOARDS = ['', 'slate', 'walnut'];
root.dataset.boardLook = localStorage.getItem('joute-board-look') ?? '';
document.addEventListener('click', (event) => {
  if (!(event.target instanceof Element) || !event.target.closest('[data-look-button]')) return;
  const next = BOARDS[(BOARDS.indexOf(root.dataset.boardLook ?? '') + 1) % BOARDS.length];
  root.dataset.boardLook = next;
  localStorage.setItem('joute-board-look', next);
});

document.querySelector('[data-theme-button]')?.addEventListener('click', () => {
  const isDark = root.dataset.theme ? root.dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  root.dataset.theme = isDark ? 'light' : 'dark';
  document.cookie = `theme=${root.dataset.theme}; Path=/; Max-Age=31536000; SameSite=Lax`;
});

const form = document.querySelector('.play-form');
if (form instanceof HTMLFormElement) {
  const choose = () => {
    const game = new FormData(form).get('game');
    for (const choice of form.querySelectorAll('[data-game]')) {
      if (choice instanceof HTMLElement) choice.hidden = choice.dataset.game !== game;
    }
    const opponent = new FormData(form).get('opponent');
    const side = form.querySelector('[name=side]');
    if (side instanceof HTMLElement) side.hidden = opponent === 'watch';
  };
  form.addEventListener('change', choose);
  choose();
}

/**
 * Opens or closes what stands behind a button.
 * @param {Element} more
 * @param {boolean} isOpen
 */
function setOpen(more, isOpen) {
  more.classList.toggle('open', isOpen);
  more.querySelector('[data-more-button]')?.setAttribute('aria-expanded', String(isOpen));
}

document.addEventListener('click', (event) => {
  const button = event.target instanceof Element ? event.target.closest('[data-more-button]') : null;
  for (const more of document.querySelectorAll('[data-more]')) setOpen(more, more.contains(button) && !more.classList.contains('open'));
});
document.addEventListener('keydown', (event) => {
  if (event.key !== 'Escape') return;
  for (const more of document.querySelectorAll('[data-more].open')) {
    setOpen(more, false);
    const button = more.querySelector('[data-more-button]');
    if (button instanceof HTMLElement) button.focus();
  }
});

// Moments as the reader's own clock shows them.
for (const moment of document.querySelectorAll('time[data-local]')) {
  const date = new Date(moment.getAttribute('datetime') ?? '');
  if (Number.isNaN(date.getTime())) continue;
  moment.textContent = date.toLocaleString(root.lang, { dateStyle: 'medium', timeStyle: 'short' });
}

// Whoever may resign has a seat: the first page leads back to it.
const seat = location.pathname.match(/^\/game\/(\d+)$/);
if (seat && document.querySelector('[data-do=resign]')) noteGame({ id: seat[1], title: document.title.replace(' · Joute', '') });
