// A class in real browsers: a teacher sets it up, three students come by a link and hand in good, crashing and hostile players, one
// of them written in the page; a cup runs, in which one crashes and one attacks, and fills the bracket of an open page; each sees their own
// log alone, a visitor what is public; nothing that a program writes is run in a page; one is removed.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { Arena } from './arena.js';
import { CRASHING, HOSTILE, RASH, TALKING, showsMarkupAsLetters, somebody } from './class.js';
import { launch, until, violations } from './support.js';

/** @typedef {import('playwright-core').Page} Page */
/** @type {import('playwright-core').Browser} */
let browser;
/** @type {Arena} */
let arena;

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

/** Comes in by a link. @param {string} link @param {string} name */
async function joined(link, name) {
  const one = await somebody(browser);
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

/** Sets the game of the class. @param {Page} page @param {string} game */
async function sets(page, game) {
  await page.goto(`${arena.address}/class`);
  await page.locator('select[name=game]').selectOption(game);
  await page.getByRole('button', { name: 'Keep' }).click();
  await page.waitForURL('**/class');
}

/** Writes a player in the page, has it checked, and hands it in. @param {Page} page */
async function written(page) {
  await page.locator('details.writing summary').click();
  await page.locator('[data-starter]').selectOption({ label: 'player.py' });
  await page.getByLabel('Name of the file').fill('ark.py');
  const program = page.getByLabel('Program', { exact: true });
  // What was typed is there again after a reload, and no starter sweeps it away.
  await program.press('End');
  await program.pressSequentially('# mine');
  await page.reload();
  assert.match(await program.inputValue(), /# mine/);
  await page.locator('[data-starter]').selectOption({ label: 'player.c' });
  await page.getByText('What you have written stays').waitFor();
  assert.equal(await page.getByLabel('Name of the file').inputValue(), 'ark.py');
  await page.locator('.writing').getByRole('button', { name: 'Check only' }).click();
  await page.getByText('Version 1 of ark.py was taken').waitFor();
  await has(page, 'bob/ark.py/000001', 'accepted');
  // What came of it stands beside the button as well.
  await page.locator('.writing [data-progress]').getByRole('link', { name: 'accepted' }).waitFor();
  assert.ok(await page.locator('[data-player="bob/ark.py"]').getByRole('button', { name: 'Play against it' }).isVisible());
  await page.getByRole('button', { name: 'Play this version' }).click();
  await has(page, 'bob/ark.py/000001', 'playing');
}

/** The address of a cup that stands still before it is over; where it was over before it could be stopped, of another. @param {Page} page */
async function pausedCup(page) {
  for (;;) {
    await page.goto(`${arena.address}/class`);
    await page.getByLabel('Name', { exact: true }).fill('Cup');
    await page.locator('select[name=format]').selectOption('single-elimination');
    await page.getByRole('button', { name: 'Begin the cup' }).click();
    await page.waitForURL('**/tournament/cup*');
    const cup = page.url();
    const paused = await page.evaluate(async (address) => (await fetch(`${address}/pause`, { method: 'POST' })).status, cup);
    if (paused === 200) return cup;
  }
}

/** The page of a cup, open from before it goes on to its end, fills by itself. @param {Page} teacher @param {Page} visitor @param {string} cup */
async function fills(teacher, visitor, cup) {
  await visitor.goto(cup);
  const bracket = () => visitor.locator('[data-part=bracket]').innerHTML();
  await visitor.evaluate(() => { document.body.dataset.opened = 'once'; });
  const before = await bracket();
  await teacher.goto(cup);
  await teacher.getByRole('button', { name: 'Go on', exact: true }).click();
  await visitor.locator('.is-finished').first().waitFor();
  await teacher.locator('.is-finished').first().waitFor();
  await until(async () => await bracket() !== before, 'the bracket changes');
  const final = visitor.locator('.bracket a, .bracket g').filter({ hasText: 'ada/dove.py' }).filter({ hasText: 'bob/ark.py' });
  await final.first().waitFor();
  assert.ok(!before.includes(await final.first().innerHTML()), 'the final was not there');
  assert.equal(await visitor.locator('body').getAttribute('data-opened'), 'once', 'nobody has opened the page again');
}

/** The address of the latest game of a cup in which a player took part. @param {Page} page @param {string} player */
const gameOf = async (page, player) => await page.locator('#games tbody tr').filter({ hasText: player }).locator('a').first().getAttribute('href') ?? '';

test('a term of a class, from the first link to the last removal', async () => {
  const teacher = await joined(await arena.teacherLink(), 'Grace');
  const { page } = teacher;
  await page.getByLabel('Name of the class').fill('Algorithms');
  await page.getByLabel('Outsiders may look and play').check();
  await page.locator('select[name=game]').selectOption('othello size=6');
  await page.getByRole('button', { name: 'Keep' }).click();
  await page.getByRole('heading', { name: 'Algorithms' }).waitFor();
  await page.locator('[data-next] [aria-current=step]').getByText('Invite your students').waitFor();
  assert.deepEqual(await violations(page), []);
  await page.goto(`${arena.address}/class/people`);
  await page.getByLabel('How many may follow it').fill('3');
  await page.getByRole('button', { name: 'Make a link' }).click();
  const link = await page.locator('[data-link]').inputValue();

  const [ada, bob, eve] = [await joined(link, 'Ada'), await joined(link, 'Bob'), await joined(link, 'Eve')];
  // Whoever has nothing yet is led to where it is written.
  await ada.page.locator('[data-next]').getByRole('link', { name: 'Write one here' }).click();
  await ada.page.locator('.writing[open] textarea').waitFor();
  await handIn(ada.page, 'dove.py', TALKING);
  await handIn(bob.page, 'crash.py', CRASHING);
  await handIn(eve.page, 'rash.py', RASH);
  await handIn(eve.page, 'evil.py', HOSTILE);
  await written(bob.page);
  await has(ada.page, 'ada/dove.py/000001', 'playing');
  await has(bob.page, 'bob/crash.py/000001', 'playing');
  await has(eve.page, 'eve/rash.py/000001', 'refused');
  await has(eve.page, 'eve/evil.py/000001', 'playing');
  assert.equal(await bob.page.locator('[data-player]:not([data-player^="bob/"])').count(), 0, 'others are not shown what is not theirs');
  assert.deepEqual(await violations(bob.page), []);

  // The cup is on another board than the checks were: there one crashes, and one attacks.
  await sets(page, 'othello ');
  const visitor = await somebody(browser);
  const cup = await pausedCup(page);
  await fills(page, visitor.page, cup);
  assert.equal(await visitor.page.getByText('The whole report').count(), 0);

  const [good, crash, attack] = [await gameOf(page, 'ada/dove.py'), await gameOf(page, 'bob/crash.py'), await gameOf(page, 'eve/evil.py')];
  const everybody = [ada, bob, eve, teacher, visitor];
  for (const one of everybody) await one.page.goto(cup);
  /** Whose record of a game has this. @param {string} game @param {string} what */
  const readers = (game, what) => Promise.all(everybody.map((one) => one.page.evaluate(
    async ([address, text]) => (await (await fetch(`${address}/record.json`)).text()).includes(text), [game, what])));
  assert.deepEqual(await readers(good, 'the secret of Ada'), [true, false, false, true, false]);
  assert.deepEqual(await readers(crash, 'the secret of Bob'), [false, true, false, true, false]);
  assert.deepEqual(await readers(attack, 'the secret of Eve'), [false, false, true, true, false]);
  await visitor.page.goto(`${arena.address}/class/people`);
  await visitor.page.waitForURL('**/class/sign-in?back=*');
  await fitsOnTelephone(eve.page, good);

  // Whoever lost a game sees what was said with their own program, and nobody else does.
  await bob.page.goto(`${arena.address}/class/team/bob`);
  await bob.page.locator('[data-lost]').filter({ hasText: 'bob/crash.py' }).locator('a[href$="/said"]').first().click();
  await bob.page.locator('[data-said="bob/crash.py"] .talk').getByText('< move').first().waitFor();
  assert.deepEqual(await violations(bob.page), []);
  const said = bob.page.url();
  for (const [who, seen] of /** @type {const} */ ([[ada, 0], [eve, 0], [teacher, 2], [bob, 2]])) {
    assert.equal((await who.page.goto(said))?.status(), 200);
    assert.equal(await who.page.locator('[data-said]').count(), seen);
  }
  await visitor.page.goto(said);
  await visitor.page.waitForURL('**/class/sign-in?back=*');

  // What a hostile program has written is read by those who may, and by nobody's browser as anything but letters.
  for (const who of [eve.page, page]) {
    await showsMarkupAsLetters(who, `${arena.address}${attack}`, '.jr-log');
    await showsMarkupAsLetters(who, `${arena.address}${attack}`, '.jr-evidence');
    await showsMarkupAsLetters(who, `${arena.address}${attack}/said`, '.talk');
    await showsMarkupAsLetters(who, `${cup}/player/eve%2Fevil.py`, 'pre');
    await showsMarkupAsLetters(who, `${arena.address}/class/player/eve/rash.py/1`, '.found');
    await showsMarkupAsLetters(who, `${arena.address}/class/players`, '.found');
  }

  await steered(page);

  await page.goto(`${arena.address}/class/people`);
  await page.getByRole('button', { name: 'Remove Eve' }).click();
  await page.locator('tr[data-account=eve]').waitFor({ state: 'detached' });
  await until(async () => (await (await eve.page.goto(`${arena.address}/class/players`))?.text() ?? '').includes('sign-in'), 'Eve is out');
  await page.goto(`${arena.address}/class/players`);
  await page.locator('[data-player="ada/dove.py"]').waitFor();
  assert.equal(await page.locator('[data-player^="eve/"]').count(), 0, 'and what she has handed in with her');
  assert.deepEqual([teacher, ...everybody].flatMap((one) => one.troubles), []);
});
