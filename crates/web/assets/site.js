// What every page does: remembers whether it is light or dark, and shows the board choices of the chosen game.

const root = document.documentElement;

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
