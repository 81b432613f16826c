// Tournaments in a real browser: one is watched as it is played, through a killed server, to its end; another that a second
// program plays is followed.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { Arena, Gate } from './arena.js';
import { PATIENCE, launch, says, violations } from './support.js';

/** @typedef {import('./arena.js').Page} Page */
/** @type {import('playwright-core').Browser} */
let browser;
/** @type {string} */
let folder;
/** @type {Arena} */
let arena;
/** @type {Gate} */
let gate;

/** A cup in which no clock runs out, however long somebody waits at the gate or for the machine. @param {string} name @param {string} rest */
const cup = (name, rest) => `name = "${name}"\ngame = "othello"\nsetup = "size=6"\nseed = 7\ntime = "90m"\nload = "90m"\n${rest}\n`;
const SLOW = 'alphabeta:time=60ms';

before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'joute-cups-'));
  const players = [...['Ada', 'Blaise', 'Curie', 'Descartes'].map((name) => `{ name = "${name}", player = "${SLOW}" }`)];
  // Every move takes its time, and there are so many games that it is still played when the last one has looked at it.
  writeFileSync(join(folder, 'live.toml'), cup('Live cup', `format = "double-elimination"\nties = "replay"\ngames = 10000\njobs = 2\nplayers = [${players}]`));
  // These two wait for their third player, who has four games: one thread is left for the others.
  gate = new Gate();
  const gated = `format = "round-robin"\njobs = 5\nplayers = ["greedy", "random", { name = "gated", player = "${gate.player}" }]`;
  writeFileSync(join(folder, 'short.toml'), cup('Short', gated));
  writeFileSync(join(folder, 'elsewhere.toml'), cup('Elsewhere', gated));
  writeFileSync(join(folder, 'quick.toml'), cup('Coupe finie', 'format = "round-robin"\nplayers = ["greedy", "random", "mobility"]'));
  browser = await launch();
  arena = new Arena(['--tournament', join(folder, 'live.toml'), '--tournament', join(folder, 'quick.toml')]);
  await arena.start();
});

after(async () => {
  await browser?.close();
  await arena?.remove();
  gate?.remove();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

/** Waits until the list of tournaments says that the quick one is over. @param {Page} page */
const quickFinished = (page) => page.locator('tr', { hasText: 'Coupe finie' }).locator('.is-finished').waitFor();

/** Games that the page says are finished. @param {Page} page */
const done = async (page) => Number(await page.locator('.state strong').textContent());

/**
 * Waits until more games than so many are finished.
 * @param {Page} page
 * @param {number} count
 */
const moreThan = (page, count) => page.waitForFunction((known) => Number(document.querySelector('.state strong')?.textContent) > known,
  count);

test('a tournament is watched live: boards, clocks, standings, bracket, and a game that has just ended as a replay', async () => {
  const page = await arena.visit(browser, '/tournaments');
  await quickFinished(page);
  // By the keyboard, here and below: rows may move under a pointer while games end.
  await page.getByRole('link', { name: 'Live cup' }).press('Enter');
  await says(page.locator('h1'), 'Live cup');
  await says(page.locator('.phase'), 'running');

  // A move falls: nobody reloads anything.
  const board = page.locator('.board-card').first();
  await board.locator('.jb-disc').first().waitFor();
  // One board for each game at once; one that has just ended may stay a moment beside them.
  await page.waitForFunction(() => document.querySelectorAll('.board-card').length === 2);
  const seen = await board.locator('.jb-picture').innerHTML();
  await page.waitForFunction((before) => document.querySelector('.board-card .jb-picture')?.innerHTML !== before, seen);
  await board.locator('.board-count', { hasText: /\d:\d\d +\d+ – \d+ +\d+:\d\d/ }).waitFor();
  assert.equal(await board.locator('.jb-legal').count(), 0, 'whoever watches cannot play');

  // A game ends: the list, the standings and the bracket know it.
  const [standings, bracket] = await Promise.all(['standings', 'bracket'].map((part) => page.locator(`[data-part=${part}]`).innerHTML()));
  const last = await page.evaluate(() => Number(document.querySelector('#games tbody tr')?.getAttribute('data-key') ?? 0));
  await moreThan(page, await done(page));
  await page.waitForFunction((id) => Number(document.querySelector('#games tbody tr')?.getAttribute('data-key') ?? 0) > id, last);
  await page.waitForFunction(([one, two]) => document.querySelector('[data-part=standings]')?.innerHTML !== one
    && document.querySelector('[data-part=bracket]')?.innerHTML !== two, [standings, bracket]);
  assert.equal(await page.locator('svg.bracket').count(), 1);

  // It opens as a replay, with its way back and its record.
  await page.locator('#games tbody a').first().press('Enter');
  await page.waitForURL(/\/tournament\/live-cup\/game\/\d+$/);
  await page.locator('.jr-range').focus();
  await page.keyboard.press('End');
  const record = await (await fetch(`${arena.address}${new URL(page.url()).pathname}/record.json`)).json();
  assert.equal(record.labels.event, 'Live cup');
  await says(page.locator('.jr-counter'), `${record.plies.length} / ${record.plies.length}`);
  await page.locator('.way a').click();
  await page.waitForURL(/\/tournament\/live-cup$/);
  assert.deepEqual(page.troubles, []);
  await page.context().close();
});

test('it is among what is to be watched, and on the TV page', async () => {
  const list = await arena.visit(browser, '/tournaments');
  await quickFinished(list);
  await list.goto(`${arena.address}/watch`);
  await list.locator('[data-part=running] a', { hasText: 'Live cup' }).waitFor();
  await list.locator('.board-card[href="/tournament/live-cup"] .jb-disc').first().waitFor();
  assert.equal(await list.locator('[data-part=running] tbody tr').count(), 1, 'what is over is not listed here');
  const tv = await arena.visit(browser, '/tv');
  await tv.locator('.board-card .board-title', { hasText: 'Live cup' }).first().waitFor();
  for (const page of [list, tv]) {
    assert.deepEqual(page.troubles, []);
    await page.context().close();
  }
});

test('pages of tournaments pass axe-core while they change, light and dark, in both languages, on a phone, too', async () => {
  const looks = /** @type {const} */ ([['light', 'en-GB', 1280], ['dark', 'fr-FR', 375]]);
  for (const [colorScheme, locale, width] of looks) {
    const page = await arena.visit(browser, '/tournaments', { colorScheme, locale, viewport: { width, height: 800 } });
    await quickFinished(page);
    for (const path of ['/tournaments', '/tournament/live-cup', '/tournament/coupe-finie', '/tournament/coupe-finie/game/1', '/watch']) {
      await page.goto(arena.address + path);
      if (path.includes('live')) await page.locator('.board-card .jb-part').first().waitFor();
      if (path.includes('game')) await page.locator('.jr-counter').waitFor();
      assert.deepEqual(await violations(page), [], `${path}, ${colorScheme}`);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${path} fits ${width}`);
    }
    await page.goto(`${arena.address}/tournament/live-cup`);
    await says(page.locator('#standings h2'), locale === 'fr-FR' ? 'Classement' : 'Standings');
    assert.deepEqual(page.troubles, []);
    assert.ok(page.requests.every((url) => url.startsWith(arena.address) || url.startsWith('data:')), 'nothing from anywhere else');
    await page.context().close();
  }
});

test('the report opens under a policy of its own, and tables can be taken away', async () => {
  const page = await arena.visit(browser, '/tournaments');
  await quickFinished(page);
  await page.goto(`${arena.address}/tournament/coupe-finie`);
  const policy = (await fetch(`${arena.address}/tournament/coupe-finie`)).headers.get('content-security-policy') ?? '';
  assert.match(policy, /script-src 'self'; style-src 'self'/);
  const waiting = page.waitForEvent('download');
  await page.locator('a[download]', { hasText: 'standings.csv' }).click();
  assert.equal((await waiting).suggestedFilename(), 'coupe-finie-standings.csv');
  await page.getByRole('link', { name: 'The whole report' }).click();
  await page.locator('#match-table a.game').first().click();
  await page.locator('dialog .jr-counter').waitFor();
  assert.deepEqual(page.troubles, []);
  const own = (await fetch(page.url())).headers.get('content-security-policy') ?? '';
  assert.match(own, /script-src 'sha256-[^']+'; style-src 'sha256-[^']+'/);
  assert.doesNotMatch(own, /unsafe|'self'/);
  await page.context().close();
});

test('a visitor begins a tournament, once nothing else is played', async () => {
  const early = await arena.visit(browser, '/tournaments');
  await early.locator('[name=game]').selectOption('awale');
  await early.locator('[name=name]').fill('<b>Mine</b>');
  await early.locator('[type=submit]').click();
  await early.locator('main', { hasText: 'being played here already' }).waitFor();
  await early.context().close();
  await arena.remove();
  arena = new Arena();
  await arena.start();
  const page = await arena.visit(browser, '/tournaments');
  await page.locator('[name=game]').selectOption('awale');
  await page.locator('[name=name]').fill('<b>Mine</b>');
  for (const level of [5, 6]) await page.locator(`[name=level][value="${level}"]`).uncheck();
  await page.locator('[type=submit]').click();
  await says(page.locator('h1'), '<b>Mine</b>');
  await page.locator('.phase.is-finished').waitFor();
  await says(page.locator('.state strong'), '6');
  assert.deepEqual(page.troubles, []);
  await page.context().close();
});

test('a server that is killed goes on with its tournament, and the page finds it again', async () => {
  await arena.remove();
  arena = new Arena(['--tournament', join(folder, 'short.toml')]);
  await arena.start();
  const page = await arena.visit(browser, '/tournament/short');
  await moreThan(page, 0);
  await arena.stop('SIGKILL');
  const known = await done(page);
  assert.equal(await page.locator('.phase.is-finished').count(), 0, 'there is something left to play');
  gate.open();
  await arena.start();
  await moreThan(page, known);
  await page.locator('.phase.is-finished').waitFor();
  await page.locator('.podium li').first().waitFor();
  await says(page.locator('#tables'), 'Last positions');
  const results = await (await fetch(`${arena.address}/tournament/short/files/results.json`)).json();
  const games = results.matches.flatMap((/** @type {any} */ played) => played.games);
  assert.ok(results.complete);
  assert.deepEqual([new Set(games).size, games.length, await done(page)], [6, 6, 6], 'every game counts once');
  await page.context().close();
});

test('a tournament that another program plays is followed', async (t) => {
  await arena.remove();
  gate.close();
  const child = spawn(arena.program, ['tournament', join(folder, 'elsewhere.toml')], { stdio: 'ignore' });
  t.after(() => child.kill());
  const ended = new Promise((resolve) => { child.once('exit', resolve); });
  const store = join(folder, 'elsewhere');
  arena = new Arena(['--results', store]);
  // The other program needs a moment to announce its event.
  for (const until = Date.now() + PATIENCE; ;) {
    try { await arena.start(); break; } catch (error) { if (Date.now() > until) throw error; }
  }
  const page = await arena.visit(browser, '/tournament/elsewhere');
  await says(page.locator('.phase'), 'not finished');
  const known = await done(page);
  gate.open();
  await moreThan(page, known);
  await page.locator('.phase.is-finished').waitFor();
  assert.equal(await ended, 0, 'whoever plays was not disturbed');
  await says(page.locator('.state strong'), '6');
  assert.deepEqual(page.troubles, []);
  await page.context().close();
});
