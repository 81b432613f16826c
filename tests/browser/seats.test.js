// People at one table, each in a browser of their own: names, what they ask each other, and what each page does for its own player.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Arena, click, plies, turn } from './arena.js';
import { launch, until } from './support.js';

/** @typedef {import('./arena.js').Page} Page */
/** @type {import('playwright-core').Browser} */
let browser;
/** @type {Arena} */
let arena;

before(async () => {
  arena = new Arena();
  await arena.start();
  browser = await launch();
});

after(async () => {
  await browser?.close();
  await arena?.remove();
});

/** Two people at a table of Othello, the first of whom begins. @returns {Promise<[Page, Page]>} */
async function twoPeople() {
  const host = await arena.visit(browser, '/');
  await arena.begin(host, { game: 'othello', setup: '', opponent: 'friend', time: '30m' });
  const friend = await arena.join(browser, host);
  await turn(host);
  return [host, friend];
}

/** @param {Page[]} pages */
const leave = (...pages) => Promise.all(pages.map((page) => page.context().close()));

/** The question that a page asks. @param {Page} page @param {string} text */
const question = (page, text) => page.locator('[data-question]', { hasText: text });

test('names are given where they stand, and both see a draw being agreed on', async () => {
  const [host, friend] = await twoPeople();
  await host.locator('[data-own-name]').fill('Ada');
  await host.keyboard.press('Enter');
  await friend.locator('.player [data-name]', { hasText: /^Ada$/ }).waitFor();
  await host.locator('.player [data-name]', { hasText: /^Guest \d{4}$/ }).waitFor();
  // One's own side is at the bottom.
  assert.equal(await host.locator('.player').last().getAttribute('data-player'), '0');
  assert.equal(await friend.locator('.player').last().getAttribute('data-player'), '1');
  await host.locator('[data-do=draw]').click();
  await question(host, 'You have offered a draw').waitFor();
  await question(friend, 'Ada offers a draw').waitFor();
  await friend.reload();
  await question(friend, 'Ada offers a draw').locator('[data-answer="1"]').click();
  await host.locator('[data-question]').waitFor({ state: 'hidden' });
  await click(host);
  await turn(friend);
  await friend.locator('[data-do=draw]').click();
  await question(host, 'offers a draw').locator('[data-answer="0"]').click();
  for (const page of [host, friend]) await page.locator('[data-status]', { hasText: /^Draw \(draw agreed\)$/ }).waitFor();
  assert.deepEqual([host.troubles, friend.troubles], [[], []]);
  await leave(host, friend);
});

test('a takeback is asked for, agreed on after the server was killed, and both go on', async () => {
  const [host, friend] = await twoPeople();
  await click(host);
  await turn(friend);
  await host.locator('[data-do=undo]').click();
  await question(friend, 'asks to take the last move back').waitFor();
  await arena.stop();
  await arena.start();
  const old = host.url();
  await friend.reload();
  await question(friend, 'asks to take the last move back').locator('[data-answer="0"]').click();
  for (const page of [host, friend]) await page.waitForURL((url) => url.href !== old);
  assert.equal(host.url(), friend.url());
  await turn(host);
  assert.equal(await plies(host), 0);
  await click(host);
  await turn(friend);
  await leave(host, friend);
});

test('the title says whose turn it is, moves are confirmed if one likes, and looking back changes nothing', async () => {
  const [host, friend] = await twoPeople();
  await host.waitForFunction(() => document.title.startsWith('● Your move'));
  await friend.waitForFunction(() => !document.title.startsWith('●'));
  assert.notEqual(await host.locator('link[rel=icon]').getAttribute('href'), await friend.locator('link[rel=icon]').getAttribute('href'));
  await host.locator('[data-option=confirm]').check();
  await click(host);
  await question(host, 'Play ').locator('[data-answer="1"]').click();
  assert.equal(await plies(host), 0);
  await click(host);
  await question(host, 'Play ').locator('[data-answer="0"]').click();
  await turn(friend);
  await friend.waitForFunction(() => document.title.startsWith('● Your move'));
  await friend.locator('[data-do=back]').click();
  await friend.locator('[data-status]', { hasText: 'Move 0 of 1' }).waitFor();
  assert.equal(await friend.locator('.jb-legal').count(), 0, 'nothing is played in the past');
  await friend.locator('[data-do=forward]').click();
  await turn(friend);
  await click(friend);
  await turn(host);
  assert.equal(await plies(host), 2);
  await leave(host, friend);
});

test('a link is copied where pages may not use the clipboard, and otherwise it is said and selected', async () => {
  const host = await arena.visit(browser, '/');
  await host.addInitScript(() => {
    // As over plain http: there is no clipboard, but what is selected can be copied.
    Object.defineProperty(navigator, 'clipboard', { value: undefined });
    document.addEventListener('copy', () => { document.body.dataset.copied = /** @type {HTMLInputElement} */ (document.activeElement).value; });
  });
  await arena.begin(host, { game: 'othello', setup: '', opponent: 'friend' });
  await host.locator('[data-do=invite]').click();
  await host.locator('[data-trouble]', { hasText: 'Copied' }).waitFor();
  const link = await host.locator('[data-invitation-link]').inputValue();
  assert.match(link, /\/game\/\d+\/seat\/[0-9a-f]+$/);
  assert.equal(await host.locator('body').getAttribute('data-copied'), link);
  await host.locator('[data-do=link]').click();
  await host.waitForFunction((address) => document.body.dataset.copied === address, host.url());
  await host.evaluate(() => { document.execCommand = () => false; });
  await host.locator('[data-do=invite]').click();
  await host.locator('[data-trouble]', { hasText: 'does not let pages copy' }).waitFor();
  assert.equal(await host.evaluate(() => {
    const place = /** @type {HTMLInputElement} */ (document.activeElement);
    return place.value.slice(place.selectionStart ?? 0, place.selectionEnd ?? 0);
  }), link);
  await leave(host);
});

test('a move that could not be sent is told in words and sent again', async () => {
  const [host, friend] = await twoPeople();
  await host.route('**/say', (route) => route.abort());
  await click(host);
  const again = host.locator('[data-trouble] button');
  await host.locator('[data-trouble]', { hasText: 'The server cannot be reached' }).waitFor();
  await host.unroute('**/say');
  await again.click();
  await turn(friend);
  assert.equal(await plies(friend), 1);
  await leave(host, friend);
});

test('phrases reach the other in their own language', async () => {
  const host = await arena.visit(browser, '/');
  await arena.begin(host, { game: 'othello', setup: '', opponent: 'friend' });
  const link = await host.locator('[data-invitation-link]').inputValue();
  const friend = await arena.visit(browser, new URL(link).pathname, { locale: 'fr-FR' });
  await friend.locator('[data-status]', { hasText: 'On attend' }).waitFor();
  await host.locator('[data-phrases]').selectOption('well-played');
  await friend.locator('[data-chat]', { hasText: /^Invité \d{4}: Bien joué !$/ }).waitFor();
  await until(async () => /^Guest \d{4}: Well played!$/.test(await host.locator('[data-chat]').textContent() ?? ''), 'one\'s own phrase');
  await leave(host, friend);
});
