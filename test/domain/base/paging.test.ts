// Pages of a list, there and back.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type ListPage, type PageAsk, pageOf, toPage, wholeList } from '../../../src/domain/base/paging.js';

const idOf = (row: number) => String(row);

/** What a statement finds in 0, 1, 2, …: in the direction that was asked for, one more than a page. */
function find(count: number, { at, towards, limit }: PageAsk): number[] {
  const all = Array.from({ length: count }, (_, row) => row);
  const found =
    towards === 'next'
      ? all.filter((row) => at === null || row > Number(at))
      : all.filter((row) => at !== null && row < Number(at)).reverse();
  return found.slice(0, limit + 1);
}

/** Every page from the first one on, and then back to it. */
function walk(limit: number, read: (ask: PageAsk) => ListPage<number>) {
  const down = [read({ at: null, towards: 'next', limit })];
  for (let at = down[0]?.next ?? null; at !== null; at = down.at(-1)?.next ?? null)
    down.push(read({ at, towards: 'next', limit }));
  const up: ListPage<number>[] = [];
  for (let at = down.at(-1)?.previous ?? null; at !== null; at = up.at(-1)?.previous ?? null)
    up.push(read({ at, towards: 'previous', limit }));
  return { down: down.map(({ rows }) => rows), up: up.map(({ rows }) => rows) };
}

test('page by page every row is shown once, and the way back shows the same pages', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 1, max: 9 }), (count, limit) => {
      const all = Array.from({ length: count }, (_, row) => row);
      for (const read of [
        (ask: PageAsk) => toPage(find(count, ask), ask, idOf),
        (ask: PageAsk) => pageOf(all, ask, idOf),
      ]) {
        const { down, up } = walk(limit, read);
        assert.deepEqual(down.flat(), all);
        assert.deepEqual(up, down.slice(0, -1).reverse());
      }
    }),
  );
});

test('a walk that stopped early says where, and goes on from there', () => {
  const ask: PageAsk = { at: null, towards: 'next', limit: 2 };
  assert.deepEqual(toPage([1], ask, idOf, '7'), { rows: [1], previous: null, next: '7', stoppedAt: '7' });
  assert.deepEqual(toPage([1, 2, 3], ask, idOf, '7'), { rows: [1, 2], previous: null, next: '2', stoppedAt: null });
  assert.deepEqual(toPage([], { ...ask, at: '9', towards: 'previous' }, idOf, '5'), {
    rows: [],
    previous: '5',
    next: '9',
    stoppedAt: '5',
  });
});

test('an empty page leads back to where its reader came from', () => {
  const page = toPage([], { at: '4', towards: 'next', limit: 2 }, idOf);
  assert.deepEqual([page.previous, page.next], ['4', null]);
});

test('a row that is gone from a list leads to its first page, and a short list has one page', () => {
  const ask: PageAsk = { at: 'gone', towards: 'next', limit: 2 };
  assert.deepEqual(pageOf([1, 2, 3], ask, idOf), { rows: [1, 2], previous: null, next: '2', stoppedAt: null });
  assert.deepEqual(wholeList([1, 2]), { rows: [1, 2], previous: null, next: null, stoppedAt: null });
});
