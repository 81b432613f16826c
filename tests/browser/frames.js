// How smoothly boards move: the frames of a sowing, a wave of 18 flips and a flood of 200 cells, with the processor throttled four
// times. `JOUTE_PROGRAM=target/release/joute node frames.js` prints the longest frame and how many took longer than 50 ms.

import { loadavg } from 'node:os';
import { Arena } from './arena.js';
import { launch } from './support.js';

const THROTTLE = 4;
const ROUNDS = 5;

/** An empty d4 from which discs of White lie in all eight directions, with black ones behind them: 18 are turned. */
const WAVE = ['---X--X-', '-X-O-O--', '--OOO---', 'XOO-OOOX', '--OOO---', '-O-O-O--', 'X--O--O-', '---X---X'].join('');

/**
 * Shows a board and then what comes after it, in a page of its own size, and gives the length of every frame meanwhile.
 * @param {import('playwright-core').Page} page
 * @param {unknown} before
 * @param {unknown} after
 * @returns {Promise<number[]>}
 */
function frames(page, before, after) {
  return page.evaluate(async ([from, to]) => {
    const board = /** @type {any} */ (document.createElement('joute-board'));
    document.querySelector('main')?.replaceChildren(board);
    board.show(from);
    const frame = () => new Promise((resolve) => { requestAnimationFrame(resolve); });
    for (let warm = 0; warm < 20; warm++) await frame();
    let last = await frame();
    board.show(to, true);
    const lengths = [];
    while (board.hasAttribute('data-moving')) {
      const now = await frame();
      lengths.push(now - last);
      last = now;
    }
    return lengths;
  }, [before, after]);
}

const arena = new Arena();
await arena.start();
const browser = await launch();
const page = await arena.visit(browser, '/analyse?game=othello');
await page.locator('.jb-part').first().waitFor();

/** @param {Record<string, string>} query */
const board = async (query) => (await (await fetch(`${arena.address}/board.json?${new URLSearchParams(query)}`)).json()).board;

const sown = { game: 'awale', setup: 'seeds=8' };
const turned = { game: 'othello', position: `${WAVE} X` };
const large = await board({ game: 'seven-colours', setup: 'size=30,seed=2' });
const owner = large.looks.findIndex((/** @type {any} */ look) => look.owner === 0);
const start = large.cells.indexOf(owner);
const grown = large.cells.map((/** @type {number} */ look, /** @type {number} */ cell) => {
  const away = Math.abs((cell % 30) - (start % 30)) + Math.abs(Math.floor(cell / 30) - Math.floor(start / 30));
  return away < 20 && look !== owner ? [cell, away] : null;
}).filter(Boolean).sort((/** @type {number[]} */ a, /** @type {number[]} */ b) => a[1] - b[1]).slice(0, 200).map((/** @type {number[]} */ one) => one[0]);
const flooded = { ...large, cells: large.cells.map((/** @type {number} */ look, /** @type {number} */ cell) => (grown.includes(cell) ? owner : look)), last: grown };

const devtools = await page.context().newCDPSession(page);
await devtools.send('Emulation.setCPUThrottlingRate', { rate: THROTTLE });
const scenes = /** @type {[string, any, any][]} */ ([
  ['a sowing of 8 seeds', await board(sown), await board({ ...sown, moves: 'A' })],
  ['a wave of 18 flips', await board(turned), await board({ ...turned, moves: 'd4' })],
  ['a flood of 200 cells', large, flooded],
]);
console.log(`processor throttled ${THROTTLE} times, load ${loadavg()[0].toFixed(1)}`);
for (const [name, before, after] of scenes) {
  const all = [];
  for (let round = 0; round < ROUNDS; round++) all.push(...await frames(page, before, after));
  all.sort((a, b) => a - b);
  const at = (/** @type {number} */ share) => all[Math.floor((all.length - 1) * share)].toFixed(1);
  console.log(`${name}: ${all.length} frames, median ${at(0.5)} ms, 95 % ${at(0.95)} ms, longest ${at(1)} ms, over 50 ms: ${all.filter((length) => length > 50).length}`);
}
await browser.close();
await arena.remove();
