// What the tests share: the sample pages, a browser, and pages that keep account of what they request and say.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';

/**
 * After so many milliseconds a test gives up: ten minutes, since a machine with hundreds of busy processes is slow and not broken.
 * Tests wait for something to happen, never for a time that should be enough, and look once only at what cannot change any more.
 */
export const PATIENCE = 600_000;

const ROOT = new URL('../..', import.meta.url).pathname;
const AXE = readFileSync(new URL('./node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');

/** Made-up events and games as pages, in a folder of their own; JOUTE_SAMPLE names one that is there already. */
export function samplePages() {
  if (process.env.JOUTE_SAMPLE) return { folder: process.env.JOUTE_SAMPLE, remove() {} };
  const folder = mkdtempSync(join(tmpdir(), 'joute-pages-'));
  const cargo = ['run', '--quiet', '--locked', '-p', 'joute-report', '--example', 'sample_pages', '--', folder];
  execFileSync('cargo', cargo, { cwd: ROOT, stdio: 'inherit' });
  return { folder, remove: () => rmSync(folder, { recursive: true }) };
}

/** Debian's Chromium, quiet and without a network of its own. */
export function launch() {
  const flags = ['--no-sandbox', '--headless', '--disable-gpu', '--disable-gpu-watchdog', '--disable-quic', '--no-first-run',
    '--disable-background-networking', '--disable-component-update', '--disable-sync', '--disable-dev-shm-usage'];
  return chromium.launch({ executablePath: process.env.JOUTE_CHROMIUM ?? '/usr/bin/chromium', args: flags, timeout: PATIENCE });
}

/**
 * Waits until something holds that no page shows.
 * @param {() => boolean | Promise<boolean>} holds
 * @param {string} what
 */
export async function until(holds, what) {
  for (const end = Date.now() + PATIENCE; !await holds();) {
    if (Date.now() > end) throw new Error(`in vain was waited for this: ${what}`);
    await new Promise((resolve) => { setTimeout(resolve, 20); });
  }
}

/**
 * Holds what a page asks for at some addresses; gives what lets it go.
 * @param {import('playwright-core').Page} page
 * @param {RegExp} addresses
 * @returns {Promise<() => void>}
 */
export async function hold(page, addresses) {
  let letGo = () => {};
  const held = new Promise((resolve) => { letGo = () => resolve(undefined); });
  await page.route(addresses, async (route) => {
    await held;
    await route.continue();
  });
  return letGo;
}

/**
 * Waits until an element says this; texts are the whole of what it says.
 * @param {import('playwright-core').Locator} element
 * @param {string | RegExp} wanted
 */
export async function says(element, wanted) {
  const text = async () => (await element.textContent() ?? '').trim();
  const isSaid = async () => (typeof wanted === 'string' ? await text() === wanted : wanted.test(await text()));
  await until(isSaid, `${element} says ${wanted}`).catch(async () => { throw new Error(`${element} says ${await text()}, not ${wanted}`); });
}

/**
 * Opens a page of the samples. `page.requests` and `page.troubles` say what it asked for and complained about.
 * @param {import('playwright-core').Browser} browser
 * @param {string} file
 * @param {import('playwright-core').BrowserContextOptions & { hash?: string }} [options]
 */
export async function open(browser, file, { hash = '', ...options } = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  context.setDefaultTimeout(PATIENCE);
  const page = await context.newPage();
  const told = { requests: /** @type {string[]} */ ([]), troubles: /** @type {string[]} */ ([]) };
  page.on('request', (request) => told.requests.push(request.url()));
  page.on('pageerror', (error) => told.troubles.push(String(error)));
  page.on('console', (message) => { if (['error', 'warning'].includes(message.type())) told.troubles.push(message.text()); });
  await page.goto(pathToFileURL(file).href + hash);
  return Object.assign(page, told);
}

/**
 * What axe-core finds wrong, as lines.
 * @param {import('playwright-core').Page} page
 */
export async function violations(page) {
  // What is in motion is between two states, and says neither.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.waitForFunction(() => !document.querySelector('[data-moving]'));
  await page.evaluate(AXE);
  // @ts-expect-error: axe was put into the page just now.
  const found = await page.evaluate(() => axe.run(document, { resultTypes: ['violations'] }));
  return found.violations.map((/** @type {any} */ one) => `${one.id}: ${one.help}: ${one.nodes.slice(0, 3).map((/** @type {any} */ node) => node.html.slice(0, 160)).join(' | ')}`);
}
