// Runs the files of tests, two at a time: each has its own server and browser, and waits for much. A file in which something failed gets a
// second try by itself when the others are done, and is told as unsteady if that passes, at the end and in target/unsteady.log; `--strict`
// makes that a failure; `--once` gives no second try, which is for shaking.

import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';

const AT_ONCE = 2;
const TARGET = new URL('../../target/', import.meta.url);
const words = process.argv.slice(2);
const [once, strict] = ['--once', '--strict'].map((word) => words.includes(word));
const named = words.filter((word) => !word.startsWith('--'));
const files = named.length ? named : readdirSync(new URL('.', import.meta.url)).filter((name) => name.endsWith('.test.js')).sort();

/**
 * Runs one file; gives whether it passed and how many tests did what.
 * @param {string} file
 * @returns {Promise<{ file: string, passes: boolean, passed: number, failed: number, skipped: number }>}
 */
function runFile(file) {
  return new Promise((resolve) => {
    const args = ['--test', '--test-reporter=tap', '--test-timeout=1800000', file];
    const child = spawn(process.execPath, args, { cwd: new URL('.', import.meta.url), stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => { said += text; });
    child.once('close', (code) => {
      const count = (/** @type {string} */ word) => Number(said.match(new RegExp(`^# ${word} (\\d+)$`, 'm'))?.[1] ?? 0);
      process.stdout.write(said);
      const [passed, failed, skipped] = [count('pass'), count('fail') + count('cancelled'), count('skipped') + count('todo')];
      // A file without a test is none that passed.
      resolve({ file, passes: code === 0 && passed > 0, passed, failed, skipped });
    });
  });
}

/** @type {Awaited<ReturnType<typeof runFile>>[]} */
const results = [];
const waiting = [...files];
await Promise.all(Array.from({ length: AT_ONCE }, async () => {
  for (let file = waiting.shift(); file; file = waiting.shift()) results.push(await runFile(file));
}));
/** @type {string[]} */
const unsteady = [];
for (const [index, first] of results.entries()) {
  if (first.passes || once) continue;
  const second = await runFile(first.file);
  if (second.passes) unsteady.push(first.file);
  results[index] = second;
}
const broken = results.filter((result) => !result.passes);
for (const { file } of broken) console.log(`failed: ${file}`);
const sum = (/** @type {'passed' | 'failed' | 'skipped'} */ what) => results.reduce((total, result) => total + result[what], 0);
console.log(`${sum('passed')} passed, ${Math.max(sum('failed'), broken.length)} failed, ${sum('skipped')} skipped`);
if (!once) tellUnsteady();
process.exitCode = broken.length || (strict && unsteady.length) ? 1 : 0;

/** Names what failed beside others and passed alone, where it is seen at the end and found afterwards; other lines are those of Rust. */
function tellUnsteady() {
  const file = new URL('unsteady.log', TARGET);
  const before = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  const lines = [...before.filter((line) => line.startsWith('rust: ')), ...unsteady.map((name) => `browser: ${name}`)];
  mkdirSync(TARGET, { recursive: true });
  writeFileSync(file, lines.map((line) => `${line}\n`).join(''));
  console.log([`unsteady: ${unsteady.length} tests`, ...unsteady].join('\n  '));
}
