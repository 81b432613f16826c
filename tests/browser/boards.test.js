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
  // A review as the engine would tell it, so that nobody waits for one.
  await page.evaluate(() => {
    const element = /** @type {any} */ (document.querySelector('joute-replay'));
    const side = { moves: 9, inaccuracies: 0, mistakes: 1, blunders: 0, average_loss: 1.5 };
    const note = { ply: 2, kind: 'mistake', loss: 6, line: 'c3 d4 e5', parts: [0], exact: true };
    element.review = { nodes: 1, values: Array(element.replay.plies + 1).fill(2), notes: [note], summary: [side, side], complete: true };
    element.ply = 2;
  });
  await page.locator('.jr-evaluation .jr-spot').waitFor();
  assert.deepEqual(await sizes(), before);
  await page.goto(`${arena.address}${path}?replay&again`);
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

test('whoever points at a move, has the focus or a finger on it, sees what it takes and how much', async () => {
  const page = await arena.visit(browser, '/', { hasTouch: true });
  await sit(page, { game: 'othello', setup: '' });
  const previewed = () => page.locator('.jb-preview .jb-taking').count();
  const badge = page.locator('.jb-badge');
  await page.locator('.jb-legal').first().hover();
  await says(badge, '+2');
  assert.equal(await previewed(), 2, 'the square and the disc that is turned');
  await page.mouse.move(2, 2);
  await badge.waitFor({ state: 'detached' });
  await page.locator('.jb-legal').nth(1).focus();
  await says(badge, '+2');
  // In games of colours a colour takes just the cells that mean it, and only these are clicked.
  await sit(page, { game: 'seven-colours', setup: 'size=12,seed=5' });
  const choices = page.locator('.jb-button:enabled');
  for (let at = 0; at < await choices.count(); at++) {
    await choices.nth(at).hover();
    const [move, gain] = [await choices.nth(at).getAttribute('data-move'), await choices.nth(at).locator('small').textContent()];
    if (!gain) continue;
    await says(badge, gain);
    const cells = await page.evaluate((text) => /** @type {any} */ (document.querySelector('joute-board')).board.moves.filter((/** @type {any} */ one) => one === text).length, move);
    assert.equal(`+${cells}`, gain, 'cells that can be clicked are those that are taken');
  }
  await page.locator('[data-do=hint]').click();
  await page.locator('[data-trouble]:not([hidden])').waitFor();
  assert.equal(await page.evaluate(() => [...document.querySelectorAll('.jb-part.jb-tip')].every((part) => part.classList.contains('jb-legal'))), true);
  assert.deepEqual(page.troubles, []);
  await page.context().close();
});

test('seeds travel, any key ends it, and what was taken is outlined', async () => {
  const page = await arena.visit(browser, '/analyse?game=awale');
  await page.locator('.jb-legal').first().waitFor();
  // The board is told to move by the same data as at a table, and looked at before and after a key.
  const moved = await page.evaluate(async () => {
    const board = /** @type {any} */ (document.querySelector('joute-board'));
    const { board: next } = await (await fetch('/board.json?game=awale&moves=F')).json();
    board.show(next, true);
    const seen = [board.hasAttribute('data-moving'), board.querySelectorAll('.jb-flight > *').length];
    document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Shift' }));
    const counts = [...board.querySelectorAll('.jb-count')].map((count) => count.textContent);
    return { seen: [...seen, board.hasAttribute('data-moving'), board.querySelectorAll('.jb-flight > *').length], counts };
  });
  assert.deepEqual(moved.seen, [true, 4, false, 0]);
  assert.deepEqual(moved.counts.slice(0, 10), ['4', '4', '4', '4', '4', '0', '5', '5', '5', '5']);
  await page.context().close();
  const table = await arena.visit(browser, '/', { reducedMotion: 'reduce' });
  await sit(table, { game: 'flood', setup: 'graph=torus,width=8,colours=4,seed=2' });
  assert.ok(await table.locator('.jb-ghost').count() > 0, 'a torus shows the cells across');
  await playOn(table, click, 1);
  await turn(table);
  assert.equal(await table.locator('.jb-taken').count(), 1);
  assert.equal(await table.locator('[data-moving]').count(), 0, 'nothing moves for those who want less motion');
  await table.context().close();
});

test('sound is off until wanted, looks of boards are kept, and both can be read', async () => {
  const page = await arena.visit(browser, '/');
  await sit(page, { game: 'awale', setup: '' });
  const sound = page.locator('[data-sound]');
  assert.equal(await sound.getAttribute('aria-pressed'), 'false');
  await page.keyboard.press('s');
  assert.equal(await sound.getAttribute('aria-pressed'), 'true');
  const ratios = [];
  for (let look = 0; look < 3; look++) {
    await page.reload();
    await turn(page);
    assert.equal(await sound.getAttribute('aria-pressed'), 'true');
    ratios.push(...await page.evaluate(contrasts));
    await page.locator('[data-look-button]').click();
  }
  assert.equal(ratios.length, 9);
  for (const [name, ratio, least] of ratios) assert.ok(Number(ratio) >= Number(least), `${name}: ${ratio}`);
  await page.context().close();
});

/** How well numbers can be read on wood and discs be told from felt, in the look on show; runs in the page. */
function contrasts() {
  const style = getComputedStyle(document.documentElement);
  const light = (/** @type {string} */ hex) => {
    const parts = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255).map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2];
  };
  const ratio = (/** @type {string} */ one, /** @type {string} */ two) => {
    const [dark, bright] = [light(one), light(two)].sort((a, b) => a - b);
    return (bright + 0.05) / (dark + 0.05);
  };
  const value = (/** @type {string} */ name) => style.getPropertyValue(name).trim();
  const look = document.documentElement.dataset.boardLook;
  return /** @type {[string, number, number][]} */ ([
    [`numbers on wood, ${look}`, ratio(value('--burnt'), value('--plank')), 4.5],
    [`black discs, ${look}`, ratio('#1c1f24', value('--felt')), 3],
    [`white discs, ${look}`, ratio('#f1efe9', value('--felt')), 3],
  ]);
}
