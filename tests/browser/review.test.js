// The computer's review of a finished game in a real browser: begun by a button, growing while one looks on, kept, walked
// through by mouse and keys, in both languages.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Arena, isOver, plies } from './arena.js';
import { hold, launch, says, until, violations } from './support.js';

/** @typedef {import('./arena.js').Page} Page */
/** @type {import('playwright-core').Browser} */
let browser;
/** @type {Arena} */
let arena;
/** The number of a finished game. */
let number = 0;

before(async () => {
  arena = new Arena();
  await arena.start();
  browser = await launch();
  number = await playedBadly();
});

after(async () => {
  await browser?.close();
  await arena?.remove();
});

/** A game of 6 x 6 Othello between two people who take the first square they find, and so play badly. */
async function playedBadly() {
  const host = await arena.visit(browser, '/');
  await arena.begin(host, { game: 'othello', setup: 'size=6', opponent: 'friend' });
  const pages = [host, await arena.join(browser, host)];
  const id = Number(host.url().match(/\d+$/)?.[0]);
  assert.equal((await fetch(`${arena.address}/game/${id}/review`, { method: 'POST' })).status, 403, 'no help at the table');
  while (!await isOver(host)) {
    const before = await plies(host);
    await until(async () => {
      for (const page of pages) {
        await page.evaluate(() => document.querySelector('.jb-legal')?.dispatchEvent(new MouseEvent('click', { bubbles: true })));
      }
      return await plies(host) > before || isOver(host);
    }, 'a move is played');
  }
  for (const page of pages) await page.context().close();
  return id;
}

/** The path of the game, once it has its review: no test waits for another one to have made it. */
async function reviewed() {
  await fetch(`${arena.address}/game/${number}/review`, { method: 'POST' });
  await until(async () => (await fetch(`${arena.address}/game/${number}/review.json`)).ok, 'the game is reviewed');
  return `/game/${number}`;
}

/** Waits until a page shows the board after so many plies. @param {Page} page @param {number} ply */
const shows = (page, ply) => says(page.locator('.jr-counter'), new RegExp(`^${ply} /`));
/** Waits until a page has so many elements of a kind. @param {Page} page @param {string} selector @param {number} wanted */
const has = (page, selector, wanted) => page.waitForFunction(([kind, count]) => document.querySelectorAll(kind).length === Number(count),
  /** @type {const} */ ([selector, wanted]));
/** @param {Page} page */
const notes = (page) => page.evaluate(() => /** @type {any} */ (document.querySelector('joute-replay')).review.notes);

test('a review is begun, grows before the eyes of two, and is kept', async () => {
  const [page, other] = [await arena.visit(browser, '/games'), await arena.visit(browser, `/game/${number}`)];
  await other.locator('.jr-counter').waitFor();
  assert.equal(await other.locator('.jr-evaluation').count(), 0);
  // The button may be pressed before the game is there.
  const letGo = await hold(page, /replay\.json$/);
  await page.goto(`${arena.address}/game/${number}`);
  const asked = page.locator('[data-review] button');
  await says(asked, 'Computer review');
  await asked.focus();
  await Promise.all([page.waitForRequest(/\/review$/), page.keyboard.press('Enter')]);
  letGo();
  await page.locator('.jr-evaluation').waitFor();
  await other.locator('[data-review] button').click();
  const done = async (/** @type {Page} */ one) => one.waitForFunction(() => /** @type {any} */ (document.querySelector('joute-replay')).review?.complete);
  await Promise.all([done(page), done(other)]);
  assert.deepEqual(await notes(page), await notes(other), 'two who ask get one review');
  await says(page.locator('[data-review] [role=status]'), /^The review is done: \d+ mistakes?\.$/);
  const found = await notes(page);
  assert.ok(found.length >= 3, `${found.length} mistakes`);
  await has(page, '.jr-evaluation .jr-spot', found.length);
  await has(page, '.jr-moves .jr-sign', found.length);
  // At the next visit it is there at once, after a restart too, and in the page to embed.
  await arena.stop();
  await arena.start();
  for (const path of [`/game/${number}`, `/embed/${number}`]) {
    await page.goto(arena.address + path);
    await page.locator('.jr-evaluation .jr-spot').first().waitFor();
    assert.equal(await page.locator('[data-review]').count(), 0, 'nothing more to ask for');
    assert.deepEqual(await notes(page), found);
  }
  assert.deepEqual(page.troubles, []);
  assert.deepEqual(other.troubles, []);
  await page.context().close();
  await other.context().close();
});

test('keys jump from mistake to mistake and show the better move', async () => {
  const page = await arena.visit(browser, await reviewed());
  await page.locator('.jr-evaluation').focus();
  const found = await notes(page);
  const places = found.map((/** @type {any} */ note) => note.ply);
  for (const ply of places.slice(0, 3)) {
    await page.keyboard.press('m');
    await shows(page, ply);
  }
  await page.keyboard.press('Shift+M');
  await shows(page, places[1]);
  const { kind, loss, line } = found[1];
  const better = line.split(' ')[0];
  const text = await page.locator('.jr-verdict').textContent() ?? '';
  assert.equal(text.toLowerCase().replace(' (exact)', ''), `${kind}: −${loss} discs, better was ${better}`);
  assert.match(await page.locator('.jr-evaluation').getAttribute('aria-valuetext') ?? '', new RegExp(`better was ${better}`));
  assert.match(await page.locator('.jb-voice').textContent() ?? '', new RegExp(`better was ${better}`));
  const discs = await page.locator('.jb-disc').count();
  await page.keyboard.press('b');
  await has(page, '.jb-tip', 1);
  await has(page, '.jb-disc', discs - 1); // The board of the move before.
  assert.equal(await page.locator('.jr-better').getAttribute('aria-pressed'), 'true');
  await page.locator('.jr-better').click();
  await has(page, '.jb-tip', 0);
  await has(page, '.jb-disc', discs);
  // The graph is a slider: arrows and ends.
  await page.locator('.jr-evaluation').focus();
  await page.keyboard.press('End');
  const last = Number(await page.locator('.jr-evaluation').getAttribute('aria-valuemax'));
  await shows(page, last);
  await page.keyboard.press('ArrowLeft');
  assert.equal(await page.locator('.jr-evaluation').getAttribute('aria-valuenow'), String(last - 1));
  assert.deepEqual(page.troubles, []);
  await page.context().close();
});

test('marks are clicked, differ by shape, and the players\' mistakes add up', async () => {
  const page = await arena.visit(browser, await reviewed());
  await page.locator('.jr-spot').first().waitFor();
  const found = await notes(page);
  const box = await page.locator('.jr-spot path').last().boundingBox();
  assert.ok(box);
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await shows(page, found.at(-1).ply);
  await page.locator('.jr-previous-mistake').click();
  await shows(page, found.at(-2).ply);
  const shapes = await page.evaluate(() => [...document.querySelectorAll('.jr-summary .jr-shape')].map((shape) => shape.getAttribute('d')));
  assert.equal(new Set(shapes).size, 3);
  const cells = await page.locator('.jr-summary tbody td').allTextContents();
  const count = cells.slice(0, 6).reduce((sum, cell) => sum + Number(cell), 0);
  assert.equal(count, found.length);
  await page.context().close();
});

test('it passes axe-core in light and dark, speaks French, and fits a phone', async () => {
  const looks = /** @type {const} */ ([['light', 'en-GB', 1280], ['dark', 'fr-FR', 390]]);
  for (const [colorScheme, locale, width] of looks) {
    const page = await arena.visit(browser, await reviewed(), { colorScheme, locale, viewport: { width, height: 844 } });
    await page.locator('.jr-evaluation').focus();
    await page.keyboard.press('m');
    assert.deepEqual(await violations(page), [], `${colorScheme}, ${width}`);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    assert.equal(overflow, 0, `${width} pixels are enough`);
    if (locale === 'fr-FR') {
      assert.match(await page.locator('.jr-verdict').textContent() ?? '', /^(Imprécision|Erreur|Gaffe) : −[\d,]+ pions, mieux valait [a-f]\d/);
      assert.match(await page.locator('.jr-summary').textContent() ?? '', /Analyse par l’ordinateur.*Perte moyenne/s);
      assert.match(await page.locator('.jr-bar').getAttribute('title') ?? '', /M et Maj\+M/);
    }
    assert.deepEqual(page.troubles, []);
    await page.context().close();
  }
});
