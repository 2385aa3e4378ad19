// The tag for statements: what is a value never stands in the text, and pieces go together in any depth.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { columns, join, prepared, raw, type Sql, sql } from '../../src/store/sql.js';

const seen = ({ text, values }: Sql) => [text, [...values]];

test('every value is a parameter', () => {
  assert.deepEqual(seen(sql`select ${1}, ${"' or 1 = 1"}`), ['select $1, $2', [1, "' or 1 = 1"]]);
  assert.deepEqual(seen(sql`select 1`), ['select 1', []]);
});

test('a fragment is text, and its parameters are numbered along', () => {
  const inner = sql`a = ${1} and b = ${2}`;
  const outer = sql`select ${0} where ${inner} or c = ${3}`;
  assert.deepEqual(seen(outer), ['select $1 where a = $2 and b = $3 or c = $4', [0, 1, 2, 3]]);
  assert.deepEqual(seen(sql`with x as (${outer}) select ${4}`), [
    'with x as (select $1 where a = $2 and b = $3 or c = $4) select $5',
    [0, 1, 2, 3, 4],
  ]);
});

test('one place in the source gives the text of each time, whatever was nested in it before', () => {
  const where = (fragment: Sql, value: number) => sql`select ${value} where ${fragment}`;
  const [one, other] = [raw('a'), raw('b')];
  assert.deepEqual(seen(where(one, 1)), ['select $1 where a', [1]]);
  assert.deepEqual(seen(where(one, 2)), ['select $1 where a', [2]]);
  assert.deepEqual(seen(where(other, 3)), ['select $1 where b', [3]]);
  assert.deepEqual(seen(where(sql`c = ${7}`, 4)), ['select $1 where c = $2', [4, 7]]);
  assert.deepEqual(seen(where(sql`c = ${8}`, 5)), ['select $1 where c = $2', [5, 8]]);
});

test('what a place gave the second time can be nested, too', () => {
  const inner = (value: number) => sql`a = ${value}`;
  inner(1);
  assert.deepEqual(seen(sql`select where ${inner(2)}`), ['select where a = $1', [2]]);
});

test('columns, lists of fragments and names', () => {
  assert.deepEqual(seen(sql`select ${columns(['a', 'b'], 'o')}`), ['select o.a, o.b', []]);
  assert.deepEqual(seen(sql`select ${columns(['a', 'b'])}`), ['select a, b', []]);
  assert.deepEqual(seen(join([sql`a = ${1}`, sql`b = ${2}`], ' and ')), ['a = $1 and b = $2', [1, 2]]);
  assert.deepEqual(seen(join([], ', ')), ['', []]);
  assert.equal(prepared('x', sql`select ${1}`).name, 'x');
});
