// docs/adding-a-payment-point.md is true: applied to a copy of the sources, its first two steps are refused by the
// compiler in the files that it names, and all of its steps compile.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openGuide } from '../support/applied-guide.js';

const { blocks, apply, compile } = openGuide('adding-a-payment-point.md');
const named = blocks.findIndex(({ file }) => file === 'errors');

test('after the kind and its line in the table the compiler refuses the files that the page names', () => {
  assert.equal(named, 2);
  apply(blocks.slice(0, named));
  assert.deepEqual(compile(['src']).files, blocks[named]?.text.trim().split('\n'));
});

test('after all of its steps everything compiles', () => {
  apply(blocks.slice(named + 1));
  assert.equal(compile(['src']).text, '');
});
