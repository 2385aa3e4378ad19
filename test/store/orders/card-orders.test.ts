// Orders and their cards in one transaction (D77): an order is stored only with its card, and a card is held only by an order.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { orderEvent } from '../../../src/domain/orders/event.js';
import type { Order } from '../../../src/domain/orders/order.js';
import { snapshotPoint } from '../../../src/domain/points/payment-point.js';
import { CARD_QUARANTINE_MS } from '../../../src/domain/points/pools.js';
import { AppError } from '../../../src/errors/errors.js';
import { createRandom } from '../../../src/memory/random.js';
import { MIGRATIONS_FOLDER } from '../../../src/paths.js';
import type { Db, Queryable } from '../../../src/store/db.js';
import { insertOrders } from '../../../src/store/orders/new-orders.js';
import { listPaymentPoints } from '../../../src/store/points/payment-points.js';
import { addCards, type CardReservation, giveBackCard, reserveCard } from '../../../src/store/points/point-cards.js';
import { openTestDb } from '../../support/database.js';
import { sampleOrder } from '../../support/order.js';

const db = await openTestDb();
const random = createRandom();
const NOW = 1_800_000_000_000;
const accountId = '01890000-0000-7000-8000-000000000001';
const pitico = (await listPaymentPoints(db)).find(({ code }) => code === 'PITICO') ?? assert.fail();
await addCards(db, 'PITICO', ['4152310000000001', '4152310000000002', '4152310000000003']);

const wanted = (change: Partial<CardReservation> = {}): CardReservation => ({
  ...{ point: 'PITICO', orderId: random.uuid(NOW), accountId, now: NOW, until: NOW + 1_000 },
  ...change,
});
const reserve = async (reservation: CardReservation) =>
  (await reserveCard(db, reservation, 9))?.cardNumber ?? assert.fail('no card is free');

function cardOrder(uuid: string, cardNumber: string): Order {
  const folio = random.bytes(4).toString('hex').toUpperCase();
  const numbers = { uuid, folio, clabe: null, cardNumber };
  return sampleOrder({
    ...numbers,
    ...{ scope: { accountId, mode: 'live' }, method: 'cash', point: snapshotPoint(pitico, 'live') },
    ...{ createdAt: NOW, updatedAt: NOW, expiry: { at: NOW + 5_000, unit: 's' } },
  });
}

const store = (orders: readonly Order[], key?: string, on: Db = db) =>
  insertOrders(
    on,
    on,
    orders.map((order) => ({
      order,
      event: orderEvent(order, 1),
      repeat: key === undefined ? null : { key, requestDigest: Buffer.alloc(32), answer: '{}' },
    })),
  );
const freeAt = async (card: string) =>
  (
    await db.query<{ free_at: number | null }>({
      text: 'select free_at from point_cards where card_number = $1',
      values: [card],
    })
  )[0]?.free_at ?? null;
const count = async (table: string) => (await db.query({ text: `select from ${table}`, values: [] })).length;

test('the statement that stores an order holds its card until the end of its quarantine', async () => {
  const reservation = wanted();
  const card = await reserve(reservation);
  assert.equal(await freeAt(card), reservation.until);
  const order = cardOrder(reservation.orderId, card);
  assert.deepEqual(await store([sampleOrder({ uuid: random.uuid(NOW), folio: 'AAAAAAAA' }), order]), [true, true]);
  assert.equal(await freeAt(card), order.expiry.at + CARD_QUARANTINE_MS);
  await giveBackCard(db, reservation);
  assert.equal(await freeAt(card), order.expiry.at + CARD_QUARANTINE_MS, 'a stored order keeps its card');
});

test('an order whose reservation was lost is not stored, nor its idempotency key, and the others of its batch are', async () => {
  const [late, quick, other] = [wanted(), wanted({ now: NOW + 1_000, until: NOW + 9_000 }), wanted()];
  const [card, another] = [await reserve(late), await reserve(other)];
  assert.equal(await reserve(quick), card, 'the reservation ran out, and the card went to another order');
  const before = [await count('orders'), await count('idempotency_keys')];
  assert.deepEqual(await store([cardOrder(late.orderId, card)], 'late'), [false]);
  assert.deepEqual([await count('orders'), await count('idempotency_keys')], before);
  const batch = [cardOrder(late.orderId, card), cardOrder(other.orderId, another), cardOrder(quick.orderId, card)];
  assert.deepEqual(await store(batch), [false, true, true]);
});

test('an order that is lost while it is stored leaves its card reserved, not held', async () => {
  await addCards(db, 'PITICO', ['4152310000000004']);
  const reservation = wanted();
  const card = await reserve(reservation);
  const breaking = (on: Queryable): Queryable => ({
    ...on,
    query: (statement) =>
      statement.text.includes('insert into orders') ? Promise.reject(new AppError('unavailable')) : on.query(statement),
  });
  const lame: Db = { ...db, ...breaking(db), transaction: (work) => db.transaction((tx) => work(breaking(tx))) };
  await assert.rejects(store([cardOrder(reservation.orderId, card)], undefined, lame), { code: 'unavailable' });
  assert.equal(await freeAt(card), reservation.until);
});

test('migration 0009 frees cards that refused orders left behind, and says whose the others are', async () => {
  const text = await readFile(join(MIGRATIONS_FOLDER, '0009_strangers.sql'), 'utf8');
  const updates = text.match(/^update point_cards[\s\S]*?;$/gm) ?? [];
  assert.equal(updates.length, 2);
  const cards = ['5152310000000001', '5152310000000002'];
  await addCards(db, 'PITICO', cards);
  const [old, young] = [random.uuid(Date.now() - 7_200_000), random.uuid(Date.now())];
  await db.query({
    text: `update point_cards set order_id = case card_number when $1 then $2::uuid else $3::uuid end, free_at = now() + interval '9 days'
      where card_number = any($4)`,
    values: [cards[0], old, young, cards],
  });
  await db.query({ text: 'update point_cards set account_id = null', values: [] });
  for (const update of updates) await db.query({ text: update, values: [] });
  const rows = await db.query<{ card_number: string; account_id: string | null; order_id: string | null }>({
    text: 'select card_number, account_id, order_id from point_cards order by card_number',
    values: [],
  });
  assert.deepEqual(
    rows.filter(({ card_number }) => cards.includes(card_number)).map((row) => [row.account_id, row.order_id]),
    [
      [null, null],
      [null, young],
    ],
  );
  const held = rows.filter(({ account_id }) => account_id !== null);
  assert.deepEqual([held.length, held.every(({ account_id }) => account_id === accountId)], [3, true]);
});
