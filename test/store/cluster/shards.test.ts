// Statements of accounts at their shards: the way there, the names of tables, and the guard while a shard moves.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { orderEvent } from '../../../src/domain/orders/event.js';
import { AppError } from '../../../src/errors/errors.js';
import { createOrders } from '../../../src/memory/orders.js';
import { hashOfAccount } from '../../../src/store/cluster/account-hash.js';
import { createClusterDb } from '../../../src/store/cluster/cluster-db.js';
import { indexOf, readShardMap } from '../../../src/store/cluster/shard-map.js';
import { renamed } from '../../../src/store/cluster/shard-names.js';
import { inAllShards, shardOf, shardsOf } from '../../../src/store/in-shards.js';
import type { NewOrder } from '../../../src/store/orders/new-orders.js';
import { prepared, raw, sql } from '../../../src/store/sql.js';
import { sampleOrder } from '../../support/order.js';
import { openStandIn } from '../../support/stand-in-nodes.js';

const { cluster, coordinator, nodes, move } = await openStandIn();
const orders = createOrders(cluster, { maxQueued: 10_000 });
let made = 0;

function newOrder(accountId: string): NewOrder {
  const number = String(++made).padStart(12, '0');
  const order = sampleOrder({
    scope: { accountId, mode: 'test' },
    uuid: `01a1dd30-cb7f-7000-8000-${number}`,
    folio: number.slice(-8),
    clabe: number.padStart(18, '0'),
  });
  return { order, event: orderEvent(order, 1), repeat: null };
}

test('an account has the hash that PostgreSQL gives it', async () => {
  const ids = Array.from({ length: 500 }, () => randomUUID());
  const rows = await coordinator.query<{ hash: number }>(sql`
    select uuid_hash(id) as hash
    from unnest(${ids}::uuid[]) with ordinality as given(id, place)
    order by place`);
  assert.deepEqual(
    ids.map(hashOfAccount),
    rows.map(({ hash }) => hash),
  );
});

test('an account is at the shard whose hashes include its own', async () => {
  const map = await readShardMap(coordinator);
  assert.equal(map.length, 4);
  for (let count = 0; count < 200; count++) {
    const id = randomUUID();
    const place = map[indexOf(map, id)];
    assert.ok(place !== undefined && place.from <= hashOfAccount(id) && hashOfAccount(id) <= place.to, id);
  }
});

test('tables are renamed wherever they are named, and nothing else is', () => {
  const names = new Map([
    ['orders', 'orders_7'],
    ['emails', 'emails_7'],
  ]);
  for (const [text, wanted] of [
    ['select orders.id from orders', 'select orders_7.id from orders_7'],
    ['from (select 1) orders where orders.id = 1', 'from (select 1) orders_7 where orders_7.id = 1'],
    ['select \'orders\' as "orders" from emails', 'select \'orders\' as "orders" from emails_7'],
    ["select 'it''s orders' from new_orders", "select 'it''s orders' from new_orders"],
    [
      'select d.orders, orders_folio, sub_orders from emails',
      'select d.orders, orders_folio, sub_orders from emails_7',
    ],
  ] as const)
    assert.equal(renamed(text, names), wanted);
});

test('no table has a column with the name of a table, which would be renamed, too', async () => {
  const found = await coordinator.query(sql`
    select a.attrelid::regclass as "table", a.attname
    from pg_attribute a
    join pg_class c on c.oid = a.attrelid and c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
    join pg_class named on named.relname = a.attname and named.relkind = 'r' and named.relnamespace = c.relnamespace
    where a.attnum > 0`);
  assert.deepEqual(found, []);
});

test('orders are stored and read at the shards of their accounts', async () => {
  const all = Array.from({ length: 40 }, () => newOrder(randomUUID()));
  assert.ok((await Promise.all(all.map(orders.insert))).every(Boolean));
  const counts = await inAllShards(cluster, (shard) =>
    shard.query<{ count: number }>(sql`select count(*)::integer as count from orders`),
  );
  assert.equal(
    counts.reduce((sum, { count }) => sum + count, 0),
    40,
  );
  assert.ok(counts.every(({ count }) => count > 0));
  for (const { order } of all) assert.equal((await orders.find(order.scope, order.uuid))?.folio, order.folio);
  assert.deepEqual(await coordinator.query(sql`select from orders`), []);
});

test('a statement that fails behind its guard tells its own failure, and its connection goes on', async () => {
  const [shard] = shardsOf(cluster);
  assert.ok(shard !== undefined);
  const wrong = prepared('wrong', raw('select no_such_column from orders'));
  for (let times = 0; times < 3; times++) await assert.rejects(shard.query(wrong), /no_such_column/);
  await shard.transaction(async (tx) => {
    assert.deepEqual(await tx.query(sql`select 1 as one`), [{ one: 1 }]);
    assert.deepEqual(await tx.query(sql`select 2 as two`), [{ two: 2 }]);
  });
});

test('a shard that moves under load loses no order that was acknowledged, and nobody sees it move', async () => {
  const accountIds = Array.from({ length: 40 }, () => randomUUID());
  const stored: NewOrder[] = [];
  let isMoving = true;
  const clients = accountIds.map(async (accountId) => {
    while (isMoving) {
      const one = newOrder(accountId);
      assert.ok(await orders.insert(one));
      stored.push(one);
      assert.notEqual(await orders.find(one.order.scope, one.order.uuid), null);
    }
  });
  await move(1, 'one:1', 'two:2');
  await move(3, 'two:2', 'one:1');
  await move(1, 'two:2', 'one:1');
  isMoving = false;
  await Promise.all(clients);
  const found = await inAllShards(cluster, (shard) => shard.query<{ id: string }>(sql`select id from orders`));
  const ids = new Set(found.map(({ id }) => id));
  assert.equal(ids.size, found.length, 'no order is at two shards');
  assert.deepEqual(
    stored.filter(({ order }) => !ids.has(order.uuid)),
    [],
  );
});

test('a lost node is the loss of its own merchants alone', async () => {
  const lost = createClusterDb(coordinator, await readShardMap(coordinator), (name) => {
    const node = nodes.get(name);
    assert.ok(node !== undefined);
    const refuse = () => Promise.reject(new AppError('unavailable'));
    return name === 'two:2' ? { ...node, query: refuse, transaction: refuse } : node;
  });
  const map = await readShardMap(coordinator);
  const answers = { one: 0, two: 0 };
  const some = createOrders(lost, { maxQueued: 100 });
  for (let count = 0; count < 40; count++) {
    const one = newOrder(randomUUID());
    const isLost = map[indexOf(map, one.order.scope.accountId)]?.node === 'two:2';
    if (isLost) await assert.rejects(some.insert(one), { code: 'unavailable' });
    else assert.ok(await some.insert(one));
    answers[isLost ? 'two' : 'one']++;
  }
  assert.ok(answers.one > 0 && answers.two > 0);
  const left = await inAllShards(lost, (shard) => shard.query(sql`select 1 from orders limit 1`));
  assert.equal(
    left.length,
    map.filter(({ node }) => node === 'one:1').length,
    'what asks all shards goes on with those that answer',
  );
});

test('work of one account in a transaction at its shard is whole or not there', async () => {
  const one = newOrder(randomUUID());
  const shard = shardOf(cluster, one.order.scope.accountId);
  await orders.insert(one);
  await assert.rejects(
    shard.transaction(async (tx) => {
      await tx.query(sql`update orders set status = 'canceled' where id = ${one.order.uuid}`);
      throw new Error('no');
    }),
    /no/,
  );
  assert.equal((await orders.find(one.order.scope, one.order.uuid))?.status, 'pending');
});
