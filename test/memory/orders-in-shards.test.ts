// Orders at several shards: their cards, which are on the coordinator, and what is read while a shard moves or its node is lost.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { orderEvent } from '../../src/domain/orders/event.js';
import type { Order } from '../../src/domain/orders/order.js';
import { snapshotPoint } from '../../src/domain/points/payment-point.js';
import { AppError } from '../../src/errors/errors.js';
import { createCards } from '../../src/memory/cards.js';
import { createOrderReads } from '../../src/memory/order-reads.js';
import { createOrders } from '../../src/memory/orders.js';
import { createRandom } from '../../src/memory/random.js';
import { hashOfAccount } from '../../src/store/cluster/account-hash.js';
import type { Db, Queryable } from '../../src/store/db.js';
import { shardOf } from '../../src/store/in-shards.js';
import { findLinkOfAnyone } from '../../src/store/links/payment-links.js';
import { insertOrders } from '../../src/store/orders/new-orders.js';
import { findByReference } from '../../src/store/orders/orders.js';
import { listPaymentPoints } from '../../src/store/points/payment-points.js';
import { addCards } from '../../src/store/points/point-cards.js';
import { refusal } from '../support/made-orders.js';
import { sampleOrder } from '../support/order.js';
import { openStandIn } from '../support/stand-in-nodes.js';

const { cluster, coordinator, split } = await openStandIn();
const random = createRandom();
const NOW = 1_800_000_000_000;
const pitico = (await listPaymentPoints(coordinator)).find(({ code }) => code === 'PITICO') ?? assert.fail();
const newOrder = (order: Order) => ({ order, event: orderEvent(order, 1), repeat: null });
let made = 0;
const anOrder = (change: Partial<Order>) =>
  sampleOrder({
    ...{ uuid: random.uuid(NOW), folio: random.bytes(4).toString('hex').toUpperCase() },
    ...{ clabe: String(++made).padStart(18, '0') },
    ...change,
  });
const AT_PITICO = { method: 'cash', clabe: null, point: snapshotPoint(pitico, 'live') } as const;

/** The cluster without the node that has this account. */
function without(accountId: string): Db {
  const lost = shardOf(cluster, accountId);
  const refuse = () => Promise.reject(new AppError('unavailable'));
  const lame = (shard: Db): Db => (shard === lost ? { ...shard, query: refuse, transaction: refuse } : shard);
  return {
    ...cluster,
    shards: { of: (id) => lame(shardOf(cluster, id)), all: () => cluster.shards?.all().map(lame) ?? [] },
  };
}

/** An account at another shard than this one. */
function elsewhere(accountId: string): string {
  for (;;) {
    const other = randomUUID();
    if (shardOf(cluster, other) !== shardOf(cluster, accountId)) return other;
  }
}

const reservationOf = (accountId: string, now = NOW) => ({
  ...{ point: 'PITICO', orderId: random.uuid(now), accountId, now, until: now + 1_000 },
});

async function cardOrder(accountId: string) {
  const reservation = reservationOf(accountId);
  const cardNumber = await createCards(cluster, { sharePercent: 100 }).reserve(reservation, 'private');
  const order = anOrder({
    ...{ uuid: reservation.orderId, cardNumber, scope: { accountId, mode: 'live' }, ...AT_PITICO },
    expiry: { at: NOW + 5_000, unit: 's' },
  });
  return { reservation, order };
}

test('a card whose order was stored, and then the coordinator was lost, is given to nobody else', async () => {
  await addCards(coordinator, 'PITICO', ['4152310000000001', '4152310000000002']);
  const accountId = randomUUID();
  const cards = createCards(cluster, { sharePercent: 100 });
  const { reservation, order } = await cardOrder(accountId);
  const dying: Db = {
    ...cluster,
    transaction: (work) =>
      cluster.transaction(async (tx) => {
        await work(tx);
        throw new AppError('unavailable');
      }),
  };
  await assert.rejects(insertOrders(dying, shardOf(cluster, accountId), [newOrder(order)]), refusal('unavailable'));
  await cards.giveBack(reservation);
  const later = () => reservationOf(elsewhere(accountId), NOW + 2_000);
  assert.equal(
    await createCards(without(accountId), { sharePercent: 100 }).reserve(later(), 'private'),
    '4152310000000002',
  );
  assert.equal(await cards.reserve(later(), 'private'), null);
  assert.equal(await cards.reserve(reservationOf(accountId, NOW + 3_600_000), 'private'), '4152310000000002');
});

test('an order that is lost while it is stored keeps no card', async () => {
  await addCards(coordinator, 'PITICO', ['5152310000000003']);
  const accountId = randomUUID();
  const { order } = await cardOrder(accountId);
  const lame = without(accountId);
  await assert.rejects(insertOrders(lame, shardOf(lame, accountId), [newOrder(order)]), refusal('unavailable'));
  const again = await createCards(cluster, { sharePercent: 100 }).reserve(
    reservationOf(accountId, NOW + 2_000),
    'private',
  );
  assert.equal(again, order.cardNumber);
});

test('what another node has answered is not taken for what is remembered, even if the versions are equal', async () => {
  const order = anOrder({ scope: { accountId: randomUUID(), mode: 'test' } });
  const shard = shardOf(cluster, order.scope.accountId);
  await insertOrders(cluster, shard, [newOrder(order)]);
  let hasMoved = false;
  // The other node's row has the version of the row before, and is another one.
  const reads: Queryable = {
    ...shard,
    query: (statement) => (statement.name === 'changed_orders' ? Promise.resolve([]) : shard.query(statement)),
  };
  const read = createOrderReads(reads, { maxQueued: 10, isThere: () => !hasMoved });
  const wanted = { scope: order.scope, uuid: order.uuid };
  assert.equal((await read(wanted))?.status, 'pending');
  await shard.query({ text: `update orders set status = 'canceled' where id = $1`, values: [order.uuid] });
  hasMoved = true;
  assert.equal((await read(wanted))?.status, 'canceled');
});

test('without a node, customers and tills of the others are served, and nobody hears that something does not exist', async () => {
  const lostId = randomUUID();
  const [lost, kept] = [lostId, elsewhere(lostId)].map((accountId, at) =>
    anOrder({ ...AT_PITICO, scope: { accountId, mode: 'test' }, reference: `9000000000000${at}` }),
  );
  if (lost === undefined || kept === undefined) assert.fail();
  for (const order of [lost, kept])
    await insertOrders(cluster, shardOf(cluster, order.scope.accountId), [newOrder(order)]);
  const lame = without(lostId);
  const { findForCustomer } = createOrders(lame, { maxQueued: 10 });
  const [found, ...unknown] = await Promise.allSettled(
    [kept.uuid, lost.uuid, random.uuid(NOW)].map((uuid) => findForCustomer(uuid)),
  );
  assert.equal(found?.status === 'fulfilled' && found.value?.uuid, kept.uuid);
  for (const one of unknown) assert.ok(one.status === 'rejected' && refusal('unavailable')(one.reason));
  assert.equal((await findByReference(lame, kept.reference ?? '', 'test'))?.uuid, kept.uuid);
  await assert.rejects(findByReference(lame, lost.reference ?? '', 'test'), refusal('unavailable'));
  await assert.rejects(findLinkOfAnyone(lame, randomUUID()), refusal('unavailable'));
  assert.equal(await findLinkOfAnyone(cluster, randomUUID()), null);
});

test('whoever creates and reads orders does not see that a shard is split', async () => {
  const orders = createOrders(cluster, { maxQueued: 1_000 });
  const ofShard = Array.from({ length: 200 }, () => randomUUID()).filter((id) => hashOfAccount(id) >= 1_073_741_824);
  const stored: Order[] = [];
  let isSplitting = true;
  const clients = ofShard.map(async (accountId) => {
    while (isSplitting) {
      const order = anOrder({ scope: { accountId, mode: 'test' } });
      assert.ok(await orders.insert(newOrder(order)));
      stored.push(order);
      assert.notEqual(await orders.find(order.scope, order.uuid), null);
    }
  });
  await split(4, 1_600_000_000, [41, 42]);
  isSplitting = false;
  await Promise.all(clients);
  assert.ok(stored.length >= ofShard.length && ofShard.length > 10);
  for (const { scope, uuid } of stored) assert.notEqual(await orders.find(scope, uuid), null);
});
