// The pages that teach, in a real browser: tasks that are solved and missed, strategies that show what they look at, and
// every page of the site in French.

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

/** Waits until every board of a page that teaches is drawn: they are fetched as they come near. @param {Page} page */
async function drawn(page) {
  for (const part of await page.locator('[data-lesson], [data-lab]').all()) {
    await part.scrollIntoViewIfNeeded();
    await part.locator('.jb-part').first().waitFor();
  }
}

/**
 * A task; all boards are drawn, so that nothing moves any more.
 * @param {Page} page
 * @param {string} name
 */
async function task(page, name) {
  await drawn(page);
  const lesson = page.locator(`[data-lesson="${name}"]`);
  await lesson.scrollIntoViewIfNeeded();
  return lesson;
}

/**
 * Plays a move: a button where there is one, else the part that means it.
 * @param {import('playwright-core').Locator} lesson
 * @param {string} move
 */
async function play(lesson, move) {
  const button = lesson.locator(`.jb-button[data-move="${move}"]:enabled`);
  if (await button.count()) await button.click();
  else await lesson.locator(`.jb-legal[aria-label^="${move},"], .jb-legal[aria-label^="pit ${move},"], .jb-legal[aria-label^="case ${move},"]`).first().click();
}

const TASKS = /** @type {[string, string, string, string][]} */ ([
  ['seven-colours', 'turn', 'B', 'A'], ['flood', 'torus', 'G', 'R'], ['othello', 'corner', 'd5', 'a1'], ['awale', 'chain', 'A', 'F'],
]);
for (const [game, name, wrong, right] of TASKS) {
  test(`a task of ${game} is missed, tried again and solved`, async () => {
    const page = await arena.visit(browser, `/learn/${game}`);
    const lesson = await task(page, name);
    const legal = await lesson.locator('.jb-legal, .jb-button:enabled').count();
    assert.ok(legal > 1, 'there is something to choose');
    await play(lesson, game === 'othello' ? await anotherSquare(lesson, right) : wrong);
    await lesson.locator('xpath=self::*[@data-state="wrong"]').waitFor();
    await says(lesson.locator('[data-answer]'), /^Not yet\. \S+ gains /);
    assert.equal(await lesson.locator('.jb-legal, .jb-button:enabled').count(), 0, 'one move is all there is');
    await lesson.locator('[data-tip]').click();
    await lesson.locator('xpath=self::*[@data-state="open"]').waitFor();
    await says(lesson.locator('[data-answer]'), right);
    assert.ok(await lesson.locator('.jb-tip').count() > 0, 'the right move is pointed at');
    await play(lesson, right);
    await lesson.locator('xpath=self::*[@data-state="done"]').waitFor();
    await says(lesson.locator('[data-answer]'), /^Done!/);
    await says(page.locator('[data-solved]'), /^1 \//);
    assert.deepEqual(page.troubles, []);
    await page.context().close();
  });
}

/**
 * A legal square that is not the right one.
 * @param {import('playwright-core').Locator} lesson
 * @param {string} right
 */
async function anotherSquare(lesson, right) {
  const names = await lesson.locator('.jb-legal').evaluateAll((parts) => parts.map((part) => part.getAttribute('aria-label')?.split(',')[0] ?? ''));
  return /** @type {string} */ (names.find((name) => name !== right));
}

test('a task is solved by keyboard alone', async () => {
  const page = await arena.visit(browser, '/learn/awale');
  const lesson = await task(page, 'chain');
  await lesson.locator('.jb-part[tabindex="0"]').focus();
  for (let step = 0; step < 5; step++) await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await lesson.locator('xpath=self::*[@data-state="done"]').waitFor();
  await page.keyboard.press('Shift+Tab');
  assert.ok(await page.evaluate(() => document.activeElement?.matches('[data-again]')), 'the way back is before the board');
  await page.keyboard.press('Enter');
  await lesson.locator('xpath=self::*[@data-state="open"]').waitFor();
  await page.context().close();
});

/** What the legend says is on the board. @param {Page} page */
const layers = (page) => page.locator('[data-lab] [data-layer]').evaluateAll((all) => all.map((layer) => `${layer.getAttribute('data-layer')} ${layer.childElementCount}`));

// The second one sees the same on every machine; what one that looks ahead comes to in its time does not matter for the first.
for (const [game, one, other] of [['seven-colours', 'hegemony', 'starve'], ['flood', 'max-border', 'hegemony:contested'], ['othello', 'positional', 'mobility'], ['awale', 'alphabeta', 'greedy']]) {
  test(`strategies of ${game} show what they look at, move by move`, async () => {
    const page = await arena.visit(browser, `/learn/${game}`);
    await page.locator('#strategies').scrollIntoViewIfNeeded();
    await page.locator('[data-lab] .jb-part').first().waitFor();
    const why = page.locator('[data-why]');
    const said = async () => await why.textContent() ?? '';
    /** @param {string} before */
    const changed = (before) => page.waitForFunction((old) => document.querySelector('[data-why]')?.textContent !== old, before);
    await page.waitForFunction(() => document.querySelector('[data-why]')?.textContent);
    let known = await said();
    await page.locator('[data-strategy]').selectOption(one);
    await page.locator(`[data-guide="${one}"][data-chosen]`).waitFor();
    const first = await layers(page);
    assert.ok(first.length > 0, 'something is drawn');
    await page.locator(`[data-choose="${other}"]`).click();
    await page.locator(`[data-guide="${other}"][data-chosen]`).waitFor();
    const second = await layers(page);
    assert.notDeepEqual(second, first, 'another strategy looks at other things');
    // Ten plies of it, and the layers follow the board.
    for (let ply = 0; ply < 10; ply++) {
      const before = await page.locator('[data-lab] .jb-picture').getAttribute('aria-label');
      await page.locator('[data-step]').click();
      await page.waitForFunction((old) => document.querySelector('[data-lab] .jb-picture')?.getAttribute('aria-label') !== old, before);
    }
    assert.notDeepEqual(await layers(page), second, 'a move changes what is seen');
    known = await said();
    await page.locator('[data-fresh]').click();
    await changed(known);
    assert.deepEqual(await layers(page), second, 'the start is as it was');
    // A layer is switched off and on by its name.
    const box = page.locator('[data-legend] input').first();
    const kind = await box.getAttribute('name');
    await box.uncheck();
    assert.equal(await page.locator(`[data-layer="${kind}"]`).count(), 0);
    await box.check();
    assert.equal(await page.locator(`[data-layer="${kind}"]`).count(), 1);
    assert.deepEqual(page.troubles, []);
    await page.context().close();
  });
}

test('another board by its number, and a setup that makes none is told in words', async () => {
  const page = await arena.visit(browser, '/learn/seven-colours', { locale: 'fr-FR' });
  await page.locator('#strategies').scrollIntoViewIfNeeded();
  await page.locator('[data-lab] .jb-part').first().waitFor();
  const letters = () => page.locator('[data-lab] .jb-letter').allTextContents().then((all) => all.join(''));
  const before = await letters();
  await page.locator('[name=seed]').fill('8');
  await page.locator('[name=seed]').press('Enter');
  await page.waitForFunction((old) => [...document.querySelectorAll('[data-lab] .jb-letter')].map((one) => one.textContent).join('') !== old, before);
  await page.locator('[name=setup]').fill('size=1');
  await page.locator('[name=setup]').press('Enter');
  await page.locator('[data-trouble]:not([hidden])').waitFor();
  assert.match(await page.locator('[data-trouble]').textContent() ?? '', /^réglage size="1" : on attend un nombre entier/);
  await page.context().close();
});

/** Words that are English and not French, in what people read on these pages. */
const ENGLISH = ['the', 'of', 'and', 'with', 'your', 'you', 'move', 'moves', 'play', 'board', 'game', 'games', 'watch', 'learn', 'setup', 'seed', 'seeds',
  'cells', 'discs', 'pit', 'store', 'row', 'column', 'black', 'white', 'south', 'north', 'player', 'first', 'top', 'right', 'bottom', 'left',
  'wins', 'won', 'draw', 'legal', 'level', 'blue', 'red', 'green', 'yellow', 'pass', 'to', 'is', 'are', 'what', 'this', 'that', 'for', 'from', 'not', 'colours',
  'rules', 'strategy', 'nobody', 'nothing', 'there', 'expected', 'found', 'again', 'undo', 'hint', 'resign', 'clock', 'speed', 'next', 'previous', 'forbidden'];

/**
 * The English words that are to be read or heard on a page; code, texts to edit and names of languages do not count.
 * @param {Page} page
 */
async function englishOn(page) {
  return page.evaluate((words) => {
    // The description of a picture that is hidden from those who listen is for nobody.
    const skipped = 'code, textarea, script, style, [lang="en"], [aria-hidden="true"] desc, [aria-hidden="true"] title';
    /** @type {string[]} */
    const texts = [document.title];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (!node.parentElement?.closest(skipped)) texts.push(node.textContent ?? '');
    }
    for (const element of document.querySelectorAll('[aria-label], [title], [alt]')) {
      if (element.closest('[lang="en"], [aria-hidden="true"]')) continue;
      for (const name of ['aria-label', 'title', 'alt']) texts.push(element.getAttribute(name) ?? '');
    }
    // A word that is part of an option's name or value, as in grand-slam=legal, is code too.
    const plain = texts.map((text) => text.replace(/[\w-]+=[\w/,=-]*|\w+_\w+/g, ' ').replace(/« [^»]* »/g, ' '));
    const found = plain.flatMap((text) => text.split(/[^\p{L}]+/u).filter((word) => words.includes(word.toLowerCase())).map((word) => `${word}: ${text.trim().slice(0, 90)}`));
    return [...new Set(found)];
  }, ENGLISH);
}

/** What scripts put on pages, by the beginning or the end of the address. */
const SCRIPTED = [['/watch', '.board-card .jb-part'], ['/tv', '.board-card .jb-part'], ['/analyse', '[data-lines] tr'], ['/editor', '.brushes label'],
  ['?replay', '.jb-part']];

test('every page speaks French and nothing else, is clean for axe-core, and fits a phone', async () => {
  const page = await arena.visit(browser, '/', { locale: 'fr-FR', colorScheme: 'dark' });
  const games = [];
  for (const game of ['seven-colours', 'flood', 'othello', 'awale']) {
    await arena.begin(page, { game, opponent: '1' });
    games.push(new URL(page.url()).pathname);
    assert.deepEqual(await englishOn(page), [], `the table of ${game}`);
  }
  page.once('dialog', (dialog) => dialog.accept());
  await page.locator('[data-do=resign]').click();
  await page.locator('[data-after]:not([hidden])').waitFor();
  assert.deepEqual(await englishOn(page), [], 'a game that is over');
  const paths = ['/', '/watch', '/tv', '/games', '/analyse?game=seven-colours', '/analyse?game=flood', '/editor', '/learn', `${games[3]}?replay`, `${games[0]}?replay`, '/nowhere',
    '/game/999', '/learn/chess', '/learn/seven-colours', '/learn/flood', '/learn/othello', '/learn/awale'];
  for (const path of paths) {
    await page.goto(arena.address + path);
    if (path.startsWith('/learn/') && !path.endsWith('chess')) {
      await drawn(page);
      assert.deepEqual(await violations(page), [], `${path}, dark`);
    } else {
      // What a script puts there must be there before it is read.
      const scripted = SCRIPTED.find(([start]) => path.split('?')[0] === start || path.endsWith(start))?.[1];
      if (scripted) await page.locator(scripted).first().waitFor();
    }
    assert.deepEqual(await englishOn(page), [], path);
  }
  page.troubles.length = 0;
  await page.setViewportSize({ width: 360, height: 740 });
  for (const path of ['/learn', '/learn/flood', '/learn/awale']) {
    await page.goto(arena.address + path);
    await drawn(page);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${path} on a phone`);
  }
  await page.context().close();
});

test('refusals are told in the language of the visitor', async () => {
  const french = { headers: { 'accept-language': 'fr' } };
  for (const [path, text] of [
    ['/board.json?game=chess', /aucun jeu ne s’appelle/], ['/board.json?game=othello&position=x', /position de othello : .* on attend 64 cases/],
    ['/board.json?game=flood&setup=graph=donut,width=5', /demande une largeur divisible par 3/], ['/board.json?game=othello&moves=a1', /a1 n’est pas légal ici/],
    ['/game/999/record.json', /il n’y a pas de partie 999/], ['/learn/insight.json?game=othello&strategy=starve', /cette stratégie n’existe pas/],
    ['/learn/try.json?game=othello&lesson=none', /cette leçon n’existe pas/],
  ]) {
    const answer = await (await fetch(arena.address + path, french)).json();
    assert.match(answer.error, /** @type {RegExp} */ (text));
    const english = await (await fetch(arena.address + path)).json();
    assert.doesNotMatch(english.error, /** @type {RegExp} */ (text));
  }
});
