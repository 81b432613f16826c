// The elements by themselves: boards of all four games to play on, and replays that keep still for those who ask.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { launch, open, samplePages, violations } from './support.js';

/** @type {import('playwright-core').Browser} */
let browser;
/** @type {ReturnType<typeof samplePages>} */
let samples;
/** @type {Record<string, any>} */
let boards;
const replay = () => join(samples.folder, 'replay.html');

before(async () => {
  samples = samplePages();
  boards = JSON.parse(readFileSync(join(samples.folder, 'boards.json'), 'utf8'));
  browser = await launch();
});

after(async () => {
  await browser?.close();
  samples?.remove();
});

/**
 * A page with one board to play on; the moves it sends are in `window.sent`.
 * @param {string} game
 * @param {string} [lang]
 */
async function playable(game, lang = 'en') {
  // A page has the words of its own language and no other.
  const page = await open(browser, lang === 'en' ? replay() : join(samples.folder, 'league', 'report.html'));
  await page.evaluate(([board, lang]) => {
    const element = /** @type {any} */ (document.createElement('joute-board'));
    element.id = 'mine';
    element.lang = lang;
    element.setAttribute('playable', '');
    document.querySelector('main')?.replaceChildren(element);
    element.board = board;
    const sent = /** @type {string[]} */ ([]);
    Object.assign(window, { sent });
    document.addEventListener('joute-move', (event) => sent.push(/** @type {CustomEvent} */ (event).detail.move));
  }, [boards[game], lang]);
  return page;
}

/** @param {import('playwright-core').Page} page */
const sent = (page) => page.evaluate(() => /** @type {any} */ (window).sent);

test('an Othello board sends the move that is clicked, and only legal ones', async () => {
  const page = await playable('othello');
  assert.equal(await page.locator('#mine .jb-legal').count(), 4);
  assert.equal(await page.locator('#mine .jb-hint').count(), 4);
  await page.locator('#mine [data-part="0"]').click({ force: true });
  await page.locator('#mine [aria-label^="d3,"]').click();
  assert.deepEqual(await sent(page), ['d3']);
  assert.deepEqual(await violations(page), []);
  await page.context().close();
});

test('a board is played by keyboard alone', async () => {
  const page = await playable('othello');
  await page.locator('[data-theme-button]').focus();
  await page.keyboard.press('Tab');
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('aria-label')), 'a1, empty');
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowDown', 'ArrowDown']) await page.keyboard.press(key);
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('aria-label')), 'd3, empty, legal move');
  await page.keyboard.press('Enter');
  assert.deepEqual(await sent(page), ['d3']);
  await page.context().close();
});

test('pits and stores are reached by arrows, whatever their places', async () => {
  const page = await playable('awale', 'fr');
  await page.locator('#mine [tabindex="0"]').focus();
  await page.keyboard.press('ArrowRight');
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('aria-label')), 'case B, 4 graines, coup légal');
  await page.keyboard.press(' ');
  await page.keyboard.press('ArrowUp');
  assert.match(await page.evaluate(() => document.activeElement?.getAttribute('aria-label')) ?? '', /^case e, 4 graines$/);
  await page.keyboard.press('Enter');
  assert.deepEqual(await sent(page), ['B']);
  await page.context().close();
});

test('coloured boards have buttons for colours and pass', async () => {
  const page = await playable('flood');
  const buttons = page.locator('#mine .jb-button');
  assert.ok(await buttons.count() >= 4);
  await buttons.filter({ hasText: 'pass' }).click();
  const legal = page.locator('#mine .jb-button:enabled').first();
  const move = await legal.getAttribute('data-move');
  await legal.focus();
  await page.keyboard.press('Enter');
  assert.deepEqual(await sent(page), ['pass', move]);
  assert.deepEqual(await violations(page), []);
  await page.context().close();
  const colours = await playable('seven-colours');
  await colours.locator('#mine .jb-button').nth(2).click();
  assert.deepEqual(await sent(colours), ['C']);
  await colours.context().close();
});

test('a new position is shown on the same board, with what changed', async () => {
  const page = await playable('othello');
  const next = boards['othello-next'];
  // Discs turn for a moment only: they are counted in the same turn as the board is shown.
  const turning = await page.evaluate((board) => {
    const mine = /** @type {any} */ (document.getElementById('mine'));
    mine.show(board, true);
    return mine.querySelectorAll('.jb-flip').length;
  }, next);
  assert.ok(turning > 0);
  assert.equal(await page.locator('#mine .jb-disc').count(), 5);
  assert.equal(await page.locator('#mine .jb-last').count(), 1);
  await page.context().close();
});

test('those who want less motion get none', async () => {
  const page = await open(browser, replay(), { reducedMotion: 'reduce' });
  await page.locator('.jr-range').focus();
  await page.keyboard.press('ArrowRight');
  assert.equal(await page.locator('.jb-disc').count(), 5);
  assert.equal(await page.locator('.jb-flip, .jb-drop').count(), 0);
  await page.context().close();
  const moving = await open(browser, replay());
  await moving.locator('.jr-range').focus();
  // Discs turn for a moment only: whoever looks for them is told as they begin.
  await moving.evaluate(() => {
    const watcher = new MutationObserver(() => {
      if (!document.querySelector('.jb-flip')) return;
      watcher.disconnect();
      document.body.classList.add('has-turned');
    });
    watcher.observe(document, { subtree: true, childList: true, attributes: true });
  });
  await moving.keyboard.press('ArrowRight');
  await moving.locator('body.has-turned').waitFor();
  await moving.context().close();
});

test('games of all four kinds are replayed to their end', async () => {
  const page = await open(browser, replay());
  const games = await page.locator('#chooser option').count();
  assert.equal(games, 4);
  for (let game = 1; game <= games; game++) {
    await page.locator('#chooser').selectOption(String(game));
    await page.waitForFunction((id) => /** @type {any} */ (document.querySelector('joute-replay')).replay?.data.id === id, game);
    await page.locator('.jr-range').focus();
    await page.keyboard.press('End');
    const agrees = await page.evaluate(() => {
      const { replay } = /** @type {any} */ (document.querySelector('joute-replay'));
      const cells = /** @type {number[]} */ ([...replay.cells(replay.plies)]);
      const owned = [0, 1].map((side) => cells.filter((look) => replay.bundle.looks[look].owner === side || replay.bundle.looks[look].disc === side).length);
      const isCounted = replay.layout.unit !== 'seeds';
      return !isCounted || replay.data.ending.how === 'forfeit' || owned.join() === replay.data.tally.join();
    });
    assert.ok(agrees, `game ${game}`);
  }
  assert.deepEqual(page.troubles, []);
  await page.context().close();
});
