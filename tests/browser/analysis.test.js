// The analysis board in a real browser: a tree of variations that keys walk through and a link shares, values on the board, and
// lines that play out. Progress of lessons and the way back into a game are looked at here as well.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Arena } from './arena.js';
import { launch, says, violations } from './support.js';

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

/** Waits until the address has these moves, and the board with it. @param {Page} page @param {string} moves */
async function at(page, moves) {
  await page.waitForURL((url) => (url.searchParams.get('moves') ?? '') === moves);
}

/** @param {Page} page @param {string} place */
async function play(page, place) {
  await page.locator(`.jb-legal[aria-label^="${place},"]`).click();
}

test('variations are kept as a tree that keys walk through and a link shares', async () => {
  const page = await arena.visit(browser, '/analyse?game=othello');
  await page.locator('.jb-legal').first().waitFor();
  await play(page, 'f5');
  await at(page, 'f5');
  await play(page, 'd6');
  await at(page, 'f5 d6');
  await page.keyboard.press('ArrowLeft');
  await at(page, 'f5');
  await play(page, 'f6');
  await at(page, 'f5 f6');
  await says(page.locator('[data-opening]'), 'Diagonal opening');
  await page.keyboard.press('ArrowUp');
  await at(page, 'f5 d6');
  await page.keyboard.press('ArrowDown');
  await at(page, 'f5 f6');
  await page.keyboard.press('Home');
  await at(page, '');
  await page.keyboard.press('ArrowRight');
  await at(page, 'f5');
  assert.equal(new URL(page.url()).searchParams.get('tree'), 'f5 d6 (f6)');
  const shared = page.url();
  await page.context().close();

  const friend = await arena.visit(browser, shared.replace(arena.address, ''));
  await friend.locator('.variation button').waitFor();
  assert.deepEqual(await friend.locator('[data-moves] button').allTextContents(), ['f5', 'd6', 'f6']);
  await friend.locator('.variation button').click();
  await at(friend, 'f5 f6');
  await friend.locator('[data-cut]').click();
  await at(friend, 'f5');
  assert.deepEqual(await friend.locator('[data-moves] button').allTextContents(), ['f5', 'd6']);
  assert.deepEqual(friend.troubles, []);
  await friend.context().close();
});

test('what the engine thinks stands on the board, and its lines play out', async () => {
  const page = await arena.visit(browser, '/analyse?game=awale');
  await page.locator('.ja-value').first().waitFor();
  await says(page.locator('[data-turn]'), 'South to move');
  await page.locator('[data-count]').selectOption('5');
  await page.locator('[data-lines] tr').nth(4).waitFor();
  assert.equal(await page.locator('.ja-value').count(), 5);
  const second = page.locator('[data-lines] tr').first().locator('.step').nth(1);
  await second.waitFor();
  await second.click();
  await page.waitForURL((url) => (url.searchParams.get('moves') ?? '').split(' ').length === 2);
  await page.locator('.ja-value').first().waitFor();
  await page.keyboard.press(' ');
  await page.waitForURL((url) => (url.searchParams.get('moves') ?? '').split(' ').length === 3);
  await page.locator('[data-lines] tr').first().waitFor();
  assert.deepEqual(await violations(page), []);
  assert.deepEqual(page.troubles, []);
  await page.context().close();
});

test('a lesson that was solved stays solved', async () => {
  const page = await arena.visit(browser, '/learn/othello#corner');
  const lesson = page.locator('[data-lesson=corner]');
  await lesson.locator('.jb-legal').first().waitFor();
  await lesson.locator('.jb-legal[aria-label^="a1,"]').click();
  await page.locator('[data-lesson=corner][data-state=done]').waitFor();
  await page.reload();
  await page.locator('[data-lesson=corner][data-known]').waitFor();
  assert.match(await page.locator('[data-solved]').textContent() ?? '', /^1 \//);
  await page.goto(`${arena.address}/learn`);
  await says(page.locator('[data-progress=othello] span'), /^1 \/ \d+$/);
  assert.deepEqual(page.troubles, []);
  await page.context().close();
});

test('the first page leads back into a game and plays a few moves of the chosen game', async () => {
  const page = await arena.visit(browser, '/', { reducedMotion: 'no-preference' });
  await page.waitForFunction(() => document.querySelector('.game:has(:checked) img')?.getAttribute('src')?.includes('ply='));
  await page.context().close();
  const still = await arena.visit(browser, '/', { reducedMotion: 'reduce' });
  assert.equal(await still.locator('.game img[src*=ply]').count(), 0);
  await still.context().close();
});
