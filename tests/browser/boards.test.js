// Boards in a real browser: everything of a table in one window of any size, and what boards show by themselves.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Arena, click, playOn, turn } from './arena.js';
import { launch } from './support.js';

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

/** Windows from a small phone to a large screen, and a phone on its side. */
const WINDOWS = [[360, 640], [390, 844], [844, 390], [1280, 800], [1920, 1080]];

/** The tables that need most room: eight colours with forbidden ones, a board of 900 cells. */
const TABLES = [
  { game: 'othello', setup: '' },
  { game: 'awale', setup: '' },
  { game: 'flood', setup: 'graph=torus,width=14,colours=8,seed=4' },
  { game: 'flood', setup: 'graph=donut,width=12,colours=8,forbidden=2,seed=3' },
  { game: 'seven-colours', setup: 'size=30,seed=2' },
];

/**
 * Begins a game by its form, as a script would, and goes to its table.
 * @param {Page} page
 * @param {Record<string, string>} wish
 */
async function sit(page, wish) {
  const form = new URLSearchParams({ opponent: '1', side: 'first', time: '30m', ...wish }).toString();
  const there = await page.evaluate(async (body) => (await fetch('/games', {
    method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' }, body })).url, form);
  await page.goto(there);
  await turn(page);
}

/** What of a page lies outside its window, and whether it scrolls. @param {Page} page @param {string} selector */
const outside = (page, selector) => page.evaluate(async (kinds) => {
  // What was laid out anew for another window is there with the next picture.
  await new Promise((resolve) => { requestAnimationFrame(() => requestAnimationFrame(resolve)); });
  const { scrollWidth, scrollHeight } = document.documentElement;
  const found = scrollWidth > innerWidth || scrollHeight > innerHeight ? [`the page is ${scrollWidth} x ${scrollHeight}`] : [];
  for (const element of document.querySelectorAll(kinds)) {
    const box = element.getBoundingClientRect();
    // Of a list that scrolls by itself only the list counts.
    if (!element.checkVisibility() || element.parentElement?.closest('[data-moves], .jr-moves')) continue;
    const isInside = box.left > -1 && box.top > -1 && box.right < innerWidth + 1 && box.bottom < innerHeight + 1;
    if (!isInside || box.width < 2) found.push(`${element.tagName} ${element.textContent?.trim().slice(0, 20)} at ${box.left} ${box.top} ${box.right} ${box.bottom}`);
  }
  return found;
}, selector);

const OF_TABLES = 'main button, main a, main input, .player, .jb-picture, .jb-forbidden, .status, [data-moves]';

test('board, players, controls and moves of every game fit every window', async () => {
  for (const wish of TABLES) {
    const page = await arena.visit(browser, '/');
    await sit(page, wish);
    for (const [width, height] of WINDOWS) {
      await page.setViewportSize({ width, height });
      const where = `${wish.game} ${wish.setup}, ${width} x ${height}`;
      assert.deepEqual(await outside(page, OF_TABLES), [], where);
      assert.equal(await page.locator('.player:visible').count(), 2, where);
      assert.ok(await page.locator('[data-moves]').isVisible(), where);
      const board = await page.locator('.jb-picture').boundingBox();
      assert.ok(board && Math.max(board.width, board.height) > 290, `${where}: the board is ${board?.width} x ${board?.height}`);
    }
    assert.deepEqual(page.troubles, []);
    await page.context().close();
  }
});

test('nothing on a table moves while it is played', async () => {
  const page = await arena.visit(browser, '/', { viewport: { width: 360, height: 640 } });
  await sit(page, { game: 'flood', setup: 'graph=square,width=8,colours=4,seed=2' });
  const places = () => page.evaluate(() => [...document.querySelectorAll('.player, .jb-picture, .jb-button, .status, .panel > .buttons, [data-moves]')].map((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return [left, top, width, height].map(Math.round).join(' ');
  }));
  const before = await places();
  await playOn(page, click, 3);
  await page.locator('[data-do=hint]').click();
  await page.locator('[data-trouble]:not([hidden])').waitFor();
  assert.deepEqual(await places(), before);
  await page.context().close();
});
