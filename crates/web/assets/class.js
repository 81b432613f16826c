// Pages of a class: links are copied, and what cannot be undone is asked twice.

import { copy } from './copy.js';
import { languageOf, say } from './messages.js';

const language = languageOf(document.body);

for (const button of document.querySelectorAll('[data-copy]')) {
  button.addEventListener('click', async () => {
    const shown = button.parentElement?.querySelector('[data-link]');
    if (!(shown instanceof HTMLInputElement)) return;
    button.textContent = say(language, (await copy(shown.value, shown)) ? 'table-copied' : 'table-not-copied');
  });
}

for (const form of document.querySelectorAll('form[data-sure]')) {
  form.addEventListener('submit', (event) => {
    if (!(form instanceof HTMLElement)) return;
    if (!confirm(say(language, 'class-script-sure', { deed: form.dataset.sure ?? '' }))) event.preventDefault();
  });
}
