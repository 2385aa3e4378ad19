// Buckets that the processes of one machine share: what one of them takes, the others have less.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ALONE, createSiblings, type FromProcess, type Siblings, type ToProcess } from '../../src/adapters/siblings.js';
import { createBuckets } from '../../src/http/buckets.js';
import { until } from '../support/until.js';

/** Two processes, and the one between them, which passes on what they tell. */
function connectTwo(): { siblings: [Siblings, Siblings]; told: FromProcess[] } {
  const listeners: ((message: ToProcess) => void)[] = [];
  const told: FromProcess[] = [];
  const make = (number: number) =>
    createSiblings(
      { number, count: 2, isFirst: number === 1, databaseUrl: null, port: 0 },
      {
        send(message) {
          told.push(message);
          if (message.kind === 'taken') listeners[2 - number]?.(message);
        },
        onMessage: (listener) => void listeners.push(listener),
      },
    );
  return { siblings: [make(1), make(2)], told };
}

const limit = 'address';

test('a bucket that is emptied in one process is soon empty in the other, and its debt is paid first', async () => {
  let now = 0;
  const { siblings, told } = connectTwo();
  const options = { perSecond: 10, now: () => now };
  const one = createBuckets({ ...options, shared: { limit, with: siblings[0] } });
  const other = createBuckets({ ...options, shared: { limit, with: siblings[1] } });
  // Before they have heard of each other, both give what a bucket holds.
  assert.equal(one.take('a', 20), 0);
  assert.equal(other.take('a', 20), 0);
  await until('both have told', () => told.length === 2);
  for (const buckets of [one, other]) assert.equal(buckets.take('a', 1), -21);
  now = 2_000;
  assert.ok(one.take('a') < 0, 'after two seconds only the debt is paid');
  now = 2_100;
  assert.equal(one.take('a'), 0);
  assert.equal(one.take('b'), 19);
});

test('what is given back in one process is there in the other', async () => {
  const { siblings, told } = connectTwo();
  const options = { perSecond: 10, now: () => 0 };
  const one = createBuckets({ ...options, shared: { limit, with: siblings[0] } });
  const other = createBuckets({ ...options, shared: { limit, with: siblings[1] } });
  one.take('a', 20);
  await until('it has told', () => told.length === 1);
  assert.ok(other.take('a') < 0);
  one.giveBack('a', 5);
  await until('it has told again', () => told.length === 2);
  assert.equal(other.take('a', 5), 0);
});

test('a process that is alone tells nobody', () => {
  const buckets = createBuckets({ perSecond: 1, now: () => 0, shared: { limit, with: ALONE } });
  assert.equal(buckets.take('a'), 1);
});
