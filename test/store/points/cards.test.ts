// Cards of a payment point: each order has one of its own, and two orders never have the same.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { listPaymentPoints } from '../../../src/store/points/payment-points.js';
import {
  addCards,
  type CardReservation,
  countCardsOf,
  giveBackCard,
  readCardUses,
  reserveCard,
} from '../../../src/store/points/point-cards.js';
import { openTestDb } from '../../support/database.js';

const db = await openTestDb();
const [first, second] = await listPaymentPoints(db);
assert.ok(first !== undefined && second !== undefined);
const NOW = 1_800_000_000_000;
const ALL = 100;
const cards = ['4152310000000001', '4152310000000002', '4152310000000003'];
await addCards(db, first.code, cards);

const wanted = (change: Partial<CardReservation> = {}): CardReservation => ({
  point: first.code,
  orderId: randomUUID(),
  accountId: '01890000-0000-7000-8000-000000000001',
  now: NOW,
  until: NOW + 1_000,
  ...change,
});

const reserve = async (reservation: CardReservation, share = ALL) =>
  (await reserveCard(db, reservation, share))?.cardNumber ?? null;

test('orders of the same moment get different cards, and those that come too late none', async () => {
  const taken = await Promise.all(Array.from({ length: 5 }, () => reserve(wanted())));
  const got = taken.filter((card) => card !== null).sort();
  // A card that is locked at that moment is passed over: fewer than all may be given out, but none twice.
  assert.deepEqual(got, [...new Set(got)]);
  for (let card = await reserve(wanted()); card !== null; card = await reserve(wanted())) got.push(card);
  assert.deepEqual(got.sort(), cards);
  assert.deepEqual(await readCardUses(db, NOW), [{ point: first.code, used: 3, total: 3 }]);
});

test('a card is free again when its reservation runs out, the one that was free first comes first', async () => {
  assert.equal(await reserve(wanted({ now: NOW + 999 })), null);
  assert.equal(await reserve(wanted({ now: NOW + 1_000, until: NOW + 2_000 })), cards[0]);
});

test('a card that is given back is free at once, by the order that had it alone, and only while it is reserved', async () => {
  const mine = wanted({ now: NOW + 1_000, until: NOW + 2_000 });
  const again = () => reserve(wanted({ until: NOW + 1 }));
  const card = await reserve(mine);
  assert.equal(card, cards[1]);
  await giveBackCard(db, { ...mine, orderId: randomUUID() });
  await giveBackCard(db, { ...mine, point: second.code });
  await giveBackCard(db, { ...mine, until: NOW + 3_000 }); // the order was stored meanwhile, and holds it for longer
  assert.equal(await again(), null);
  await giveBackCard(db, mine);
  assert.equal(await again(), card);
});

test('an account gets no more than its share, whatever other accounts have', async () => {
  const later = { now: NOW + 10_000, until: NOW + 20_000 };
  const accounts = [randomUUID(), randomUUID()];
  const take = (accountId = '') => reserve(wanted({ ...later, accountId }), 1);
  assert.notEqual(await take(accounts[0]), null);
  assert.equal(await take(accounts[0]), null);
  assert.notEqual(await take(accounts[1]), null);
  assert.equal(await countCardsOf(db, wanted({ ...later, accountId: accounts[0] ?? '' })), 1);
  assert.equal(await countCardsOf(db, wanted({ ...later, now: NOW + 20_000, accountId: accounts[0] ?? '' })), 0);
});

test('cards belong to one point, and adding them again changes nothing', async () => {
  await addCards(db, first.code, cards);
  assert.deepEqual(await readCardUses(db, NOW + 10_000), [{ point: first.code, used: 2, total: 3 }]);
  assert.equal(await reserve(wanted({ point: second.code })), null);
});
