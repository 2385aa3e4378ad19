// Which backups a program can restore, and how many numbers a restore leaves out.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { migrationProblem, skippedNumbers } from '../../../src/domain/keeping/backup.js';

const known = ['a', 'b', 'c'].map((name) => ({ name, checksum: `sum of ${name}` }));

test('a backup with the same or fewer migrations can be restored', () => {
  for (let count = 0; count <= known.length; count++)
    assert.equal(migrationProblem(known.slice(0, count), known), null);
});

test('one that has a migration more, another one or a changed one cannot', () => {
  const more = [...known, { name: 'd', checksum: 'x' }];
  assert.match(migrationProblem(more, known) ?? '', /migration d, which this version does not know/);
  assert.match(migrationProblem([{ name: 'b', checksum: 'sum of b' }], known) ?? '', /migration b/);
  assert.match(migrationProblem([{ name: 'a', checksum: 'y' }], known) ?? '', /migration a differs/);
});

test('a restore leaves out 100,000 numbers but never more than a tenth of a pool, unless it is told how many', () => {
  assert.equal(skippedNumbers(10 ** 11, null), 100_000);
  assert.equal(skippedNumbers(100_000, null), 10_000);
  assert.equal(skippedNumbers(100_000, 70_000), 70_000);
  assert.equal(skippedNumbers(10 ** 11, 0), 0);
});
