// Makes the one script that a page of the report carries inside: its module and all that it imports, by a real bundler.
// The result is kept in the repository, so that building needs no node; `npm run bundle` makes it anew, and with --check it
// only says whether it is up to date.

import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { build } from 'esbuild';

const root = resolve(import.meta.dirname, '../..');
const entry = 'crates/report/assets/page.js';
const output = resolve(root, 'crates/report/bundled/page.js');

const result = await build({
  entryPoints: [entry],
  absWorkingDir: root,
  bundle: true,
  format: 'esm',
  target: 'es2022',
  charset: 'utf8',
  legalComments: 'none',
  minifyWhitespace: true,
  minifySyntax: true,
  lineLimit: 120,
  metafile: true,
  write: false,
});

// The sources in the order of their names: a test of the program compares this line with the sources as they are.
const sources = Object.keys(result.metafile.inputs).sort();
const hash = createHash('sha256');
for (const source of sources) hash.update(readFileSync(resolve(root, source)));
const text = `// Made by \`npm run bundle\` in tests/browser from ${hash.digest('hex')}\n${result.outputFiles[0].text}`;

if (!process.argv.includes('--check')) {
  writeFileSync(output, text);
} else if (readFileSync(output, 'utf8') !== text) {
  console.error('crates/report/bundled/page.js is not what its sources give: run `npm run bundle` in tests/browser');
  process.exit(1);
}
