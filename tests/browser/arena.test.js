// The arena in a real browser: whole games by mouse, keyboard and touch, through reloads and a killed server, between two
// people, and everything around them.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Arena, SlowLine, click, isOver, playOn, played, plies, tap, turn } from './arena.js';
import { hold, launch, says, violations } from './support.js';

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

/** @param {Page} page */
const status = async (page) => await page.locator('[data-status]').textContent() ?? '';
/** @param {Page} page */
const numberOf = (page) => Number(page.url().match(/\/game\/(\d+)/)?.[1]);

/**
 * A game that was begun in the page of a new visitor.
 * @param {Parameters<Arena['begin']>[1]} wish
 * @param {import('playwright-core').BrowserContextOptions} [options]
 */
async function seated(wish, options) {
  const page = await arena.visit(browser, '/', options);
  await arena.begin(page, wish);
  return page;
}

/** How many plies the record of the game on a page has, and how many of them First has chosen. @param {Page} page */
async function recorded(page) {
  const { plies } = await (await fetch(`${arena.address}/game/${numberOf(page)}/record.json`)).json();
  return { all: plies.length, chosen: plies.filter((/** @type {any} */ ply) => ply.side === 'first' && !ply.forced).length };
}

for (const [game, setup] of [['seven-colours', 'size=15'], ['flood', 'width=12'], ['othello', 'size=6'], ['awale', '']]) {
  test(`a whole game of ${game} by clicks`, async () => {
    const page = await seated({ game, setup });
    const own = await playOn(page, click);
    assert.ok(await isOver(page));
    assert.match(await status(page), /\bwins?\b|Draw/);
    assert.deepEqual(page.troubles, []);
    // What was played is kept, and can be replayed.
    await page.locator('[data-after]').click();
    await page.locator('.jr-counter').waitFor();
    await page.locator('.jr-range').focus();
    await page.keyboard.press('End');
    const { all, chosen } = await recorded(page);
    await says(page.locator('.jr-counter'), `${all} / ${all}`);
    assert.equal(own, chosen, 'every click was a move');
    assert.deepEqual(page.troubles, []);
    await page.context().close();
  });
}

test('a whole game by keyboard alone, from the first page on', async () => {
  const page = await arena.visit(browser, '/');
  await tabTo(page, '[name=game]');
  while (!await page.locator('[value=othello]').isChecked()) await page.keyboard.press('ArrowRight');
  await tabTo(page, '[name=setup-othello]');
  await page.keyboard.press('ArrowDown');
  await tabTo(page, '[name=opponent]');
  await page.keyboard.press('Home');
  await tabTo(page, '[type=submit]');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/game\/\d+$/);
  await turn(page);
  await tabTo(page, '.jb-part');
  const own = await playOn(page, async () => {
    // The focus never leaves the board: every move is a walk from where the last one was played.
    for (let step = 0; step < 40; step++) {
      const way = await page.evaluate(() => {
        const at = document.activeElement;
        if (!at?.matches('.jb-part')) return 'lost';
        const place = (/** @type {Element} */ part) => [Number(part.getAttribute('data-part')) % 6, Math.floor(Number(part.getAttribute('data-part')) / 6)];
        const [x, y] = place(at);
        const [tx, ty] = place(/** @type {Element} */ (document.querySelector('.jb-legal')));
        return tx > x ? 'ArrowRight' : tx < x ? 'ArrowLeft' : ty > y ? 'ArrowDown' : ty < y ? 'ArrowUp' : 'Enter';
      });
      assert.notEqual(way, 'lost', 'the board keeps the focus');
      await page.keyboard.press(way);
      if (way === 'Enter') return;
    }
    assert.fail('no legal move was reached');
  });
  assert.ok(await isOver(page));
  assert.equal(own, (await recorded(page)).chosen);
  assert.deepEqual(page.troubles, []);
  await page.context().close();
});

/**
 * Presses Tab until something has the focus.
 * @param {Page} page
 * @param {string} selector
 */
async function tabTo(page, selector) {
  for (let count = 0; count < 40; count++) {
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) return;
    await page.keyboard.press('Tab');
  }
  assert.fail(`Tab does not reach ${selector}`);
}

test('colour buttons keep the focus from turn to turn', async () => {
  const page = await seated({ game: 'flood', setup: 'width=12' });
  await turn(page);
  await page.locator('.jb-button:enabled').first().focus();
  await page.evaluate(() => {
    const noted = Object.assign(window, { drawn: 0 });
    const note = (/** @type {MutationRecord[]} */ changes) => { noted.drawn += changes.length; };
    new MutationObserver(note).observe(/** @type {Element} */ (document.querySelector('.jb-buttons')), { childList: true });
  });
  for (let move = 0; move < 4; move++) {
    const before = await plies(page);
    await page.keyboard.press('Enter');
    await played(page, before);
    await turn(page);
    assert.ok(await page.evaluate(() => document.activeElement?.matches('.jb-button:enabled')), `after move ${move + 1}`);
  }
  // Whoever presses a button while a clock is told must not press in vain.
  assert.equal(await page.evaluate(() => /** @type {any} */ (window).drawn), await plies(page), 'buttons are made anew by moves alone');
  await page.context().close();
});

test('a whole game by touch on a phone, without scrolling sideways', async () => {
  const phone = { viewport: { width: 375, height: 700 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };
  const page = await seated({ game: 'awale', setup: '' }, phone);
  const own = await playOn(page, tap);
  assert.ok(await isOver(page));
  assert.equal(own, (await recorded(page)).chosen);
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  assert.deepEqual(page.troubles, []);
  await page.context().close();
});

test('a reload in mid-game changes nothing', async () => {
  const page = await seated({ game: 'othello', setup: '' });
  await playOn(page, click, 3);
  await turn(page);
  const shown = () => page.evaluate(() => [...document.querySelectorAll('.jb-part')].map((part) => part.getAttribute('aria-label')).join());
  const [board, count] = [await shown(), await plies(page)];
  await page.reload();
  await turn(page);
  assert.deepEqual([await shown(), await plies(page)], [board, count]);
  assert.equal(await playOn(page, click, 2), 2);
  await page.context().close();
});

test('ten games go on where they were after the server was killed', async () => {
  const pages = [];
  for (let game = 0; game < 10; game++) {
    const page = await seated({ game: ['othello', 'awale', 'flood', 'seven-colours'][game % 4], time: game % 2 ? '30m' : '-' });
    await playOn(page, click, 1 + game % 3);
    await turn(page);
    pages.push({ page, count: await plies(page) });
  }
  await arena.stop('SIGKILL');
  for (const { page } of pages) await page.locator('[data-trouble]:not([hidden])').waitFor();
  await arena.start();
  for (const { page, count } of pages) {
    // The page finds the server again by itself: no reload.
    await page.locator('[data-trouble][hidden]').waitFor({ state: 'attached' });
    await turn(page);
    assert.equal(await plies(page), count);
    assert.equal(await playOn(page, click, 2), 2);
    assert.ok(await plies(page) >= count + 3);
    await page.context().close();
  }
});

test('two browsers play each other by link, with a spectator, to a resignation and a rematch', async () => {
  const host = await seated({ game: 'othello', setup: '', opponent: 'friend', time: '30m' });
  const friend = await arena.join(browser, host);
  const watcher = await arena.visit(browser, `/game/${numberOf(host)}`);
  for (let move = 0; move < 6; move++) {
    const [mover, other] = move % 2 ? [friend, host] : [host, friend];
    await turn(mover);
    assert.equal(await other.locator('.jb-legal').count(), 0, 'only whoever is to move has legal moves');
    await click(mover);
    for (const page of [host, friend, watcher]) await played(page, move);
  }
  assert.equal(await watcher.locator('.jb-legal').count(), 0);
  const refused = await watcher.evaluate(async () => (await fetch(`${location.pathname}/say`, {
    method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"move":"a1"}' })).status);
  assert.equal(refused, 403);
  await says(host.locator('[data-clock]').first(), /^[12]?\d:\d\d$/);
  friend.on('dialog', (dialog) => dialog.accept());
  await friend.locator('[data-do=resign]').click();
  for (const page of [host, friend, watcher]) await page.locator('[data-after]:not([hidden])').waitFor();
  assert.match(await status(host), /^You win \(resignation\)/);
  assert.match(await status(friend), /^Guest \d{4} wins \(resignation\)/);
  await host.locator('[data-do=rematch]').click();
  await friend.locator('[data-question]', { hasText: 'wants a rematch' }).locator('[data-answer="0"]').click();
  await host.waitForURL((url) => url.pathname !== watcher.url().replace(arena.address, ''));
  await friend.waitForURL(host.url());
  assert.ok(await turn(friend), 'seats are swapped');
  await click(friend);
  await played(host, 0);
  for (const page of [host, friend, watcher]) await page.context().close();
});

test('undo, hint and evaluation against a program', async () => {
  const page = await seated({ game: 'othello', setup: '' });
  await playOn(page, click, 2);
  await turn(page);
  await page.locator('[data-do=hint]').click();
  await page.locator('.jb-tip').waitFor();
  await page.locator('[data-do=evaluate]').click();
  await page.locator('[data-lead-text]:not(:empty)').waitFor();
  const [old, count] = [numberOf(page), await plies(page)];
  await page.locator('[data-do=undo]').click();
  await page.waitForURL((url) => !url.pathname.endsWith(`/${old}`));
  await turn(page);
  assert.ok(await plies(page) < count);
  assert.equal(await playOn(page, click, 1), 1);
  // The old number leads to the game that goes on.
  const there = numberOf(page);
  await page.goto(`${arena.address}/game/${old}`);
  assert.equal(numberOf(page), there);
  assert.deepEqual(page.troubles, []);
  await page.context().close();
});

test('whoever takes a move back keeps their seat, even if others hear of it first', async (t) => {
  const page = await seated({ game: 'othello', setup: '' });
  await playOn(page, click, 1);
  const old = numberOf(page);
  const line = new SlowLine(arena);
  t.after(() => line.close());
  await page.goto(`${await line.open()}/game/${old}`);
  await turn(page);
  const events = await page.context().newCDPSession(page);
  await events.send('Network.enable');
  const heard = new Promise((resolve) => {
    events.on('Network.eventSourceMessageReceived', ({ data }) => { if (data.includes('"moved"')) resolve(undefined); });
  });
  await page.locator('[data-do=undo]').click();
  await heard;
  // The page has done by then what it does about it.
  await page.evaluate(() => new Promise((resolve) => { setTimeout(resolve); }));
  assert.equal(numberOf(page), old, 'it waits for its seat');
  line.letThrough();
  await page.waitForURL((url) => !url.pathname.endsWith(`/${old}`));
  assert.ok(await turn(page));
  await page.context().close();
});

test('a game between programs is watched live, in the list, on the TV page and at its table', async () => {
  const wish = { game: 'othello', setup: 'size=6', opponent: 'watch' };
  // Nobody else looks, so the programs wait for this page.
  const table = await seated(wish);
  await played(table, 1);
  await table.context().close();
  // These two look before it begins: on a slow machine it would be over before they are open.
  const [list, tv] = [await arena.visit(browser, '/watch'), await arena.visit(browser, '/tv')];
  for (const one of [list, tv]) await noteBoards(one);
  const page = await seated(wish);
  await list.waitForFunction((game) => [.../** @type {any} */ (window).discs].filter((noted) => noted.startsWith(game)).length > 1, `/game/${numberOf(page)}:`);
  await tv.waitForFunction(() => /** @type {any} */ (window).most === 1);
  // To its end; whoever comes late sees its replay.
  await page.locator('[data-after]:not([hidden]), .jr-counter').first().waitFor();
  assert.equal(await tv.evaluate(() => /** @type {any} */ (window).most), 1, 'one board at a time');
  for (const one of [page, list, tv]) {
    assert.deepEqual(one.troubles, []);
    await one.context().close();
  }
});

/**
 * Has a page note how many discs it shows on the board of each game, and the most boards at once.
 * @param {Page} page
 */
const noteBoards = (page) => page.evaluate(() => {
  const noted = Object.assign(window, { discs: /** @type {Set<string>} */ (new Set()), most: 0 });
  const note = () => {
    const cards = [...document.querySelectorAll('a.board-card')].filter((card) => card.querySelector('.jb-part'));
    noted.most = Math.max(noted.most, cards.length);
    for (const card of cards) noted.discs.add(`${card.getAttribute('href')}: ${card.querySelectorAll('.jb-disc').length}`);
  };
  new MutationObserver(note).observe(document.body, { childList: true, subtree: true });
  note();
});

test('a replay is scrubbed, played and downloaded', async () => {
  const { page, number } = await finished();
  await page.goto(`${arena.address}/game/${number}?replay`);
  await page.locator('.jr-range').focus();
  await page.keyboard.press('ArrowRight');
  await says(page.locator('.jr-counter'), /^1 \//);
  await page.locator('.jr-graph').click();
  await says(page.locator('.jr-counter'), /^(?!1 )\d+ \//);
  await page.locator('.jr-first').click();
  await page.locator('.jr-play').click();
  await page.waitForFunction(() => Number(document.querySelector('.jr-counter')?.textContent?.split(' ')[0]) >= 2);
  const waiting = page.waitForEvent('download');
  await page.locator('a[download]').click();
  assert.equal((await waiting).suggestedFilename(), `joute-${number}.json`);
  await page.goto(`${arena.address}/embed/${number}`);
  await page.locator('.jr-counter').waitFor();
  assert.deepEqual(page.troubles, []);
  await page.context().close();
});

/** A short game that is over: its number, and the page it was played on. */
async function finished() {
  const page = await seated({ game: 'othello', setup: 'size=6' });
  await playOn(page, click, 3);
  await turn(page);
  page.once('dialog', (dialog) => dialog.accept());
  await page.locator('[data-do=resign]').click();
  await page.locator('[data-after]:not([hidden])').waitFor();
  return { page, number: numberOf(page) };
}

test('an analysis shows lines of play, forth and back', async () => {
  const page = await arena.visit(browser, '/analyse?game=othello');
  await page.locator('[data-lines] tr').first().waitFor();
  await page.locator('.jb-legal').first().click();
  await page.waitForFunction(() => document.querySelectorAll('[data-moves] li').length === 1);
  await page.locator('[data-lines] tr').first().waitFor();
  await page.waitForFunction(() => document.querySelectorAll('.jb-disc').length === 5);
  await page.locator('[data-back]').click();
  await page.waitForFunction(() => document.querySelectorAll('.jb-disc').length === 4);
  await page.locator('[data-forward]').click();
  await page.waitForFunction(() => document.querySelectorAll('.jb-disc').length === 5);
  assert.deepEqual(page.troubles, []);
  await page.context().close();
});

test('an analysis shows the board that was asked for last, whichever comes last', async () => {
  const page = await arena.visit(browser, '/analyse?game=othello');
  await page.locator('.jb-legal').first().click();
  await page.locator('[data-moves] li').waitFor();
  const letGo = await hold(page, /board\.json.*moves=$/);
  const [slow] = await Promise.all([page.waitForRequest(/board\.json/), page.locator('[data-back]').click()]);
  // Whether it is answered or given up: `Request.response` may wait for ever for one that the page gave up.
  const over = Promise.race([
    page.waitForEvent('requestfinished', (request) => request === slow),
    page.waitForEvent('requestfailed', (request) => request === slow),
  ]);
  await page.locator('[data-forward]').click();
  await page.locator('.jb-disc').nth(4).waitFor();
  letGo();
  await over;
  // Whatever the page makes of it, it has made when it has heard the next answer and drawn once more.
  await page.evaluate(async () => {
    await (await fetch('/static/board.js')).text();
    await new Promise((resolve) => { requestAnimationFrame(() => requestAnimationFrame(resolve)); });
  });
  assert.equal(await page.locator('.jb-disc').count(), 5);
  assert.deepEqual(page.troubles, []);
  await page.context().close();
});

test('language and theme are changed and remembered', async () => {
  const page = await arena.visit(browser, '/watch');
  await says(page.locator('h1'), 'Watch');
  await page.locator('a.language').click();
  await says(page.locator('h1'), 'Regarder');
  await page.waitForLoadState();
  assert.equal(new URL(page.url()).pathname, '/watch');
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await ground();
  await page.locator('[data-theme-button]').click();
  const dark = await ground();
  assert.notEqual(dark, light);
  await page.goto(`${arena.address}/learn`);
  await says(page.locator('h1'), 'Apprendre');
  assert.equal(await ground(), dark);
  await page.context().close();
  const french = await arena.visit(browser, '/', { locale: 'fr-FR' });
  assert.equal(await french.locator('.play-form [type=submit]').textContent(), 'Jouer');
  await french.context().close();
});

test('every page passes axe-core, light and dark, in both languages, and complains of nothing', async () => {
  const { page: played, number } = await finished();
  await played.context().close();
  const table = await seated({ game: 'flood' });
  const paths = ['/', '/watch', '/tv', '/games', '/analyse?game=awale', '/editor', '/learn', '/learn/seven-colours', '/learn/flood',
    '/learn/othello', '/learn/awale', `/game/${number}`, `/embed/${number}`, `/game/${numberOf(table)}`];
  const looks = /** @type {const} */ ([['light', 'en-GB'], ['dark', 'fr-FR']]);
  for (const [colorScheme, locale] of looks) {
    const page = await arena.visit(browser, '/', { colorScheme, locale });
    for (const path of paths) {
      await page.goto(arena.address + path);
      if (!['/', '/watch', '/tv', '/games', '/learn'].includes(path)) await page.locator('.jb-part').first().waitFor();
      assert.deepEqual(await violations(page), [], `${path}, ${colorScheme}`);
    }
    assert.deepEqual(page.troubles, []);
    assert.ok(page.requests.every((url) => url.startsWith(arena.address) || url.startsWith('data:')), 'nothing from anywhere else');
    await page.context().close();
  }
  await turn(table);
  assert.deepEqual(await violations(table), [], 'the table of whoever plays');
  await table.context().close();
});

test('the policy is there and the browser enforces it', async () => {
  const page = await arena.visit(browser, '/');
  const policy = (await fetch(arena.address)).headers.get('content-security-policy') ?? '';
  assert.match(policy, /default-src 'none'; script-src 'self'; style-src 'self'/);
  assert.doesNotMatch(policy, /unsafe/);
  const ran = await page.evaluate(async () => {
    const script = document.createElement('script');
    script.textContent = 'window.ran = true';
    document.head.append(script);
    const outside = await fetch('https://example.org/').then(() => 'went', () => 'blocked');
    return [/** @type {any} */ (window).ran ?? false, outside];
  });
  assert.deepEqual(ran, [false, 'blocked']);
  await page.context().close();
});

test('the page of a game is under 300 kB in all', async () => {
  const page = await seated({ game: 'seven-colours', setup: 'size=30' });
  const sizes = await page.evaluate(() => performance.getEntries().filter((entry) => 'encodedBodySize' in entry && !entry.name.endsWith('/events'))
    .map((entry) => /** @type {PerformanceResourceTiming} */ (entry).encodedBodySize));
  const total = sizes.reduce((sum, size) => sum + size, 0);
  assert.ok(sizes.length >= 6 && total > 20_000 && total < 300_000, `${total} bytes in ${sizes.length} files`);
  await page.context().close();
});
