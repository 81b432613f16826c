// The page of an event in a real browser: bracket, tables and replay by mouse and by keyboard, alone and in every look.

import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { launch, open, samplePages, says, violations } from './support.js';

/** @type {import('playwright-core').Browser} */
let browser;
/** @type {ReturnType<typeof samplePages>} */
let samples;
const cup = () => join(samples.folder, 'cup', 'report.html');
/** What students and their teacher are given. */
const OF_STUDENTS = ['sheet.html', 'refused.html', 'copies.html'];
const league = () => join(samples.folder, 'league', 'report.html');

before(async () => {
  samples = samplePages();
  browser = await launch();
});

after(async () => {
  await browser?.close();
  samples?.remove();
});

/** @param {import('playwright-core').Page} page */
const counter = (page) => page.locator('.jr-counter').textContent();
/** Closes the dialog, and waits until the page has done all that it does then. @param {import('playwright-core').Page} page */
async function closeDialog(page) {
  await page.keyboard.press('Escape');
  await page.waitForFunction(() => !document.querySelector('dialog[open]') && !location.hash);
}

test('a cup of 40 with every game is under 300 kB', () => {
  assert.ok(statSync(cup()).size < 300_000, `${statSync(cup()).size} bytes`);
});

test('nothing is requested but the page, and nothing is complained about', async () => {
  const page = await open(browser, cup(), { hash: '#game-12' });
  await page.locator('dialog[open] .jr-counter').waitFor();
  await page.keyboard.press('End');
  await page.locator('dialog [data-close]').click();
  await page.locator('[data-theme-button]').click();
  assert.deepEqual(page.requests.filter((url) => !url.startsWith('data:')), [page.url().split('#')[0]]);
  assert.deepEqual(page.troubles, []);
  const fetched = await page.evaluate(() => fetch('https://example.org/').then(() => 'went', () => 'blocked'));
  assert.equal(fetched, 'blocked');
  await page.context().close();
});

test('the bracket opens a match by mouse and by keyboard, and gives the focus back', async () => {
  const page = await open(browser, cup());
  assert.ok(await page.locator('svg.bracket a.m').count() >= 78);
  await page.locator('svg.bracket a[href="#match-3"]').click();
  await page.locator('dialog[open]').waitFor();
  const label = await page.locator('svg.bracket a[href="#match-3"] > title').textContent() ?? '';
  const title = await page.locator('#viewer-title').textContent() ?? '';
  assert.ok(title.split(' – ').every((name) => label.includes(name)), `${title} / ${label}`);
  assert.equal(await page.locator('dialog .tab').count(), 2);
  await page.locator('dialog .tab').nth(1).click();
  await page.waitForFunction(() => document.querySelectorAll('.tab')[1].getAttribute('aria-current') === 'true');
  await closeDialog(page);
  await page.locator('svg.bracket a[href="#match-4"]').focus();
  await page.keyboard.press('Enter');
  await page.locator('dialog[open]').waitFor();
  await page.keyboard.press('ArrowRight');
  assert.match(await counter(page) ?? '', /^1 \//);
  await closeDialog(page);
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('href')), '#match-4');
  await page.context().close();
});

test('no two matches of the bracket lie over each other', async () => {
  const page = await open(browser, cup());
  const boxes = await page.locator('svg.bracket').evaluateAll((pictures) => pictures.map((picture) =>
    [...picture.querySelectorAll('a.m use')].map((box) => box.getBoundingClientRect()).map(({ x, y }) => [x, y])));
  for (const places of boxes) {
    for (const [index, [x, y]] of places.entries()) {
      const near = places.slice(0, index).filter(([u, v]) => Math.abs(u - x) < 100 && Math.abs(v - y) < 46);
      assert.deepEqual(near, []);
    }
  }
  await page.context().close();
});

test('tables sort by mouse and keyboard, and the list of matches filters', async () => {
  const page = await open(browser, cup());
  const points = () => page.locator('#standings-table tbody tr td:nth-child(3)').allTextContents();
  const heading = page.locator('#standings-table th:nth-child(3) button');
  await heading.click();
  const up = (await points()).map(Number);
  assert.deepEqual(up, up.toSorted((a, b) => a - b));
  await heading.focus();
  await page.keyboard.press('Enter');
  const down = (await points()).map(Number);
  assert.deepEqual(down, down.toSorted((a, b) => b - a));
  assert.equal(await page.locator('#standings-table th:nth-child(3)').getAttribute('aria-sort'), 'descending');
  const all = await page.locator('#match-table tbody tr:visible').count();
  await page.locator('input[data-filter]').fill('Élodie 3');
  const left = page.locator('#match-table tbody tr:visible');
  const count = await left.count();
  assert.ok(count > 0 && count < all);
  assert.ok((await left.locator('.versus').allTextContents()).every((text) => text.includes('Élodie 3')));
  await page.context().close();
});

test('the cross table and the list of faults open their games', async () => {
  const page = await open(browser, cup());
  await page.locator('.cross td a').first().click();
  await page.locator('dialog[open]').waitFor();
  await closeDialog(page);
  await page.locator('#faults-table tbody a').first().click();
  await page.locator('dialog[open] .jr-evidence').waitFor();
  const evidence = await page.locator('.jr-evidence').textContent() ?? '';
  assert.ok((await page.locator('#faults-table pre').first().textContent() ?? '').startsWith(evidence.slice(0, 20)));
  await page.locator('dialog .jr-button.jr-fault').click();
  const [at, all] = (await counter(page) ?? '').split(' / ');
  assert.equal(at, all);
  await page.context().close();
});

test('a game is replayed by keys, buttons, scrubbing and the list of moves', async () => {
  const page = await open(browser, cup(), { hash: '#game-5' });
  await page.locator('dialog[open] .jr-counter').waitFor();
  const total = Number((await counter(page) ?? '').split(' / ')[1]);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  assert.equal(await counter(page), `2 / ${total}`);
  assert.equal(await page.locator('.jr-move[aria-current]').count(), 1);
  assert.equal(await page.locator('.jb-disc').count(), 6);
  await page.keyboard.press('ArrowLeft');
  assert.equal(await page.locator('.jb-disc').count(), 5);
  await page.keyboard.press('End');
  assert.equal(await counter(page), `${total} / ${total}`);
  const tallies = await page.locator('.jr-tally').allTextContents();
  const discs = [await page.locator('.jb-disc.jb-side-1').count(), await page.locator('.jb-disc.jb-side-0').count()];
  assert.deepEqual(tallies.map(Number), discs);
  await page.keyboard.press('Home');
  assert.equal(await counter(page), `0 / ${total}`);
  await page.locator('.jr-move').nth(9).click();
  assert.equal(await counter(page), `10 / ${total}`);
  await page.locator('.jr-range').fill('20');
  assert.equal(await counter(page), `20 / ${total}`);
  await page.locator('.jr-graph').click({ position: { x: 1, y: 10 } });
  assert.equal(await counter(page), `0 / ${total}`);
  await page.locator('.jr-speed').selectOption('16');
  await page.locator('.jr-range').focus();
  // The time of the page goes when it is told to: it plays as fast as it should, and is not at the end before it is stopped.
  await page.clock.install({ time: 0 });
  await page.clock.pauseAt(1000);
  await page.keyboard.press(' ');
  await page.clock.runFor(250 + 4 * 1000 / 16);
  await says(page.locator('.jr-counter'), `5 / ${total}`);
  await page.keyboard.press(' ');
  await page.clock.runFor(10_000);
  await says(page.locator('.jr-counter'), `5 / ${total}`);
  assert.match(await page.locator('.jr-clock').first().textContent() ?? '', /^\d+:\d\d$/);
  assert.match(await page.locator('.jb-voice').textContent() ?? '', /^\d+\. (Black|White): /);
  assert.deepEqual(page.troubles, []);
  await page.context().close();
});

test('names from outside are texts and nothing else', async () => {
  const page = await open(browser, cup());
  assert.equal(await page.locator('b, main script').count(), 0);
  assert.ok(await page.getByText('=<b>injection</b>').count() > 0);
  await page.context().close();
});

for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
  test(`axe-core finds nothing wrong, ${colorScheme}`, async () => {
    const others = ['replay.html', ...OF_STUDENTS].map((name) => [join(samples.folder, name), '']);
    for (const [file, hash] of [[cup(), ''], [cup(), '#game-9'], [league(), ''], ...others]) {
      const page = await open(browser, file, { colorScheme, hash });
      if (hash) await page.locator('dialog[open] .jr-counter').waitFor();
      if (file.endsWith('replay.html')) await page.locator('.jr-counter').waitFor();
      assert.deepEqual(await violations(page), [], `${file}${hash}`);
      await page.context().close();
    }
  });
}

test('a phone shows all of it without scrolling sideways', async () => {
  for (const hash of ['', '#game-5']) {
    const page = await open(browser, cup(), { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, hash });
    if (hash) await page.locator('dialog[open] .jr-counter').waitFor();
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360);
    if (hash) {
      await page.locator('.jr-button.jr-next').tap();
      // A tap is a click a moment later.
      await says(page.locator('.jr-counter'), /^1 \//);
      const dialog = await page.locator('dialog').evaluate((element) => element.scrollWidth - element.clientWidth);
      assert.equal(dialog, 0);
    }
    await page.context().close();
  }
});

test('sheets and copies fit a phone and a wide screen, however long names and lines are', async () => {
  for (const name of OF_STUDENTS) {
    for (const viewport of [{ width: 360, height: 640 }, { width: 1280, height: 800 }]) {
      const page = await open(browser, join(samples.folder, name), { viewport });
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.equal(width, viewport.width, `${name} at ${viewport.width}`);
      await page.context().close();
    }
  }
});

test('passages of copies lie beside each other where there is room, and below each other on a phone', async () => {
  for (const [width, isBeside] of /** @type {const} */ ([[1280, true], [360, false]])) {
    const page = await open(browser, join(samples.folder, 'copies.html'), { viewport: { width, height: 800 } });
    const tops = await page.locator('.beside').first().locator('figure').evaluateAll((figures) =>
      figures.map((figure) => figure.getBoundingClientRect().top));
    assert.equal(tops[0] === tops[1], isBeside, `${tops} at ${width}`);
    await page.context().close();
  }
});

test('it prints: everything there, nothing to press', async () => {
  const page = await open(browser, cup(), { colorScheme: 'dark' });
  await page.emulateMedia({ media: 'print' });
  assert.equal(await page.locator('nav.parts').isVisible(), false);
  assert.equal(await page.locator('[data-theme-button]').isVisible(), false);
  assert.equal(await page.evaluate(() => getComputedStyle(document.body).backgroundColor), 'rgb(255, 255, 255)');
  assert.ok((await page.pdf({ format: 'A4' })).length > 20_000);
  await page.context().close();
});

test('a report can speak French, and so do its boards', async () => {
  const page = await open(browser, league(), { hash: '#game-1' });
  await page.locator('dialog[open] .jr-counter').waitFor();
  assert.equal(await page.locator('#standings h2').textContent(), 'Classement');
  assert.match(await page.locator('.jb-picture').getAttribute('aria-label') ?? '', /^Plateau\. Trait :/);
  assert.equal(await page.locator('.jr-button.jr-next').getAttribute('aria-label'), 'Coup suivant');
  await page.context().close();
});

test('the theme can be changed and is remembered', async () => {
  const page = await open(browser, cup());
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await ground();
  await page.locator('[data-theme-button]').click();
  const dark = await ground();
  assert.notEqual(dark, light);
  await page.reload();
  assert.equal(await ground(), dark);
  await page.context().close();
});
