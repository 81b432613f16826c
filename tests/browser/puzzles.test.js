// Puzzles in a real browser: missed, solved and given up, by click and by keyboard; what is kept stays in the browser.

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

/** A puzzle of a game, as the server tells it, with its solution. @param {string} game */
async function puzzleOf(game) {
  const told = async (/** @type {string} */ path) => (await fetch(`${arena.address}${path}`)).json();
  const puzzle = await told(`/puzzle.json?game=${game}&rating=1000&seed=3`);
  const { line } = await told(`/puzzle/solution.json?id=${puzzle.id}`);
  /** @type {string[]} */
  const buttons = (puzzle.board.buttons ?? []).filter((/** @type {{ legal: boolean }} */ one) => one.legal).map((/** @type {{ move: string }} */ one) => one.move);
  const moves = [...new Set([...(puzzle.board.moves ?? []).filter(Boolean), ...buttons])];
  return { id: puzzle.id, right: line[0], wrong: moves.find((move) => move !== line[0]) };
}

/** Plays a move as the board has it. @param {Page} page @param {string} move */
async function play(page, move) {
  const button = page.locator(`.jb-button[data-move="${move}"]:enabled`);
  if (await button.count()) await button.click();
  else await page.locator(`.jb-legal[aria-label^="${move},"], .jb-legal[aria-label^="pit ${move},"]`).first().click();
}

for (const game of ['othello', 'awale', 'flood']) {
  test(`${game}: a wrong move is answered, the right one counts no more, the standing is kept`, async () => {
    const { id, right, wrong } = await puzzleOf(game);
    const page = await arena.visit(browser, `/puzzles/${id}`);
    await page.locator('.jb-part').first().waitFor();
    await says(page.locator('[data-solved]'), '0 / 0');
    await play(page, wrong);
    await page.locator('[data-state=wrong]').waitFor();
    await says(page.locator('[data-solved]'), '0 / 1');
    await page.locator('[data-again]').click();
    await page.locator('[data-state=open]').waitFor();
    await play(page, right);
    await page.locator('[data-state=done]').waitFor();
    await page.locator('[data-line] li').first().waitFor();
    await says(page.locator('[data-solved]'), '0 / 1');
    assert.deepEqual(await violations(page), []);
    await page.reload();
    await page.locator('.jb-part').first().waitFor();
    await says(page.locator('[data-solved]'), '0 / 1');
    assert.deepEqual(page.troubles, []);
    await page.context().close();
  });
}

test('the first try counts: a row grows, and keys lead to the next and to the solution', async () => {
  const { id, right } = await puzzleOf('othello');
  const page = await arena.visit(browser, `/puzzles/${id}`);
  await page.locator('.jb-part').first().waitFor();
  await play(page, right);
  await page.locator('[data-state=done]').waitFor();
  await says(page.locator('[data-streak]'), '1 (best 1)');
  const before = page.url();
  await page.locator('[data-line] li').first().waitFor();
  await page.keyboard.press('n');
  await page.waitForURL((url) => url.href !== before);
  await page.locator('[data-state=open]').waitFor();
  await page.keyboard.press('s');
  await page.locator('[data-state=shown]').waitFor();
  await says(page.locator('[data-streak]'), '0 (best 1)');
  assert.deepEqual(page.troubles, []);
  await page.context().close();
});

test('the puzzle of the day is there for whoever comes', async () => {
  const page = await arena.visit(browser, '/puzzles');
  await page.waitForURL(/\/puzzles\/\d+$/);
  await page.locator('.jb-part').first().waitFor();
  assert.deepEqual(page.troubles, []);
  await page.context().close();
});
