// The board editor in a real browser: boards are painted by mouse, keyboard and touch, undone, shared and played.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Arena, click, playOn, plies, turn } from './arena.js';
import { hold, launch, says, until, violations } from './support.js';

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

/**
 * The editor with a board on it.
 * @param {Record<string, string>} query
 * @param {import('playwright-core').BrowserContextOptions} [options]
 */
async function editor(query, options) {
  const page = await arena.visit(browser, `/editor?${new URLSearchParams(query)}`, options);
  await page.locator('joute-board[paintable] .jb-part').first().waitFor();
  await page.waitForFunction(() => document.querySelector('.brushes input'));
  return page;
}

/** @param {Page} page */
const text = (page) => page.locator('[data-position]').inputValue();

/** Waits until the position is written as this. @param {Page} page @param {string | RegExp} wanted */
async function reads(page, wanted) {
  const source = typeof wanted === 'string' ? `^${wanted.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')}$` : wanted.source;
  await page.waitForFunction((pattern) => {
    const field = document.querySelector('[data-position]');
    return field instanceof HTMLTextAreaElement && new RegExp(pattern).test(field.value);
  }, source).catch(async () => assert.fail(`${await text(page)} should read ${wanted}`));
}

/** Chooses a brush, by a click or by a tap, which is a click a moment later. @param {Page} page @param {string} key @param {'click' | 'tap'} how */
async function choose(page, key, how = 'click') {
  await page.locator(`.brushes label:has([value="${key}"])`)[how]();
  await page.waitForFunction((wanted) => document.querySelector(`.brushes [value="${wanted}"]:checked`), key);
}

/** The middle of a part on the screen. @param {Page} page @param {number} part */
async function middle(page, part) {
  const box = await page.locator(`joute-board[paintable] [data-part="${part}"] > :first-child`).boundingBox();
  assert.ok(box, `part ${part} is on the screen`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Drags over parts. @param {Page} page @param {number[]} parts */
async function drag(page, ...parts) {
  const [first, ...rest] = await Promise.all(parts.map((part) => middle(page, part)));
  await page.mouse.move(first.x, first.y);
  await page.mouse.down();
  for (const { x, y } of rest) await page.mouse.move(x, y);
  await page.mouse.up();
}

/** What a page complained about but for refusals, which are part of a test. @param {Page} page */
const unexpected = (page) => page.troubles.filter((text) => !text.includes('status of 400'));

/** @param {Page} page */
const edits = (page) => page.requests.filter((url) => url.endsWith('/edit.json')).length;

test('a Flood board is chosen, generated, drawn with obstacles by dragging, and played', async () => {
  const page = await editor({ game: 'othello' });
  await page.locator('[data-game]').selectOption('flood');
  await page.locator('[data-fields=flood] [data-key=graph]').selectOption('torus');
  await page.locator('[data-fields=flood] [data-key=width]').fill('8');
  await page.locator('[data-fields=flood] [data-key=seed]').fill('7');
  await page.locator('[data-fields=flood] [data-generate]').click();
  await page.waitForFunction(() => document.querySelectorAll('joute-board[paintable] .jb-part').length === 64);
  await page.waitForFunction(() => location.search.includes('graph%3Dtorus') && location.search.includes('seed%3D7'));
  const generated = await text(page);
  // The same seed draws the same board, another one another.
  await page.locator('[data-fields=flood] [data-dice]').click();
  await page.waitForFunction((old) => /** @type {any} */ (document.querySelector('[data-position]')).value !== old, generated);
  const before = edits(page);
  await page.locator('[data-fields=flood] [data-key=seed]').fill('7');
  await page.locator('[data-fields=flood] [data-generate]').click();
  await reads(page, generated);
  // Both the seed and the button ask for a board: after that there is nothing more to come.
  await until(() => edits(page) === before + 2, 'the board is asked for twice');
  // A drag from corner to corner of a row is one request, and misses no cell however fast it was.
  await choose(page, '#');
  const asked = edits(page);
  await drag(page, 8, 15);
  await page.waitForFunction(() => document.querySelectorAll('joute-board[paintable] .jb-blocked').length === 8);
  await reads(page, /^[A-Z]{8}\/#{8}\//);
  assert.equal(edits(page), asked + 1);
  const address = await page.evaluate(() => location.href);
  await page.locator('[data-play]').click();
  await page.locator('[name=opponent]').selectOption('1');
  await page.locator('.play-form [type=submit]').click();
  await page.waitForURL(/\/game\/\d+$/);
  await turn(page);
  assert.equal(await page.locator('.jb-blocked').count(), 8);
  await playOn(page, click, 2);
  assert.ok(await plies(page) >= 3, 'the engine answers');
  // The link shows the same board to somebody else.
  const other = await arena.visit(browser, new URL(address).pathname + new URL(address).search);
  await other.waitForFunction(() => document.querySelectorAll('.jb-blocked').length >= 8);
  assert.match(await text(other), /^[A-Z]{8}\/#{8}\//);
  await other.locator('[data-analyse]').click();
  await other.locator('[data-lines] tr').first().waitFor();
  assert.deepEqual([...page.troubles, ...other.troubles], []);
  await page.context().close();
  await other.context().close();
});

test('what is set while an answer is on its way is not taken back by it', async () => {
  const page = await editor({ game: 'flood', setup: 'width=6,seed=2' });
  const letGo = await hold(page, /edit\.json$/);
  const asked = edits(page);
  await page.locator('[data-fields=flood] [data-key=graph]').selectOption('torus');
  await until(() => edits(page) > asked, 'the server is asked');
  await page.locator('[data-fields=flood] [data-key=width]').fill('8');
  await page.locator('[data-fields=flood] [data-key=seed]').fill('7');
  await page.locator('[data-fields=flood] [data-key=seed]').press('Tab');
  letGo();
  await page.waitForFunction(() => ['torus', 'seed%3D7'].every((set) => location.search.includes(set)));
  await page.waitForFunction(() => document.querySelectorAll('joute-board[paintable] .jb-part').length === 64);
  await page.context().close();
});

test('what is drawn on the other graphs can be played', async () => {
  for (const graph of ['square', 'donut', 'hgraph']) {
    const page = await editor({ game: 'flood', setup: `graph=${graph},width=6,seed=3` });
    const holes = await page.locator('joute-board[paintable] .jb-blocked').count();
    await choose(page, '#');
    await page.locator('joute-board[paintable] [data-part="7"]').click();
    await page.waitForFunction((count) => document.querySelectorAll('joute-board[paintable] .jb-blocked').length === count, holes + 1);
    await page.locator('[data-play]').click();
    await page.locator('[name=opponent]').selectOption('1');
    await page.locator('.play-form [type=submit]').click();
    await page.waitForURL(/\/game\/\d+$/);
    await turn(page);
    assert.equal(await page.locator('.jb-blocked').count(), holes + 1, graph);
    await playOn(page, click, 1);
    assert.deepEqual(page.troubles, []);
    await page.context().close();
  }
});

test('an Othello position is drawn by keyboard alone, and screen readers hear it', async () => {
  const page = await editor({ game: 'othello', setup: 'size=4' });
  await page.locator('[data-tool=clear]').focus();
  await page.keyboard.press('Enter');
  await reads(page, '---------------- X');
  assert.match(await page.locator('[data-note]').textContent() ?? '', /over/);
  assert.equal(await page.locator('[data-play]').getAttribute('href'), null);
  for (let count = 0; count < 5 && !await page.evaluate(() => document.activeElement?.matches('.jb-part')); count++) await page.keyboard.press('Tab');
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('data-part')), '0');
  await page.keyboard.press('1');
  await page.keyboard.press('Enter');
  await reads(page, 'X--------------- X');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('2');
  await page.keyboard.press('Space');
  await reads(page, 'XO-------------- X');
  assert.equal(await page.locator('joute-board[paintable] .jb-voice').textContent(), 'b1: White disc');
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('aria-label')), 'b1, white');
  assert.ok(await page.locator('[data-play]').getAttribute('href'));
  await page.keyboard.press('Control+z');
  await reads(page, 'X--------------- X');
  await page.keyboard.press('Control+y');
  await reads(page, 'XO-------------- X');
  await page.locator('[name=turn][value=second]').focus();
  await page.keyboard.press('Space');
  await reads(page, 'XO-------------- O');
  assert.deepEqual(page.troubles, []);
  await page.context().close();
});

test('undo and redo go through everything, and a new stroke forgets what was undone', async () => {
  const page = await editor({ game: 'seven-colours', setup: 'size=4,colours=3,seed=1' });
  const first = await text(page);
  await choose(page, 'A');
  await page.locator('[data-tool=fill]').click();
  await drag(page, 5);
  await page.waitForFunction((old) => /** @type {any} */ (document.querySelector('[data-position]')).value !== old, first);
  await page.locator('[data-tool=fill]').click();
  await choose(page, '#');
  await drag(page, 4, 7);
  await reads(page, /\/####\//);
  await page.locator('[data-fields=seven-colours] [data-key=size]').fill('5');
  await page.locator('[data-fields=seven-colours] [data-key=size]').press('Tab');
  await reads(page, /^[^/]{5}\//);
  await page.locator('[data-tool=undo]').click();
  await reads(page, /\/####\//);
  assert.equal(await page.locator('[data-fields=seven-colours] [data-key=size]').inputValue(), '4');
  while (await page.locator('[data-tool=undo]').isEnabled()) {
    const before = await text(page);
    await page.locator('[data-tool=undo]').click();
    await page.waitForFunction((old) => /** @type {any} */ (document.querySelector('[data-position]')).value !== old, before);
  }
  assert.equal(await text(page), first);
  await page.locator('[data-tool=redo]').click();
  await choose(page, 'B');
  await drag(page, 6);
  await page.waitForFunction(() => document.querySelector('[data-tool=redo]')?.hasAttribute('disabled'));
  assert.deepEqual(page.troubles, []);
  await page.context().close();
});

test('text and board stay in step, and a wrong text loses nothing', async () => {
  const page = await editor({ game: 'flood', setup: 'width=3,colours=3,seed=1' });
  const field = page.locator('[data-position]');
  await field.fill('BRG/BRG/BRR 2 0,8 - -');
  await page.waitForFunction(() => document.querySelector('joute-board[paintable] [data-part="8"]')?.getAttribute('aria-label')?.includes('red'));
  await page.locator('[name=turn][value=second]:checked').waitFor();
  await field.fill('BRG/BRG/BR 2 0,8 - -');
  await page.locator('[data-trouble]:not([hidden])').waitFor();
  assert.equal(await field.inputValue(), 'BRG/BRG/BR 2 0,8 - -', 'what was typed stays');
  assert.equal(await page.locator('joute-board[paintable] .jb-part').count(), 9);
  // A board of another size takes the settings along.
  await field.fill('BR/GB 1 0,1 - -');
  await page.waitForFunction(() => document.querySelectorAll('joute-board[paintable] .jb-part').length === 4);
  assert.equal(await page.locator('[data-fields=flood] [data-key=width]').inputValue(), '2');
  assert.ok(await page.locator('[data-trouble]').isHidden());
  // A setting that cannot be is told, and the drawing stays.
  await page.locator('[data-fields=flood] [data-key=graph]').selectOption('donut');
  await page.locator('[data-trouble]:not([hidden])').waitFor();
  await says(page.locator('[data-trouble]'), /divisible by 3/);
  assert.equal(await text(page), 'BR/GB 1 0,1 - -');
  // What is no position yet is drawn, and says what it lacks.
  await choose(page, '#');
  await page.locator('joute-board[paintable] [data-part="0"]').click();
  await reads(page, '#R/GB 1 0,1 - -');
  assert.match(await page.locator('[data-note]').textContent() ?? '', /Player 1 starts on an obstacle/);
  assert.equal(await page.locator('[data-play]').getAttribute('href'), null);
  await choose(page, '1');
  await page.locator('joute-board[paintable] [data-part="2"]').click();
  await reads(page, '#R/GB 1 2,1 - -');
  await page.locator('[data-play][href]').waitFor();
  assert.deepEqual(unexpected(page), []);
  await page.context().close();
});

test('a link with a wrong text shows what is wrong and keeps the text', async () => {
  const page = await editor({ game: 'awale', position: '4-4-4' });
  await page.locator('[data-trouble]:not([hidden])').waitFor();
  assert.equal(await text(page), '4-4-4');
  await page.context().close();
});

test('Awalé seeds are put in, taken out and counted', async () => {
  const page = await editor({ game: 'awale' });
  await choose(page, '+1');
  const store = page.locator('joute-board[paintable] [data-part="12"] > :first-child');
  await store.click();
  await store.click();
  await reads(page, '4-4-4-4-4-4-4-4-4-4-4-4-2-0-S');
  assert.match(await page.locator('[data-note]').textContent() ?? '', /50 seeds.*take 2 away/);
  await choose(page, '-1');
  await drag(page, 0, 1);
  await reads(page, '3-3-4-4-4-4-4-4-4-4-4-4-2-0-S');
  await page.locator('[data-fields=awale] [data-key=rules]').selectOption('kalah');
  await page.waitForFunction(() => location.search.includes('kalah'));
  await reads(page, '3-3-4-4-4-4-4-4-4-4-4-4-2-0-S');
  await page.locator('[data-play]').click();
  await page.locator('.play-form [type=submit]').click();
  await page.waitForURL(/\/game\/\d+$/);
  await turn(page);
  await playOn(page, click, 1);
  assert.deepEqual(page.troubles, []);
  await page.context().close();
});

test('a finger paints on a phone, and the page does not scroll sideways', async () => {
  const phone = { viewport: { width: 375, height: 700 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };
  const page = await editor({ game: 'flood', setup: 'width=6,seed=2' }, phone);
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  await choose(page, '#', 'tap');
  await page.locator('joute-board[paintable]').scrollIntoViewIfNeeded();
  const [from, to] = [await middle(page, 12), await middle(page, 17)];
  const finger = await page.context().newCDPSession(page);
  const scrolled = await page.evaluate(() => scrollY);
  await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [from] });
  for (let step = 1; step <= 5; step++) {
    const at = { x: from.x + ((to.x - from.x) * step) / 5, y: from.y + ((to.y - from.y) * step) / 5 };
    await finger.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [at] });
  }
  // A finger that rests before it is lifted flings nothing: the next tap is a tap. It may rest for longer.
  await page.waitForTimeout(250);
  await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await reads(page, /^[A-Z]{6}\/[A-Z]{6}\/######\//);
  assert.equal(await page.evaluate(() => scrollY), scrolled);
  await page.locator('[data-tool=undo]').tap();
  await reads(page, /^[A-Z]{6}\/[A-Z]{6}\/[A-Z]{6}\//);
  assert.deepEqual(page.troubles, []);
  await page.context().close();
});

test('a board of 30 x 30 shows a stroke before the server answers', async () => {
  const page = await editor({ game: 'seven-colours', setup: 'size=30,seed=1' });
  await choose(page, '#');
  const letGo = await hold(page, /edit\.json$/);
  await drag(page, 62, 87, 812);
  const wet = await page.locator('joute-board[paintable] .jb-blocked').count();
  assert.ok(wet > 40, `${wet} cells painted at once`);
  letGo();
  await reads(page, /#{26}/);
  assert.equal(await page.locator('joute-board[paintable] .jb-blocked').count(), wet, 'the answer agrees');
  assert.deepEqual(page.troubles, []);
  await page.context().close();
});

test('every game passes axe-core, light and dark, in both languages', async () => {
  const looks = /** @type {const} */ ([['seven-colours', 'size=6,seed=1', 'light', 'fr-FR'], ['flood', 'width=6,seed=1', 'dark', 'en-GB'],
    ['othello', '', 'light', 'en-GB'], ['awale', '', 'dark', 'fr-FR']]);
  for (const [game, setup, colorScheme, locale] of looks) {
    const page = await editor({ game, setup }, { colorScheme, locale });
    await page.evaluate(() => document.querySelectorAll('details').forEach((details) => { details.open = true; }));
    assert.deepEqual(await violations(page), [], `${game}, ${colorScheme}`);
    if (game === 'othello') {
      // A board that cannot be played has links that lead nowhere.
      await page.locator('[data-tool=clear]').click();
      await page.locator('[data-play][aria-disabled]').waitFor();
      assert.deepEqual(await violations(page), [], 'a finished game');
    }
    assert.deepEqual(page.troubles, []);
    await page.context().close();
  }
});

test('the editor speaks French, and changing the language keeps the board', async () => {
  const page = await editor({ game: 'flood', setup: 'width=4,seed=2' });
  await choose(page, '#');
  await page.locator('joute-board[paintable] [data-part="0"]').click();
  await reads(page, /^#/);
  await page.locator('a.language').click();
  await page.waitForFunction(() => document.documentElement.lang === 'fr' && document.querySelector('.brushes input'));
  assert.match(await text(page), /^#/);
  assert.match(await page.locator('[data-note]').textContent() ?? '', /^Le joueur 1 part d’un obstacle/);
  const spoken = await page.locator('.editor').innerText();
  for (const word of ['Pinceau', 'bleu', 'Départ du joueur 2', 'Graphe', 'Graine du plateau', 'Remplir', 'Joueur 1', 'Jouer d’ici']) {
    assert.ok(spoken.toLowerCase().includes(word.toLowerCase()), word);
  }
  await page.locator('[data-fields=flood] [data-key=graph]').selectOption('hgraph');
  await page.locator('[data-trouble]:not([hidden])').waitFor();
  assert.match(await page.locator('[data-trouble]').textContent() ?? '', /demande une largeur divisible par 3/);
  await page.context().close();
});
