// What pages reckon themselves, without a browser: trees of variations and the rating of those who solve puzzles.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { after, expected, NEWCOMER, read } from '../../crates/web/assets/rating.js';
import { beside, cut, grow, growLine, last, parse, path, promote, root, write } from '../../crates/web/assets/tree.js';

test('a tree is read as it was written', () => {
  for (const text of ['', 'f5', 'f5 d6 c3', 'f5 d6 (f6 e6) c3', 'f5 (c4 c3 (e3 f6)) d6 (f4) (f6)', 'A (B) (C D)']) {
    assert.equal(write(parse(text)), text);
  }
});

test('what is no tree is read as far as it is one', () => {
  assert.equal(write(parse(') a ((b)')), 'a (b)');
  assert.equal(write(parse('a ) b')), 'a b');
  assert.equal(path(last(parse('m '.repeat(5000)))).length, 2000);
});

test('one walks through a tree, and moves that are known are not kept twice', () => {
  const start = root();
  const third = growLine(start, ['f5', 'd6', 'c3']);
  const other = growLine(start, ['f5', 'f6']);
  assert.equal(growLine(start, ['f5', 'd6', 'c3']), third);
  assert.deepEqual(path(third), ['f5', 'd6', 'c3']);
  assert.equal(write(start), 'f5 d6 (f6) c3');
  assert.equal(beside(other, -1), third.parent);
  assert.equal(beside(other, 1), other);
  assert.equal(beside(start, 1), start);
  assert.equal(last(start), third);
  promote(other);
  assert.equal(write(start), 'f5 f6 (d6 c3)');
  assert.equal(cut(other).move, 'f5');
  assert.equal(write(start), 'f5 d6 c3');
  assert.equal(cut(start), start);
  assert.equal(grow(start, 'f5').next.length, 1);
});

test('who solves goes up, more by what is hard, and at the beginning faster', () => {
  assert.equal(expected(1500, 1500), 0.5);
  const easy = after(NEWCOMER, 800, true);
  const hard = after(NEWCOMER, 1800, true);
  assert.ok(NEWCOMER.rating < easy.rating && easy.rating < hard.rating);
  assert.ok(after(NEWCOMER, 1200, false).rating < NEWCOMER.rating);
  const old = { ...NEWCOMER, tried: 100 };
  assert.ok(after(old, 1200, true).rating < after(NEWCOMER, 1200, true).rating);
  assert.equal(after({ ...NEWCOMER, rating: 100 }, 3000, false).rating, 100);
});

test('a row grows with every puzzle and ends with one that is missed', () => {
  let standing = NEWCOMER;
  for (const isSolved of [true, true, false, true]) standing = after(standing, 1200, isSolved);
  assert.deepEqual([standing.streak, standing.best, standing.solved, standing.tried], [1, 2, 3, 4]);
});

test('whatever was kept is a standing', () => {
  assert.deepEqual(read(null), NEWCOMER);
  for (const text of ['', 'x', '[]', '7', 'null', '{"rating":"high","tried":-1}']) assert.deepEqual(read(text), NEWCOMER);
  const standing = after(NEWCOMER, 1200, true);
  assert.deepEqual(read(JSON.stringify(standing)), standing);
});
