// Handing in a player: a file, or what is written in the page, is sent as it is; how far it has come is told by the server.

import './class.js';
import { keep, recall } from './kept.js';
import { languageOf, say } from './messages.js';
import './watch.js';

const language = languageOf(document.body);

/**
 * Sends a file and says what came of it.
 * @param {Element} form
 * @param {string} address
 * @param {string} name
 * @param {Blob} contents
 * @param {SubmitEvent} event By which button.
 * @returns {Promise<boolean>} Whether it was taken.
 */
async function send(form, address, name, contents, event) {
  const said = form.querySelector('[data-said]');
  const buttons = form.querySelectorAll('button');
  if (!said || !(form instanceof HTMLElement)) return false;
  delete form.dataset.sent;
  showProgress();
  let isTaken = false;
  const trial = event.submitter instanceof HTMLButtonElement && event.submitter.value === 'trial';
  for (const button of buttons) button.disabled = true;
  said.textContent = say(language, 'class-script-sending');
  try {
    const answer = await fetch(`${address}?file=${encodeURIComponent(name)}&trial=${trial}`, { method: 'POST', body: contents });
    const told = await answer.json();
    isTaken = answer.ok;
    said.textContent = answer.ok ? say(language, 'class-script-taken', { number: told.version, name: told.file }) : told.error;
    if (answer.ok) form.dataset.sent = `${told.team}/${told.file}/${String(told.version).padStart(6, '0')}`;
    showProgress();
  } catch {
    said.textContent = say(language, 'class-script-not-sent');
  }
  for (const button of buttons) button.disabled = false;
  return isTaken;
}

/** How far what was sent has come stands beside the button that sent it as well: the list may be far below. */
function showProgress() {
  for (const form of document.querySelectorAll('form.upload')) {
    const told = form.querySelector('[data-progress]');
    const sent = form instanceof HTMLElement ? form.dataset.sent : undefined;
    const row = sent === undefined ? null : document.querySelector(`tr[data-key="${CSS.escape(sent)}"]`);
    const state = row?.querySelector('.state')?.textContent?.trim() ?? '';
    if (!told || told.textContent === state) continue;
    const link = document.createElement('a');
    link.href = row?.querySelector('a')?.href ?? '';
    link.textContent = state;
    told.replaceChildren(...(state ? [link] : []));
  }
}

const list = document.querySelector('[data-part=players]');
if (list) new MutationObserver(showProgress).observe(list, { childList: true, subtree: true, characterData: true });

for (const form of document.querySelectorAll('form[data-upload]')) {
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (!(event instanceof SubmitEvent)) return;
    const chosen = form.querySelector('input[type=file]');
    const file = chosen instanceof HTMLInputElement ? chosen.files?.[0] : null;
    if (file && form instanceof HTMLElement) send(form, form.dataset.upload ?? '', file.name, file, event);
  });
}

const writing = document.querySelector('form[data-write]');
const starter = document.querySelector('[data-starter]');
const text = writing?.querySelector('textarea');
const name = writing?.querySelector('input[name=name]');

/** What was written is never overwritten by a starter. */
let isOwn = false;

/** Begins with the starter that is chosen, unless somebody has written something. */
function begin() {
  if (!(starter instanceof HTMLSelectElement) || !text || !(name instanceof HTMLInputElement)) return;
  const said = writing?.querySelector('[data-said]');
  if (said) said.textContent = isOwn ? say(language, 'class-script-own-stays') : '';
  if (isOwn) return;
  const chosen = document.querySelector(`template[data-text="${starter.value}"]`);
  if (!(chosen instanceof HTMLTemplateElement)) return;
  text.value = chosen.content.textContent ?? '';
  name.value = chosen.dataset.file ?? '';
}

/** Under which name the browser keeps what this person has written and not handed in. */
const draft = writing instanceof HTMLElement ? `draft-${writing.dataset.account ?? ''}` : '';

/** Keeps what is written, or nothing where nothing is. */
function keepDraft() {
  if (text && name instanceof HTMLInputElement) keep(draft, isOwn ? JSON.stringify({ name: name.value, text: text.value }) : '');
}

/** Puts back what was written before the page was left; whether there was something. */
function takeUpDraft() {
  const kept = recall(draft);
  if (!kept || !text || !(name instanceof HTMLInputElement)) return false;
  try {
    const { name: file, text: written } = JSON.parse(kept);
    [name.value, text.value, isOwn] = [String(file), String(written), true];
  } catch {
    return false;
  }
  writing?.closest('details')?.setAttribute('open', '');
  return true;
}

if (writing instanceof HTMLElement && text && name instanceof HTMLInputElement) {
  // A version that one has asked for comes before what one has left.
  if (writing.dataset.given !== undefined) isOwn = true;
  else if (!takeUpDraft()) begin();
  const told = writing.querySelector('[data-kept]');
  if (told) told.textContent = say(language, 'class-script-kept');
  starter?.addEventListener('change', begin);
  text.addEventListener('input', () => {
    isOwn = text.value !== '';
    keepDraft();
  });
  name.addEventListener('input', keepDraft);
  text.addEventListener('keydown', (event) => {
    // Tab indents, as programmers expect; Escape and then Tab leaves, as everybody else does.
    if (event.key === 'Escape') text.dataset.leave = 'yes';
    else if (event.key === 'Tab' && !event.shiftKey && !text.dataset.leave) {
      event.preventDefault();
      text.setRangeText('    ', text.selectionStart, text.selectionEnd, 'end');
      isOwn = true;
      keepDraft();
    } else delete text.dataset.leave;
  });
  writing.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (!(event instanceof SubmitEvent)) return;
    const sent = text.value;
    const isTaken = await send(writing, writing.dataset.write ?? '', name.value, new Blob([sent]), event);
    // What was taken is kept by the server; what was typed meanwhile is not.
    if (isTaken && text.value === sent) keep(draft, '');
  });
}
