// Test clocks: they move forward only, and belong to one merchant.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { advanceTestClock, findTestClock, insertTestClock } from '../../../src/store/orders/test-clocks.js';
import { openTestDb } from '../../support/database.js';

const db = await openTestDb();
const NOW = 1_800_000_000_000;

test('a clock moves forward and never back', async () => {
  const [accountId, id] = [randomUUID(), randomUUID()];
  await insertTestClock(db, accountId, { id, frozenTime: NOW });
  assert.deepEqual(await advanceTestClock(db, accountId, { id, to: NOW + 5 }), { id, frozenTime: NOW + 5 });
  assert.deepEqual(await advanceTestClock(db, accountId, { id, to: NOW + 5 }), { id, frozenTime: NOW + 5 });
  assert.equal(await advanceTestClock(db, accountId, { id, to: NOW + 4 }), false);
  assert.deepEqual(await findTestClock(db, accountId, id), { id, frozenTime: NOW + 5 });
});

test('of two moves at the same moment the later time stays', async () => {
  const [accountId, id] = [randomUUID(), randomUUID()];
  await insertTestClock(db, accountId, { id, frozenTime: NOW });
  await Promise.all([NOW + 10, NOW + 20].map((to) => advanceTestClock(db, accountId, { id, to })));
  assert.deepEqual(await findTestClock(db, accountId, id), { id, frozenTime: NOW + 20 });
});

test('another merchant neither finds the clock nor moves it', async () => {
  const [accountId, id] = [randomUUID(), randomUUID()];
  await insertTestClock(db, accountId, { id, frozenTime: NOW });
  assert.equal(await findTestClock(db, randomUUID(), id), null);
  assert.equal(await advanceTestClock(db, randomUUID(), { id, to: NOW + 1 }), null);
  assert.deepEqual(await findTestClock(db, accountId, id), { id, frozenTime: NOW });
});
