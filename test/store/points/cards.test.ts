// Cards of a payment point: each order has one of its own, and two orders never have the same.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { addCards, giveBackCard, listPaymentPoints, takeCard } from '../../../src/store/points/payment-points.js';
import { openTestDb } from '../../support/database.js';

const db = await openTestDb();
const [first, second] = await listPaymentPoints(db);
assert.ok(first !== undefined && second !== undefined);
const NOW = 1_800_000_000_000;
const times = { now: NOW, freeAt: NOW + 1_000 };
const cards = ['4152310000000001', '4152310000000002', '4152310000000003'];
await addCards(db, first.code, cards);

test('orders of the same moment get different cards, and those that come too late none', async () => {
  const taken = await Promise.all(Array.from({ length: 5 }, () => takeCard(db, first.code, randomUUID(), times)));
  const got = taken.filter((card) => card !== null).sort();
  // A card that is locked at that moment is passed over: fewer than all may be given out, but none twice.
  assert.deepEqual(got, [...new Set(got)]);
  for (let card = await takeCard(db, first.code, randomUUID(), times); card !== null; ) {
    got.push(card);
    card = await takeCard(db, first.code, randomUUID(), times);
  }
  assert.deepEqual(got.sort(), cards);
});

test('a card is free again at its time, the one that was free first comes first', async () => {
  assert.equal(await takeCard(db, first.code, randomUUID(), { now: NOW + 999, freeAt: NOW + 2_000 }), null);
  assert.equal(await takeCard(db, first.code, randomUUID(), { now: NOW + 1_000, freeAt: NOW + 2_000 }), cards[0]);
});

test('a card that is given back is free at once, by the order that had it alone', async () => {
  const order = randomUUID();
  const card = await takeCard(db, first.code, order, { now: NOW + 1_000, freeAt: NOW + 2_000 });
  assert.equal(card, cards[1]);
  await giveBackCard(db, first.code, randomUUID());
  await giveBackCard(db, second.code, order);
  assert.equal(await takeCard(db, first.code, randomUUID(), { now: NOW, freeAt: NOW + 1 }), null);
  await giveBackCard(db, first.code, order);
  assert.equal(await takeCard(db, first.code, randomUUID(), { now: NOW, freeAt: NOW + 1 }), card);
});

test('cards belong to one point, and adding them again changes nothing', async () => {
  await addCards(db, first.code, cards);
  assert.equal(await takeCard(db, first.code, randomUUID(), { now: NOW, freeAt: NOW + 1 }), null);
  assert.equal(await takeCard(db, second.code, randomUUID(), times), null);
});
