// docs/adding-a-page.md is true: applied to a copy of the sources, its steps compile, and its page is as short as it says.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openGuide } from '../support/applied-guide.js';

const MOST_LINES = 60;

const { blocks, apply, compile } = openGuide('adding-a-page.md');

test('a page with its table is two new files and a migration, and one line with its import', () => {
  assert.deepEqual(
    blocks.map(({ language, file }) => [language, file]),
    [
      ['sql', 'migrations/9999_tips.sql'],
      ['ts', 'src/store/money/tips.ts'],
      ['tsx', 'src/web/dashboard/tips/tips-list.tsx'],
      ['diff', 'src/web/dashboard/sections.ts'],
    ],
  );
  const [, , page] = blocks;
  const lines = page?.text.trimEnd().split('\n').length ?? 0;
  assert.ok(lines <= MOST_LINES, `the page has ${lines} lines`);
});

test('its steps compile', () => {
  apply(blocks);
  assert.equal(compile(['src']).text, '');
});
