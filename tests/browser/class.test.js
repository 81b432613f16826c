// A class in real browsers: a teacher sets it up, three students come by a link and hand in a good, a crashing and a hostile player, one
// of them written in the page; a cup runs and fills its page; each sees their own log alone, a visitor what is public; one is removed.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { Arena } from './arena.js';
import { PATIENCE, launch, until, violations } from './support.js';

/** @typedef {import('playwright-core').Page} Page */
/** @type {import('playwright-core').Browser} */
let browser;
/** @type {Arena} */
let arena;

const GOOD = readFileSync(new URL('../../players/python/player.py', import.meta.url), 'utf8');
/** Says something about every move that is nobody else's business. */
const TALKING = GOOD.replace('for line in sys.stdin:\n', 'for line in sys.stdin:\n    print("the secret of Ada", file=sys.stderr, flush=True)\n');
const CRASHING = 'import sys\nsys.stderr.write("<script>document.title = \'hacked\'</script>")\nraise SystemExit(3)\n';
const HOSTILE = 'import os, socket\nopen("/etc/passwd", "a").write("x")\nsocket.create_connection(("127.0.0.1", 80))\nos.kill(-1, 9)\n';

before(async () => {
  browser = await launch();
  arena = new Arena(['--uploads-per-person', '50']);
  arena.more.push('--class', join(arena.folder, 'class'));
  await arena.start();
});

after(async () => {
  await browser?.close();
  await arena?.remove();
});

/** Somebody with a browser of their own; `troubles` is what their pages complained about. */
async function somebody() {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-GB' });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  page.setDefaultNavigationTimeout(PATIENCE);
  /** @type {string[]} */
  const troubles = [];
  page.on('pageerror', (error) => troubles.push(error.message));
  page.on('dialog', (dialog) => dialog.accept());
  return { page, troubles };
}

/** Comes in by a link. @param {string} link @param {string} name */
async function joined(link, name) {
  const one = await somebody();
  await one.page.goto(link);
  await one.page.getByLabel('Name', { exact: true }).fill(name);
  await one.page.getByRole('button', { name: 'Come in' }).click();
  await one.page.waitForURL('**/class');
  return one;
}

/** Hands a file in. @param {Page} page @param {string} name @param {string} text */
async function handIn(page, name, text) {
  await page.goto(`${arena.address}/class/players`);
  await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });
  await page.getByRole('button', { name: 'Hand in', exact: true }).click();
  await page.getByText(`Version 1 of ${name} was taken`).waitFor();
}

/** Waits until a version has come so far. @param {Page} page @param {string} key @param {string} state */
const has = (page, key, state) => page.locator(`tr[data-key="${key}"][data-state="class-state-${state}"]`).waitFor();

/** What stands on a telephone as wide as it can be: what a check has found, and the names of those who play. @param {Page} page @param {string} game */
async function fitsOnTelephone(page, game) {
  await page.setViewportSize({ width: 360, height: 640 });
  /** How wide something is. @param {string} what */
  const width = (what) => page.locator(what).first().evaluate((element) => element.getBoundingClientRect().width);
  await page.goto(`${arena.address}/class/players`);
  await page.locator('details[open] .found').first().waitFor();
  assert.ok(await width('details[open] .found') > 250, 'a check has the width of the card');
  await page.goto(`${arena.address}${game}`);
  await page.locator('.jr-who strong').first().waitFor();
  assert.ok(await page.locator('.jr-who strong').evaluateAll((all) => all.every((one) => one.scrollWidth <= one.clientWidth)), 'names are whole');
  assert.ok(await page.locator('.jr-result').evaluate((one) => one.scrollHeight <= one.clientHeight + 1), 'the result is whole');
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  await page.setViewportSize({ width: 1280, height: 800 });
}

/** The ladder begins, is paused and goes on, and a Swiss cup gets a round more, all by the buttons of pages. @param {Page} page */
async function steered(page) {
  const button = (/** @type {string} */ name) => page.getByRole('button', { name, exact: true });
  await page.goto(`${arena.address}/class`);
  await button('Begin the ladder').click();
  await page.waitForURL('**/tournament/ladder');
  await button('Pause').click();
  // What is paused says so by itself, as soon as it is.
  await button('Go on').waitFor();
  assert.deepEqual(await violations(page), []);
  await button('Go on').click();
  await button('Pause').click();
  await button('Go on').waitFor();
  // What is ended has no way back, and another may begin.
  await button('End it').click();
  await page.locator('.phase.is-ended').waitFor();
  assert.equal(await button('Go on').isVisible(), false);
  assert.equal(await button('End it').isVisible(), false);
  await page.goto(`${arena.address}/class`);
  await button('Begin the ladder').click();
  await page.waitForURL('**/tournament/ladder-2');
  await button('Pause').click();
  await button('Go on').waitFor();

  await page.goto(`${arena.address}/class`);
  await page.getByLabel('Name', { exact: true }).fill('Rounds');
  await page.locator('select[name=format]').selectOption('swiss');
  await button('Begin the cup').click();
  await page.waitForURL('**/tournament/rounds');
  await page.locator('.is-finished').waitFor();
  const games = async () => page.locator('#games tbody tr').count();
  const before = await games();
  assert.equal(await button('Pause').isVisible(), false);
  assert.equal(await button('Go on').isVisible(), false);
  await button('One round more').click();
  await until(async () => await games() > before && await page.locator('.is-finished').isVisible(), 'a round more');
}

test('a term of a class, from the first link to the last removal', async () => {
  const teacher = await joined(await arena.teacherLink(), 'Grace');
  const { page } = teacher;
  await page.getByLabel('Name of the class').fill('Algorithms');
  await page.getByLabel('Outsiders may look and play').check();
  await page.locator('select[name=game]').selectOption('othello size=6');
  await page.getByRole('button', { name: 'Keep' }).click();
  await page.getByRole('heading', { name: 'Algorithms' }).waitFor();
  await page.goto(`${arena.address}/class/people`);
  await page.getByLabel('How many may follow it').fill('3');
  await page.getByRole('button', { name: 'Make a link' }).click();
  const link = await page.locator('[data-link]').inputValue();

  const [ada, bob, eve] = [await joined(link, 'Ada'), await joined(link, 'Bob'), await joined(link, 'Eve')];
  await handIn(ada.page, 'dove.py', TALKING);
  await handIn(bob.page, 'crash.py', CRASHING);
  await handIn(eve.page, 'evil.py', HOSTILE);
  // Bob mends his in the page.
  await bob.page.locator('details.writing summary').click();
  await bob.page.locator('[data-starter]').selectOption({ label: 'player.py' });
  await bob.page.getByLabel('Name of the file').fill('ark.py');
  // What he has typed is there again when he comes back, and no starter sweeps it away.
  await bob.page.getByLabel('Program', { exact: true }).press('End');
  await bob.page.getByLabel('Program', { exact: true }).pressSequentially('# mine');
  await bob.page.reload();
  assert.match(await bob.page.getByLabel('Program', { exact: true }).inputValue(), /# mine/);
  await bob.page.locator('[data-starter]').selectOption({ label: 'player.c' });
  await bob.page.getByText('What you have written stays').waitFor();
  assert.equal(await bob.page.getByLabel('Name of the file').inputValue(), 'ark.py');
  // He has it checked before it takes part.
  await bob.page.locator('.writing').getByRole('button', { name: 'Check only' }).click();
  await bob.page.getByText('Version 1 of ark.py was taken').waitFor();
  await has(ada.page, 'ada/dove.py/000001', 'playing');
  await has(bob.page, 'bob/crash.py/000001', 'refused');
  await has(eve.page, 'eve/evil.py/000001', 'refused');
  await has(bob.page, 'bob/ark.py/000001', 'accepted');
  assert.ok(await bob.page.locator('[data-player="bob/ark.py"]').getByRole('button', { name: 'Play against it' }).isVisible());
  await bob.page.getByRole('button', { name: 'Play this version' }).click();
  await has(bob.page, 'bob/ark.py/000001', 'playing');
  assert.equal(await bob.page.getByText('eve/evil.py').count(), 0, 'others are not shown what is not theirs');
  assert.notEqual(await bob.page.title(), 'hacked');
  assert.deepEqual(await violations(bob.page), []);

  await page.goto(`${arena.address}/class`);
  await page.getByLabel('Name', { exact: true }).fill('Cup');
  await page.locator('select[name=format]').selectOption('single-elimination');
  const visitor = await somebody();
  await page.getByRole('button', { name: 'Begin the cup' }).click();
  await page.waitForURL('**/tournament/cup');
  // The page of somebody who only watches fills by itself.
  await visitor.page.goto(`${arena.address}/tournament/cup`);
  await visitor.page.locator('.is-finished').first().waitFor();
  const game = await visitor.page.locator('#games tbody a').first().getAttribute('href');
  assert.equal(await visitor.page.getByText('The whole report').count(), 0);

  /** Whether somebody's record of the game has Ada's log. @param {Page} who */
  const seesLog = (who) => who.evaluate(async (address) => (await (await fetch(`${address}/record.json`)).text()).includes('the secret of Ada'), game);
  for (const one of [bob, eve]) await one.page.goto(`${arena.address}/tournament/cup`);
  await ada.page.goto(`${arena.address}/tournament/cup`);
  assert.deepEqual(await Promise.all([ada, teacher, bob, eve, visitor].map((one) => seesLog(one.page))), [true, true, false, false, false]);
  await visitor.page.goto(`${arena.address}/class/people`);
  await visitor.page.waitForURL('**/class/sign-in?back=*');
  await fitsOnTelephone(bob.page, game ?? '');

  await steered(page);

  // Whoever lost a game sees what was said with their own program, and nobody else does.
  let lost = ada;
  for (const one of [bob, ada]) {
    await one.page.goto(`${arena.address}/class/team/${one === ada ? 'ada' : 'bob'}`);
    if (await one.page.locator('[data-lost]').count()) lost = one;
  }
  await lost.page.locator('[data-lost] a[href$="/said"]').first().click();
  const own = lost === ada ? 'ada/dove.py' : 'bob/ark.py';
  await lost.page.locator(`[data-said="${own}"] .talk`).getByText('< move').first().waitFor();
  assert.equal(await lost.page.locator('[data-said]').count(), 1);
  assert.deepEqual(await violations(lost.page), []);
  const [said, other] = [lost.page.url(), lost === ada ? bob : ada];
  await other.page.goto(said);
  assert.equal(await other.page.locator(`[data-said="${own}"]`).count(), 0);
  assert.equal((await eve.page.goto(said))?.status(), 200);
  assert.equal(await eve.page.locator('[data-said]').count(), 0);
  await visitor.page.goto(said);
  await visitor.page.waitForURL('**/class/sign-in?back=*');

  await page.goto(`${arena.address}/class/people`);
  await page.getByRole('button', { name: 'Remove Eve' }).click();
  await page.locator('tr[data-account=eve]').waitFor({ state: 'detached' });
  await until(async () => (await (await eve.page.goto(`${arena.address}/class/players`))?.text() ?? '').includes('sign-in'), 'Eve is out');
  assert.deepEqual([teacher, ada, bob, eve, visitor].flatMap((one) => one.troubles), []);
});
