// Boards in a real browser: everything of a table in one window of any size, and what boards show by themselves.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Arena, click, playOn, turn } from './arena.js';
import { launch, says } from './support.js';

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

/** A finished game of 6 x 6 Othello: its path. */
async function finished() {
  const page = await arena.visit(browser, '/');
  await sit(page, { game: 'othello', setup: 'size=6' });
  await playOn(page, click);
  const path = new URL(page.url()).pathname;
  await page.context().close();
  return path;
}

const OF_REPLAYS = 'main button, main a, main input, main select, .jr-card, .jb-picture, .jr-moves, .jr-graph';

test('a replay fits every window, its board as large with a review as without, and obeys keys at once', async () => {
  const path = await finished();
  const page = await arena.visit(browser, `${path}?replay`);
  await page.locator('.jr-counter').waitFor();
  const sizes = async () => {
    const found = [];
    for (const [width, height] of WINDOWS) {
      await page.setViewportSize({ width, height });
      assert.deepEqual(await outside(page, OF_REPLAYS), [], `${width} x ${height}`);
      const box = await page.locator('.jb-picture').boundingBox();
      found.push(`${Math.round(box?.width ?? 0)} x ${Math.round(box?.height ?? 0)}`);
    }
    return found;
  };
  const before = await sizes();
  await page.locator('[data-review] button').click();
  await page.waitForFunction(() => /** @type {any} */ (document.querySelector('joute-replay')).review?.complete);
  assert.deepEqual(await sizes(), before);
  await page.reload();
  await page.locator('.jr-counter').waitFor();
  assert.equal(await page.evaluate(() => document.activeElement === document.body), true);
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowLeft']) await page.keyboard.press(key);
  await says(page.locator('.jr-counter'), /^2 \//);
  assert.deepEqual(page.troubles, []);
  await page.context().close();
});

test('the ply of a replay is in its address, and "Analyse" opens what is shown', async () => {
  const path = await finished();
  const page = await arena.visit(browser, `${path}?replay#5`);
  await says(page.locator('.jr-counter'), /^5 \//);
  await page.keyboard.press('ArrowRight');
  await page.waitForURL(`${arena.address}${path}?replay#6`);
  const record = await (await fetch(`${arena.address}${path}/record.json`)).json();
  const shown = new URL(await page.locator('a[data-analyse]').getAttribute('href') ?? '', arena.address);
  const moves = record.plies.slice(0, 6).map((/** @type {{ move: string }} */ ply) => ply.move);
  assert.deepEqual(shown.searchParams.get('moves')?.split(' '), moves);
  await page.keyboard.press('Home');
  await page.waitForURL(`${arena.address}${path}?replay`);
  await page.context().close();
});

test('a page to embed has no navigation, and its controls are in a frame of 700 x 520', async () => {
  const path = await finished();
  const page = await arena.visit(browser, path.replace('game', 'embed'), { viewport: { width: 700, height: 520 } });
  await page.locator('.jr-counter').waitFor();
  assert.deepEqual(await outside(page, OF_REPLAYS), []);
  assert.equal(await page.locator('header, nav').count(), 0);
  assert.ok(await page.locator('.jr-button.jr-next').isVisible());
  await page.context().close();
});
