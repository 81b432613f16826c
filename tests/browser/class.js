// What tests of a class share: the programs that students hand in, people with browsers of their own, and the questions whether a page has
// run what a program wrote.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { PATIENCE } from './support.js';

/** @typedef {import('playwright-core').Page} Page */

const GOOD = readFileSync(new URL('../../players/python/player.py', import.meta.url), 'utf8');
/** Says something about every move that is nobody else's business, and thinks for two seconds before every game but those of its check. */
export const TALKING = GOOD
  .replace('import sys\n', 'import sys, time\n')
  .replace('        say("ready', '        "size=6" in setup or time.sleep(2)\n        say("ready')
  .replace('for line in sys.stdin:\n', 'for line in sys.stdin:\n    print("the secret of Ada", file=sys.stderr, flush=True)\n');

/** What a program would put into pages: two ways to run a script there. */
export const MARKUP = '<script>document.title=\'hacked\'</script><img src=x onerror="document.title=\'hacked\'">';

/**
 * A program that takes its first move, writes something at every turn, and on any board but that of its check does something else at its third.
 * @param {string} note @param {string} deed
 */
const turning = (note, deed) => `import os, socket, sys
moves, setup, turns = [], "", 0

def attempt(deed, *more):
    try:
        deed(*more)
    except OSError as error:
        print("refused:", type(error).__name__, file=sys.stderr, flush=True)

for line in sys.stdin:
    word, *rest = line.split()
    if word == "setup":
        setup = " ".join(rest)
    if word == "start":
        turns = 0
        print("ready moves", flush=True)
    if word == "moves":
        moves = rest
    if word == "go":
        turns += 1
        print(${JSON.stringify(note)}, file=sys.stderr, flush=True)
        if setup != "size=6" and turns == 3:
            ${deed}
        print("move", moves[0], flush=True)
`;
/** Is accepted, and ends in the middle of a game. */
export const CRASHING = turning('the secret of Bob', 'sys.exit("lost")');
/** Is accepted, writes what browsers would run, then breaks out where it can, and plays what they would run. */
export const HOSTILE = turning(`the secret of Eve ${MARKUP}`, `attempt(open, "/etc/passwd", "a")
            attempt(socket.create_connection, ("127.0.0.1", 80))
            moves = [${JSON.stringify(MARKUP)}]`);
/** Does not wait until it is accepted. */
export const RASH = `import os, socket, sys
sys.stderr.write(${JSON.stringify(MARKUP)})
sys.stderr.flush()
open("/etc/passwd", "a").write("x")
socket.create_connection(("127.0.0.1", 80))
os.kill(-1, 9)
`;

/** Somebody with a browser of their own; `troubles` is what their pages complained about. @param {import('playwright-core').Browser} browser */
export async function somebody(browser) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-GB' });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  page.setDefaultNavigationTimeout(PATIENCE);
  /** @type {string[]} */
  const troubles = [];
  page.on('pageerror', (error) => troubles.push(error.message));
  // A script that a page was kept from running was in the page all the same.
  page.on('console', (message) => { if (message.text().includes('Content Security Policy')) troubles.push(message.text()); });
  page.on('dialog', (dialog) => dialog.accept());
  return { page, troubles };
}

/** Opens a page that shows the markup of a program: as letters, and as nothing else. @param {Page} page @param {string} address @param {string} where */
export async function showsMarkupAsLetters(page, address, where) {
  await page.goto(address);
  const letters = page.locator(where).filter({ hasText: 'onerror="document.title=\'hacked\'"' });
  // A replay shows the log of one move at a time: one of the first two is that of the program.
  for (let ply = 0; where === '.jr-log' && ply < 2 && await letters.count() === 0; ply++) await page.locator('.jr-range').press('ArrowRight');
  await letters.first().waitFor({ state: 'attached' });
  const scripts = () => [...document.scripts].some((one) => one.text.includes('hacked'));
  assert.deepEqual([await page.locator('img[src="x"]').count(), await page.evaluate(scripts)], [0, false], address);
  assert.notEqual(await page.title(), 'hacked', address);
}
