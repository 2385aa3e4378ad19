// The bounded memory of what rarely changes: fresh, stale, too old, failing, full.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCache } from '../../src/memory/cache.js';

/** A cache on a clock that is set by hand; each load waits until it is answered. */
function setUp(limits: { maxEntries?: number } = {}) {
  let time = 0;
  const loads: { key: string; answer(value: string): Promise<void>; fail(): Promise<void> }[] = [];
  const { find } = createCache<string, string>({
    load: (key) =>
      new Promise((resolve, reject) => {
        loads.push({
          key,
          answer: (value) => settled(() => resolve(value)),
          fail: () => settled(() => reject(new Error(`no ${key}`))),
        });
      }),
    now: () => time,
    freshMs: 1_000,
    maxAgeMs: 2_000,
    maxEntries: limits.maxEntries ?? 10,
  });
  const load = (index: number) => {
    const one = loads[index];
    assert.ok(one !== undefined, `there was no load ${index}`);
    return one;
  };
  const filled = async (key: string, value: string) => {
    const promise = find(key);
    await load(loads.length - 1).answer(value);
    assert.equal(await promise, value);
  };
  const setTime = (ms: number) => {
    time = ms;
  };
  return { find, load, filled, setTime, count: () => loads.length };
}

/** Does something and lets everything that waits for it run. */
async function settled(act: () => void): Promise<void> {
  act();
  await new Promise((resolve) => setImmediate(resolve));
}

test('the first call waits for the load, the next ones are answered from memory at once', async () => {
  const { find, filled, count, setTime } = setUp();
  await filled('a', 'one');
  setTime(1_000);
  assert.equal(find('a'), 'one');
  assert.equal(count(), 1);
});

test('callers that come while the first load is under way share it', async () => {
  const { find, load, count } = setUp();
  const calls = [find('a'), find('a'), find('a')];
  assert.equal(count(), 1);
  await load(0).answer('one');
  assert.deepEqual(await Promise.all(calls), ['one', 'one', 'one']);
});

test('different keys are loaded and remembered apart', async () => {
  const { find, filled } = setUp();
  await filled('a', 'one');
  await filled('b', 'two');
  assert.deepEqual([find('a'), find('b')], ['one', 'two']);
});

test('a stale value is used while it is fetched anew, once', async () => {
  const { find, filled, load, count, setTime } = setUp();
  await filled('a', 'old');
  setTime(1_001);
  assert.deepEqual([find('a'), find('a'), find('a')], ['old', 'old', 'old']);
  assert.equal(count(), 2);
  await load(1).answer('new');
  assert.equal(find('a'), 'new');
  assert.equal(count(), 2);
});

test('a value that is too old is never used: the caller waits for a new one', async () => {
  const { find, filled, load, setTime } = setUp();
  await filled('a', 'old');
  setTime(2_000);
  assert.equal(find('a'), 'old');
  await load(1).fail();
  setTime(2_001);
  const promise = find('a');
  assert.notEqual(promise, 'old');
  await load(2).answer('new');
  assert.equal(await promise, 'new');
});

test('a value counts as old as the beginning of its load: a change made meanwhile shows in time', async () => {
  const { find, load, count, setTime } = setUp();
  const promise = find('a');
  setTime(1_500);
  await load(0).answer('read at 0');
  await promise;
  assert.equal(find('a'), 'read at 0');
  assert.equal(count(), 2); // stale at once
  setTime(2_001);
  assert.notEqual(find('a'), 'read at 0');
});

test('a load that began too long ago is no answer for a caller who comes now', async () => {
  const { find, load, setTime } = setUp();
  const early = find('a');
  setTime(2_001);
  const late = find('a');
  await load(0).answer('read at 0');
  assert.equal(await early, 'read at 0');
  await load(1).answer('read at 2001');
  assert.equal(await late, 'read at 2001');
});

test('a failed load reaches everyone who waits for it, and is not remembered', async () => {
  const { find, load } = setUp();
  const calls = [find('a'), find('a')];
  const outcomes = Promise.allSettled(calls);
  await load(0).fail();
  assert.deepEqual(
    (await outcomes).map(({ status }) => status),
    ['rejected', 'rejected'],
  );
  const again = find('a');
  await load(1).answer('one');
  assert.equal(await again, 'one');
});

test('a failed refresh is tried again at the next call; the value in hand serves until it is too old', async () => {
  const { find, filled, load, count, setTime } = setUp();
  await filled('a', 'old');
  setTime(1_500);
  assert.equal(find('a'), 'old');
  await load(1).fail();
  assert.equal(find('a'), 'old');
  assert.equal(count(), 3);
  await load(2).fail();
  setTime(2_001);
  const promise = find('a');
  const outcome = Promise.allSettled([promise]);
  await load(3).fail();
  assert.equal((await outcome)[0]?.status, 'rejected');
});

test('a clock that went back makes a value unusable, not eternal', async () => {
  const { find, filled, setTime } = setUp();
  setTime(5_000);
  await filled('a', 'from the future');
  setTime(4_999);
  assert.notEqual(find('a'), 'from the future');
});

test('a full cache forgets what was loaded longest ago', async () => {
  const { find, filled, load, count, setTime } = setUp({ maxEntries: 2 });
  await filled('a', 'one');
  await filled('b', 'two');
  setTime(1_500);
  assert.equal(find('a'), 'one'); // refreshed, so "b" is now the oldest
  await load(2).answer('one again');
  await filled('c', 'three');
  assert.equal(find('a'), 'one again');
  assert.equal(find('c'), 'three');
  const loads = count();
  assert.notEqual(find('b'), 'two');
  assert.equal(count(), loads + 1);
});

test('null is a value like any other: an unknown key is not looked up at every call', async () => {
  let loads = 0;
  const { find } = createCache<string, null>({
    load: async () => {
      loads++;
      return null;
    },
    now: () => 0,
    freshMs: 1,
    maxAgeMs: 2,
    maxEntries: 1,
  });
  assert.equal(await find('a'), null);
  assert.equal(find('a'), null);
  assert.equal(loads, 1);
});
