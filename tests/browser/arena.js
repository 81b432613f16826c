// A server of the arena for the tests, and what a visitor does there: begin a game, play it out, look at it.

import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, copyFileSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PATIENCE, until } from './support.js';

const ROOT = new URL('../..', import.meta.url).pathname;

/** @typedef {import('playwright-core').Page & { requests: string[], troubles: string[] }} Page */

/** The program: JOUTE_PROGRAM names it where it is built already. */
function program() {
  if (process.env.JOUTE_PROGRAM) return process.env.JOUTE_PROGRAM;
  execFileSync('cargo', ['build', '--quiet', '--locked', '-p', 'joute'], { cwd: ROOT, stdio: 'inherit' });
  return join(ROOT, 'target', 'debug', 'joute');
}

/** A server on a folder of its own, to be killed and started again on the same port. */
export class Arena {
  /** @param {string[]} [more] Further options of `joute serve`. */
  constructor(more = []) {
    this.more = more;
    this.program = program();
    this.folder = mkdtempSync(join(tmpdir(), 'joute-arena-'));
    this.port = 0;
    /** What it has said. */
    this.told = '';
    /** @type {import('node:child_process').ChildProcess | null} */
    this.child = null;
  }

  get address() {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Starts the server. One that is started again needs its port: whoever else got it meanwhile gives it back before long. */
  async start() {
    for (const end = Date.now() + PATIENCE; ;) {
      try {
        return await this.listen();
      } catch (error) {
        if (!this.port || Date.now() > end) throw error;
      }
    }
  }

  async listen() {
    // Whoever wants to see a journey on a database names an empty one (`scripts/deep class` does).
    const store = process.env.JOUTE_TEST_STORE ? ['--store', process.env.JOUTE_TEST_STORE] : [];
    const args = ['serve', '--port', String(this.port), '--data', this.folder, ...store, ...this.more];
    const child = spawn(this.program, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    this.child = child;
    const address = await new Promise((resolve, reject) => {
      this.told = '';
      child.stdout.on('data', (data) => {
        this.told += data;
        if (this.told.includes('\n')) resolve(this.told.split('\n')[0]);
      });
      child.once('error', reject);
      child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)));
    });
    this.port = Number(new URL(address).port);
  }

  /** Where the first teacher of a class comes in. */
  async teacherLink() {
    await until(() => this.told.split('\n').length > 2, 'the link of the teacher');
    return this.told.split('\n')[1];
  }

  /**
   * Ends the server and waits until it is gone.
   * @param {NodeJS.Signals} [signal]
   */
  async stop(signal = 'SIGKILL') {
    const child = this.child;
    this.child = null;
    if (!child || child.exitCode !== null || child.signalCode !== null) return null;
    const gone = new Promise((resolve) => { child.once('exit', resolve); });
    child.kill(signal);
    return gone;
  }

  async remove() {
    await this.stop();
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }

  /**
   * A page of the arena as a visitor of its own.
   * @param {import('playwright-core').Browser} browser
   * @param {string} path
   * @param {import('playwright-core').BrowserContextOptions} [options]
   * @returns {Promise<Page>}
   */
  async visit(browser, path, options = {}) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, locale: 'en-GB', ...options });
    context.setDefaultTimeout(PATIENCE);
    const page = await context.newPage();
    const told = { requests: /** @type {string[]} */ ([]), troubles: /** @type {string[]} */ ([]) };
    page.on('request', (request) => told.requests.push(request.url()));
    page.on('pageerror', (error) => told.troubles.push(String(error)));
    page.on('console', (message) => { if (['error', 'warning'].includes(message.type())) told.troubles.push(message.text()); });
    await page.goto(this.address + path);
    return Object.assign(page, told);
  }

  /**
   * Begins a game on the first page.
   * @param {Page} page
   * @param {{ game: string, setup?: string, opponent?: string, side?: string, time?: string }} wish
   */
  async begin(page, { game, setup, opponent = '1', side = 'first', time = '-' }) {
    await page.goto(`${this.address}/`);
    await page.locator(`label.game:has([value="${game}"])`).click();
    if (setup !== undefined) await page.locator(`[name="setup-${game}"]`).selectOption(setup);
    await page.locator('[name=opponent]').selectOption(opponent);
    if (opponent !== 'watch') await page.locator('[name=side]').selectOption(side);
    await page.locator('[name=time]').selectOption(time);
    await page.locator('.play-form [type=submit]').click();
    await atTable(page);
  }

  /**
   * A new visitor who follows an invitation, at the table: the page of the link goes there by itself.
   * @param {import('playwright-core').Browser} browser
   * @param {Page} host
   */
  async join(browser, host) {
    const link = await host.locator('[data-invitation-link]').inputValue();
    const page = await this.visit(browser, new URL(link).pathname);
    await atTable(page);
    return page;
  }
}

/** Waits until a page shows a game. @param {Page} page */
async function atTable(page) {
  await page.waitForURL(/\/game\/\d+$/);
  await page.locator('joute-board .jb-part').first().waitFor();
}

/** A way to a server on which the answers to what is said at a table wait until they are let through. */
export class SlowLine {
  /** @param {Arena} arena */
  constructor(arena) {
    this.letThrough = () => {};
    const held = new Promise((resolve) => { this.letThrough = () => resolve(undefined); });
    this.server = createServer((question, answer) => {
      const { method, url = '', headers } = question;
      const onward = request({ host: '127.0.0.1', port: arena.port, method, path: url, headers }, async (answered) => {
        if (url.endsWith('/say')) await held;
        answer.writeHead(answered.statusCode ?? 500, answered.headers);
        answered.pipe(answer);
      });
      onward.on('error', () => answer.destroy());
      answer.on('close', () => onward.destroy());
      question.pipe(onward);
    });
  }

  /** Opens it, and gives its address. */
  async open() {
    await new Promise((resolve) => { this.server.listen(0, '127.0.0.1', () => resolve(undefined)); });
    return `http://127.0.0.1:${/** @type {import('node:net').AddressInfo} */ (this.server.address()).port}`;
  }

  close() {
    this.server.close();
    this.server.closeAllConnections();
  }
}

/** A player that waits, before its first move of every game, until the gate is opened. */
export class Gate {
  constructor() {
    this.folder = mkdtempSync(join(tmpdir(), 'joute-gate-'));
    chmodSync(this.folder, 0o755);
    copyFileSync(join(ROOT, 'crates/testkit/programs/gated.py'), join(this.folder, 'gated.py'));
    // Small files are copied for each program: a gate is larger, so that all stand before the same one.
    writeFileSync(join(this.folder, 'gate'), '');
    truncateSync(join(this.folder, 'gate'), 17 * 1024 * 1024);
    this.close();
  }

  get player() {
    return `exe:python3 ${this.folder}/gated.py ${this.folder}/gate`;
  }

  close() {
    chmodSync(join(this.folder, 'gate'), 0o644);
  }

  open() {
    chmodSync(join(this.folder, 'gate'), 0o745);
  }

  remove() {
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** How many plies the page has seen. @param {Page} page */
export const plies = (page) => page.locator('[data-moves] li').count();

/** Whether the game on the page is over. @param {Page} page */
export const isOver = (page) => page.locator('[data-after]:not([hidden])').count().then((count) => count > 0);

/** What can be pressed as a button. On felt that is a pass, and the referee passes by itself: it is there for a moment only. */
const BUTTON = 'joute-board:not([data-style=felt]) .jb-button:enabled';
/** What there is to play. */
const PLAYABLE = `.jb-legal, ${BUTTON}`;

/**
 * Waits until it is the visitor's turn, or the game is over; tells whether there is something to play.
 * @param {Page} page
 * @returns {Promise<boolean>}
 */
export async function turn(page) {
  const found = await page.waitForFunction((playable) => {
    if (document.querySelector('[data-after]:not([hidden])')) return 'over';
    return document.querySelector(playable) && 'to move';
  }, PLAYABLE);
  return await found.jsonValue() === 'to move';
}

/**
 * Waits until a ply more than so many were played.
 * @param {Page} page
 * @param {number} before
 */
export async function played(page, before) {
  await page.waitForFunction((count) => document.querySelectorAll('[data-moves] li').length > count
    || document.querySelector('[data-after]:not([hidden])'), before);
}

/**
 * Plays moves until there are no more, or so many were played; tells how many.
 * @param {Page} page
 * @param {(page: Page) => Promise<void>} play
 * @param {number} [most]
 */
export async function playOn(page, play, most = Infinity) {
  let count = 0;
  for (; count < most && await turn(page); count++) {
    const before = await plies(page);
    await play(page);
    await played(page, before);
  }
  return count;
}

/** A legal move by mouse: a part of the board, or the button that gains most. @param {Page} page */
export async function click(page) {
  const button = await bestButton(page);
  if (button) await page.locator(`.jb-button[data-move="${button}"]`).click();
  else await page.locator('.jb-legal').first().click();
}

/** The same by touch. @param {Page} page */
export async function tap(page) {
  const button = await bestButton(page);
  if (button) await page.locator(`.jb-button[data-move="${button}"]`).tap();
  else await page.locator('.jb-legal').first().tap();
}

/** @param {Page} page @returns {Promise<string | null>} */
function bestButton(page) {
  return page.evaluate((selector) => {
    const buttons = [...document.querySelectorAll(selector)];
    const gain = (/** @type {Element} */ button) => Number(button.querySelector('small')?.textContent ?? 0);
    buttons.sort((one, two) => gain(two) - gain(one));
    return buttons[0]?.getAttribute('data-move') ?? null;
  }, BUTTON);
}
