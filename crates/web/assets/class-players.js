// Handing in a player: a file, or what is written in the page, is sent as it is; how far it has come is told by the server.

import './class.js';
import { languageOf, say } from './messages.js';
import './watch.js';

const language = languageOf(document.body);

/**
 * Sends a file and says what came of it.
 * @param {Element} form
 * @param {string} address
 * @param {string} name
 * @param {Blob} contents
 */
async function send(form, address, name, contents) {
  const said = form.querySelector('[data-said]');
  const button = form.querySelector('button');
  if (!said || !button) return;
  button.disabled = true;
  said.textContent = say(language, 'class-script-sending');
  try {
    const answer = await fetch(`${address}?file=${encodeURIComponent(name)}`, { method: 'POST', body: contents });
    const told = await answer.json();
    said.textContent = answer.ok ? say(language, 'class-script-taken', { number: told.version, name: told.file }) : told.error;
  } catch {
    said.textContent = say(language, 'class-script-not-sent');
  }
  button.disabled = false;
}

for (const form of document.querySelectorAll('form[data-upload]')) {
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const chosen = form.querySelector('input[type=file]');
    const file = chosen instanceof HTMLInputElement ? chosen.files?.[0] : null;
    if (file && form instanceof HTMLElement) send(form, form.dataset.upload ?? '', file.name, file);
  });
}

const writing = document.querySelector('form[data-write]');
const starter = document.querySelector('[data-starter]');
const text = writing?.querySelector('textarea');
const name = writing?.querySelector('input[name=name]');

/** What was written is never overwritten by a starter. */
let isOwn = false;

function begin() {
  if (!(starter instanceof HTMLSelectElement) || !text || !(name instanceof HTMLInputElement) || isOwn) return;
  const chosen = document.querySelector(`template[data-text="${starter.value}"]`);
  if (!(chosen instanceof HTMLTemplateElement)) return;
  text.value = chosen.content.textContent ?? '';
  name.value = chosen.dataset.file ?? '';
}

if (writing instanceof HTMLElement && text && name instanceof HTMLInputElement) {
  begin();
  starter?.addEventListener('change', begin);
  text.addEventListener('input', () => { isOwn = text.value !== ''; });
  text.addEventListener('keydown', (event) => {
    // Tab indents, as programmers expect; Escape and then Tab leaves, as everybody else does.
    if (event.key === 'Escape') text.dataset.leave = 'yes';
    else if (event.key === 'Tab' && !event.shiftKey && !text.dataset.leave) {
      event.preventDefault();
      text.setRangeText('    ', text.selectionStart, text.selectionEnd, 'end');
      isOwn = true;
    } else delete text.dataset.leave;
  });
  writing.addEventListener('submit', (event) => {
    event.preventDefault();
    send(writing, writing.dataset.write ?? '', name.value, new Blob([text.value]));
  });
}
