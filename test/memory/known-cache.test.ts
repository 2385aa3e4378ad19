// Right and wrong secrets are remembered apart: no number of wrong ones makes a right one cost another look.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createKnownCache } from '../../src/memory/known-cache.js';

function setUp() {
  const right = new Set(['right']);
  const loads: string[] = [];
  let now = 0;
  const cache = createKnownCache<string>({
    load: async (secret) => {
      loads.push(secret);
      return right.has(secret) ? `owner of ${secret}` : null;
    },
    now: () => now,
    freshMs: 1_000,
    maxAgeMs: 2_000,
    maxEntries: 10,
  });
  const pass = (ms: number) => {
    now += ms;
  };
  return { cache, right, loads, pass };
}

test('a secret is known once it was right, and a wrong one never', async () => {
  const { cache } = setUp();
  assert.equal(cache.isKnown('right'), false);
  assert.equal(await cache.find('right'), 'owner of right');
  assert.equal(await cache.find('wrong'), null);
  assert.deepEqual([cache.isKnown('right'), cache.isKnown('wrong')], [true, false]);
});

test('a flood of wrong secrets pushes no right one out', async () => {
  const { cache, loads } = setUp();
  await cache.find('right');
  await cache.find('right');
  for (let i = 0; i < 5_000; i++) await cache.find(`wrong ${i}`);
  loads.length = 0;
  assert.equal(await cache.find('right'), 'owner of right');
  assert.deepEqual(loads, []);
});

test('a wrong secret is not looked up at every call', async () => {
  const { cache, loads } = setUp();
  for (let i = 0; i < 10; i++) assert.equal(await cache.find('wrong'), null);
  assert.deepEqual(loads, ['wrong']);
});

test('a secret that ends is not known any more, and is found wrong in time', async () => {
  const { cache, right, pass } = setUp();
  await cache.find('right');
  await cache.find('right');
  right.clear();
  pass(2_001);
  assert.equal(await cache.find('right'), null);
  assert.equal(cache.isKnown('right'), false);
  assert.equal(await cache.find('right'), null);
});
