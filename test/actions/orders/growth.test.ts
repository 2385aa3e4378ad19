// What stays bounded when an account has very many events and deliveries: pages, positions, switches, replays.
import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { test } from 'node:test';
import { changeEndpoint } from '../../../src/actions/webhooks/change-endpoint.js';
import { listEvents, positionOf } from '../../../src/actions/webhooks/list-events.js';
import { registerEndpoint } from '../../../src/actions/webhooks/register-endpoint.js';
import { removeEndpoint } from '../../../src/actions/webhooks/remove-endpoint.js';
import { continueReplays, replayEvents } from '../../../src/actions/webhooks/replay-events.js';
import { deactivateEndpoint, followSwitches } from '../../../src/actions/webhooks/switch-endpoint.js';
import type { Credential } from '../../../src/domain/accounts/account.js';
import type { OrderChoice } from '../../../src/domain/orders/order-view.js';
import type { Endpoint } from '../../../src/domain/webhooks/endpoint.js';
import { type Queryable, within } from '../../../src/store/db.js';
import { listEvents as readEvents } from '../../../src/store/orders/order-events.js';
import { chooseOrders, ordersById } from '../../../src/store/orders/order-pages.js';
import { sql } from '../../../src/store/sql.js';
import { claimDeliveries, FIRST_LANE, listLanes } from '../../../src/store/webhooks/deliveries/claims.js';
import { giveBack } from '../../../src/store/webhooks/deliveries/leases.js';
import { recordOutcomes } from '../../../src/store/webhooks/deliveries/outcomes.js';
import { credentialOf, makeOrder, refusal } from '../../support/made-orders.js';
import { copyOrder } from '../../support/many-orders.js';
import { rowsRead } from '../../support/rows-read.js';
import { startTestService } from '../../support/service.js';

const service = await startTestService();
const { deps } = service;
const { db } = deps;
const MANY = 2_500;
const ALL: OrderChoice = {
  tab: 'all',
  from: null,
  before: null,
  method: null,
  point: null,
  least: null,
  most: null,
};

/** A merchant with very many orders, whose events nobody has listed yet. */
async function busyMerchant(): Promise<Credential> {
  const { account } = await service.account({ name: 'Busy' });
  const merchant: Credential = {
    ...(await credentialOf(service)),
    scope: { accountId: account.id, mode: 'test' },
  };
  await copyOrder(db, await makeOrder(deps, merchant), MANY);
  return merchant;
}

async function countPlaced({ scope }: Credential): Promise<number> {
  const rows = await db.query(sql`
    select from order_events
    where account_id = ${scope.accountId} and position is not null`);
  return rows.length;
}

/** An endpoint with a delivery for each of the merchant's events, due an hour ago; every third pauses for a retry. */
async function busyEndpoint(merchant: Credential): Promise<Endpoint> {
  const { endpoint } = await registerEndpoint(deps, merchant, { url: 'http://127.0.0.1:2/hooks' }, 'test');
  await db.query(sql`
    insert into webhook_deliveries (account_id, livemode, endpoint_id, order_id, sequence, state, attempts, due_at, created_at)
    select account_id, livemode, ${endpoint.id}::uuid, order_id, sequence, 'due', 5,
      case when row_number() over () % 3 = 0 then now() + interval '1 hour' else now() - interval '1 hour' end,
      now() - interval '1 hour'
    from order_events
    where account_id = ${merchant.scope.accountId}`);
  return endpoint;
}

async function countStates({ id }: Endpoint): Promise<Record<string, number>> {
  const rows = await db.query<{ state: string; number: number }>(sql`
    select state, count(*)::integer as number
    from webhook_deliveries
    where endpoint_id = ${id}
    group by 1`);
  return Object.fromEntries(rows.map(({ state, number }) => [state, number]));
}

async function isServed({ id }: Endpoint): Promise<boolean> {
  const { endpoints } = await listLanes(db, FIRST_LANE, 1_000);
  return endpoints.some((one) => one.id === id);
}

test('a first list assigns positions for its page, not for all events there are, and in the end has them all', async () => {
  const merchant = await busyMerchant();
  const first = await listEvents(deps, merchant.scope, { after: null, limit: 20 });
  assert.equal(first.events.length, 20);
  assert.ok((await countPlaced(merchant)) < MANY / 2, 'most have no position yet');
  const seen = new Set<string>();
  for (let after = 0n; ; ) {
    const { events } = await listEvents(deps, merchant.scope, { after: { position: after }, limit: 1_000 });
    if (events.length === 0) break;
    for (const { order, position } of events) {
      assert.ok(position > after);
      after = position;
      seen.add(order.uuid);
    }
  }
  assert.equal(seen.size, MANY + 1);
  assert.equal(await countPlaced(merchant), MANY + 1);
});

test('the position of the newest event comes after those of all others, however many have none', async () => {
  const merchant = await busyMerchant();
  const [newest] = await db.query<{ order_id: string }>(sql`
    select order_id from order_events
    where account_id = ${merchant.scope.accountId}
    order by created_at desc
    limit 1`);
  assert.ok(newest);
  const ask = () => positionOf(deps, merchant.scope, { orderId: newest.order_id, sequence: 1 });
  // A slow machine may have to ask again.
  let position: bigint | null = null;
  while (position === null) position = await ask().catch((error) => (refusal('unavailable')(error) ? null : null));
  assert.equal(position, BigInt(MANY + 1));
});

test('events and orders are read by key, and no others, of a merchant whom the planner has not seen yet, too', async () => {
  await busyMerchant();
  await db.query(sql`analyze orders, order_events`);
  const merchant = await busyMerchant();
  const { events } = await listEvents(deps, merchant.scope, { after: null, limit: 1_000 });
  const page = async (tx: Queryable) => {
    assert.equal((await readEvents(tx, merchant.scope, { after: 100n, limit: 10 })).length, 10);
  };
  const ofEvents = await rowsRead(db, ['orders', 'order_events'], page, 'without nested loops');
  assert.ok(ofEvents <= 40, `${ofEvents} rows were read for 10 events`);
  const ids = events.map(({ order }) => order.uuid);
  const ofOrders = await rowsRead(db, ['orders'], (tx) => ordersById(tx, merchant.scope, ids.slice(0, 10)));
  assert.ok(ofOrders <= 20, `${ofOrders} rows were read for 10 orders`);
  const ofSearch = await rowsRead(db, ['orders'], (tx) => chooseOrders(tx, merchant.scope, ALL, ids.slice(0, 200)));
  assert.ok(ofSearch <= 400, `${ofSearch} rows were read for 200 orders`);
});

test('an endpoint with very many deliveries is off at once, and they are held one share after the other', async () => {
  const merchant = await busyMerchant();
  const endpoint = await busyEndpoint(merchant);
  assert.equal(await isServed(endpoint), true);
  await deactivateEndpoint(deps, merchant.scope, endpoint.id, 'test');
  assert.equal(await isServed(endpoint), false);
  assert.ok(((await countStates(endpoint))['due'] ?? 0) > 0, 'not all are held by the request itself');
  while (await followSwitches(deps));
  assert.deepEqual(await countStates(endpoint), { held: MANY + 1 });
});

test('switched on, all of them are due at once with their attempts begun anew, also those that were never held', async () => {
  const merchant = await busyMerchant();
  const endpoint = await busyEndpoint(merchant);
  await deactivateEndpoint(deps, merchant.scope, endpoint.id, 'test');
  await changeEndpoint(deps, merchant.scope, endpoint.id, { activate: true }, 'test');
  assert.equal(await isServed(endpoint), true);
  while (await followSwitches(deps));
  assert.deepEqual(await countStates(endpoint), { due: MANY + 1 });
  const left = await db.query(sql`
    select from webhook_deliveries
    where endpoint_id = ${endpoint.id} and (attempts > 0 or due_at > now())`);
  assert.equal(left.length, 0);
});

test('what is in hand when its endpoint is switched on and all others follow stays in that hand', async () => {
  const merchant = await busyMerchant();
  const endpoint = await busyEndpoint(merchant);
  await deactivateEndpoint(deps, merchant.scope, endpoint.id, 'test');
  await changeEndpoint(deps, merchant.scope, endpoint.id, { activate: true }, 'test');
  const owner = '00000000-0000-7000-8000-00000000000a';
  const claims = await claimDeliveries(db, [{ endpoint, room: 10 }], { owner, ms: 60_000 });
  assert.equal(claims.length, 10);
  while (await followSwitches(deps));
  const kept = await db.query(sql`
    select from webhook_deliveries
    where endpoint_id = ${endpoint.id} and lease_owner = ${owner}`);
  assert.equal(kept.length, 10);
});

test('an attempt is recorded without reading others of its endpoint, which the planner has not seen yet', async () => {
  const merchant = await busyMerchant();
  const endpoint = await busyEndpoint(merchant);
  const addAttempts = (endpoints: 'one for all' | 'one for each') =>
    db.query(sql`
      insert into webhook_attempts (account_id, livemode, order_id, sequence, endpoint_id, number, at, duration_ms, url,
        request_headers, request_body, outcome)
      select account_id, livemode, order_id, sequence,
        ${endpoints === 'one for all' ? sql`${endpoint.id}::uuid` : sql`gen_random_uuid()`},
        1, now(), 1, 'http://127.0.0.1:2/hooks', '{}', '{}', 'retry'
      from order_events
      where account_id = ${merchant.scope.accountId}`);
  await addAttempts('one for each');
  await db.query(sql`analyze webhook_attempts`);
  await addAttempts('one for all');
  const owner = '00000000-0000-7000-8000-00000000000a';
  const claims = await claimDeliveries(db, [{ endpoint, room: 10 }], { owner, ms: 60_000 });
  const outcomes = claims.map((claim) => ({
    ...{ claim, outcome: 'delivered' as const, at: Date.now(), durationMs: 1, requestHeaders: {}, requestBody: '{}' },
    ...{ reply: null, reason: null, saysSuccess: false, waitMs: null },
  }));
  const read = await rowsRead(db, ['webhook_attempts'], (tx) => recordOutcomes(within(db, tx), owner, outcomes));
  assert.ok(read <= 2 * claims.length, `${read} attempts were read for ${claims.length}`);
});

test('claims are given back without reading what else is due to their endpoint, which the planner has not seen yet', async () => {
  const owner = '00000000-0000-7000-8000-00000000000a';
  const merchant = await busyMerchant();
  await db.query(sql`
    insert into webhook_deliveries (account_id, livemode, endpoint_id, order_id, sequence, state, due_at, created_at,
      lease_owner)
    select account_id, livemode, gen_random_uuid(), order_id, sequence, 'due', now() + interval '1 hour', now(), ${owner}
    from order_events
    where account_id = ${merchant.scope.accountId}`);
  await db.query(sql`analyze webhook_deliveries`);
  const endpoint = await busyEndpoint(merchant);
  const claims = await claimDeliveries(db, [{ endpoint, room: 10 }], { owner, ms: 60_000 });
  const read = await rowsRead(db, ['webhook_deliveries'], (tx) => giveBack(within(db, tx), owner, claims));
  assert.ok(read <= 3 * claims.length, `${read} deliveries were read for ${claims.length}`);
});

test('a delivery that was being made while its endpoint was switched off is held, too', async () => {
  const merchant = await busyMerchant();
  const { endpoint } = await registerEndpoint(deps, merchant, { url: 'http://127.0.0.1:2/late' }, 'test');
  const events = new EventEmitter();
  const [made, mayCommit] = [once(events, 'made'), once(events, 'commit')];
  const late = db.transaction(async (tx) => {
    await tx.query(sql`
      insert into webhook_deliveries (account_id, livemode, endpoint_id, order_id, sequence, state, due_at, created_at)
      select account_id, livemode, ${endpoint.id}::uuid, order_id, sequence, 'due', now(), now()
      from order_events
      where account_id = ${merchant.scope.accountId}
      limit 1`);
    events.emit('made');
    await mayCommit;
  });
  await made;
  await deactivateEndpoint(deps, merchant.scope, endpoint.id, 'test');
  events.emit('commit');
  await late;
  while (await followSwitches(deps));
  assert.deepEqual(await countStates(endpoint), { held: 1 });
  await db.query(
    sql`update webhook_endpoints set switching_since = now() - interval '2 minutes' where id = ${endpoint.id}`,
  );
  while (await followSwitches(deps));
  const [row] = await db.query(sql`select switching_since from webhook_endpoints where id = ${endpoint.id}`);
  assert.deepEqual(row, { switching_since: null }, 'once no such delivery can come, nobody looks for one');
});

test('a deleted endpoint leaves nothing due', async () => {
  const merchant = await busyMerchant();
  const endpoint = await busyEndpoint(merchant);
  await removeEndpoint(deps, merchant.scope, endpoint.id, 'test');
  while (await followSwitches(deps));
  assert.deepEqual(await countStates(endpoint), { held: MANY + 1 });
});

for (const by of ['time', 'position'] as const) {
  test(`a long replay by ${by} sends its first page at once and goes on from where it was, to the end`, async () => {
    const merchant = await busyMerchant();
    const { endpoint } = await registerEndpoint(deps, merchant, { url: 'http://127.0.0.1:2/again' }, 'test');
    const range =
      by === 'time' ? { after: null, from: 1, to: null } : { after: { position: 0n }, from: null, to: null };
    const first = await replayEvents(deps, endpoint, range);
    assert.equal(first.hasMore, true);
    assert.ok(first.events > 0 && first.events < MANY / 2);
    assert.deepEqual(await countStates(endpoint), { due: first.events });
    while (await continueReplays(deps));
    assert.deepEqual(await countStates(endpoint), { due: MANY + 1 });
  });
}

test('a replay sends nothing again that was delivered after it was asked for, and there is an end to replays', async () => {
  const merchant = await busyMerchant();
  const { endpoint } = await registerEndpoint(deps, merchant, { url: 'http://127.0.0.1:2/later' }, 'test');
  const range = { after: null, from: 1, to: null };
  await replayEvents(deps, endpoint, range);
  await db.query(sql`update webhook_deliveries set state = 'delivered' where endpoint_id = ${endpoint.id}`);
  for (let time = 2; time <= 5; time++) await replayEvents(deps, endpoint, range);
  await assert.rejects(replayEvents(deps, endpoint, range), refusal('rate_limited'));
  await db.query(sql`update webhook_deliveries set state = 'delivered', created_at = now() + interval '1 second'
    where endpoint_id = ${endpoint.id}`);
  while (await continueReplays(deps));
  const states = await countStates(endpoint);
  assert.equal((states['due'] ?? 0) + (states['delivered'] ?? 0), MANY + 1);
  assert.equal(states['delivered'], 500, 'the first page was delivered since');
});
