// Every transition of a delivery: the states of one order's deliveries to one endpoint before a call, and after it.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import type { EventKey } from '../../../src/domain/orders/event.js';
import type { Endpoint } from '../../../src/domain/webhooks/endpoint.js';
import { sql } from '../../../src/store/sql.js';
import { type Claim, claimDeliveries, FIRST_LANE, listLanes } from '../../../src/store/webhooks/deliveries/claims.js';
import { giveBack } from '../../../src/store/webhooks/deliveries/leases.js';
import { type Outcome, recordOutcomes } from '../../../src/store/webhooks/deliveries/outcomes.js';
import { redeliver, replayPage } from '../../../src/store/webhooks/deliveries/sending-again.js';
import { holdDeliveries, releaseForgotten, releaseHeld } from '../../../src/store/webhooks/deliveries/switching.js';
import { releaseOldest, supersedeOverdue } from '../../../src/store/webhooks/deliveries/waiting.js';
import { deleteEndpoint, insertEndpoint, switchOff, switchOn } from '../../../src/store/webhooks/endpoints.js';
import { heartbeat, signOff } from '../../../src/store/webhooks/workers.js';
import { chargeBody, startTestService } from '../../support/service.js';

const service = await startTestService();
const { deps, key } = service;
const { db } = deps;
const scope = { accountId: service.merchant.account.id, mode: 'test' as const };

const OWNER = '00000000-0000-7000-8000-000000000001';
const OTHER = '00000000-0000-7000-8000-000000000002';
const HOUR_MS = 3_600_000;
const EVENTS = 4;

/** An order to which four things have happened, while no endpoint was there. */
const orderId = await (async () => {
  const { json } = await service.call('POST', '/v1/charges', { key, body: chargeBody() });
  const id = json.id.replace(/^ch_/, '');
  await db.query(sql`
    insert into order_events (account_id, livemode, order_id, sequence, type, created_at, order_state)
    select account_id, livemode, order_id, number, type, created_at, order_state
    from order_events
    cross join generate_series(2, ${EVENTS}::integer) number
    where order_id = ${id}`);
  return id;
})();

/** `*`: OWNER has it in hand. `~`: it was written an hour ago. `-`: there is none. */
type States = string;

/** A new endpoint, and deliveries of the order's events to it: the first word is that of the first event. */
async function given(states: States): Promise<Endpoint> {
  const endpoint: Endpoint = {
    scope,
    id: randomUUID(),
    url: `http://127.0.0.1:2/${randomUUID()}`,
    kind: 'primary',
    events: ['charge.pending'],
    interfaceVersion: '2017-06-10',
    secret: { sealed: 'cs1' },
    previousSecrets: [],
    isActive: true,
    saysSuccess: false,
  };
  await insertEndpoint(db, endpoint, Date.now());
  for (const [index, word] of states.split(' ').entries()) {
    const [, state = '', marks = ''] = /^(\w+)([*~]*)$/.exec(word) ?? [];
    if (state === '') continue;
    const createdAt = new Date(Date.now() - (marks.includes('~') ? HOUR_MS : 0));
    await db.query(sql`
      insert into webhook_deliveries (account_id, livemode, endpoint_id, order_id, sequence, state, due_at, lease_owner, created_at)
      values (${scope.accountId}, false, ${endpoint.id}, ${orderId}, ${index + 1}, ${state}, ${createdAt},
        ${marks.includes('*') ? OWNER : null}, ${createdAt})`);
  }
  return endpoint;
}

async function statesOf({ id }: Endpoint): Promise<States> {
  const rows = await db.query<{ sequence: number; state: string; lease_owner: string | null; is_old: boolean }>(sql`
    select sequence, state, lease_owner, created_at < now() - interval '30 minutes' as is_old
    from webhook_deliveries
    where endpoint_id = ${id}
    order by sequence`);
  return rows
    .map(({ state, lease_owner, is_old }) => `${state}${lease_owner === null ? '' : '*'}${is_old ? '~' : ''}`)
    .join(' ');
}

const claimAs = (endpoint: Endpoint, owner: string) =>
  claimDeliveries(db, [{ endpoint, room: 10 }], { owner, ms: 60_000 });

/** What a process has in hand, as if it had claimed it. */
async function claimsOf(endpoint: Endpoint, sequences: readonly number[]): Promise<Claim[]> {
  const order = await deps.orders.find(scope, orderId);
  assert.ok(order);
  return sequences.map((sequence) => ({
    endpoint,
    order,
    event: { sequence, type: 'charge.pending', createdAt: 0, orderState: stateOf() },
    attempts: 0,
    ordersEnvelope: false,
  }));
}

function stateOf() {
  return { status: 'pending', updatedAt: 0, acceptedAt: null, received: '0', refunded: '0' } as const;
}

let triedAt = Date.now();

async function record(
  endpoint: Endpoint,
  outcome: Outcome['outcome'],
  { sequences = [1], owner = OWNER }: { sequences?: readonly number[]; owner?: string } = {},
): Promise<void> {
  const claims = await claimsOf(endpoint, sequences);
  const outcomes = claims.map(
    (claim): Outcome => ({
      claim,
      outcome,
      at: triedAt++,
      durationMs: 1,
      requestHeaders: {},
      requestBody: '{}',
      reply: null,
      reason: null,
      saysSuccess: false,
      waitMs: outcome === 'retry' ? 60_000 : null,
    }),
  );
  await recordOutcomes(db, owner, outcomes);
  await recordOutcomes(db, owner, outcomes); // a recording that may have failed is repeated
}

/** Every event of the order once more. */
async function replayAll({ id: endpointId }: Endpoint): Promise<number> {
  const events = await db.query<EventKey>(sql`
    select order_id as "orderId", sequence
    from order_events
    where account_id = ${scope.accountId} and order_id = ${orderId}`);
  const place = { by: 'time', after: null } as const;
  return replayPage(
    db,
    { scope, endpointId, id: '', from: null, to: null, place, requestedAt: Date.now() + 1 },
    events,
  );
}

const event = (sequence: number) => ({ orderId, sequence });

type Transition = {
  readonly name: string;
  readonly before: States;
  act(endpoint: Endpoint): Promise<unknown>;
  readonly after: States;
};

const transitions: readonly Transition[] = [
  {
    name: 'a claim takes what is due and leaves what waits',
    before: 'due waiting held delivered',
    act: (endpoint) => claimAs(endpoint, OWNER),
    after: 'due* waiting held delivered',
  },
  {
    name: 'what is in hand is not claimed again before its lease ends',
    before: 'due',
    act: async (endpoint) => {
      await claimAs(endpoint, OWNER);
      assert.deepEqual(await claimAs(endpoint, OTHER), []);
    },
    after: 'due*',
  },
  {
    name: 'what is given back is free',
    before: 'due* waiting',
    act: async (endpoint) => giveBack(db, OWNER, await claimsOf(endpoint, [1])),
    after: 'due waiting',
  },
  {
    name: 'nobody gives back what another has in hand',
    before: 'due* waiting',
    act: async (endpoint) => giveBack(db, OTHER, await claimsOf(endpoint, [1])),
    after: 'due* waiting',
  },
  {
    name: 'a process that signs off has nothing in hand any more, but what is held keeps its lease',
    before: 'due* held*',
    act: () => signOff(db, OWNER),
    after: 'due held*',
  },
  {
    name: 'a process that was not seen for long loses its leases',
    before: 'due*',
    act: async () => {
      await heartbeat(db, OWNER, 6_000);
      await db.query(sql`update webhook_workers set seen_at = now() - interval '7 seconds' where id = ${OWNER}`);
      await heartbeat(db, OTHER, 6_000);
      await signOff(db, OTHER);
    },
    after: 'due',
  },
  {
    name: 'one that arrived lets go the next of its order, and only that',
    before: 'due* waiting waiting',
    act: (endpoint) => record(endpoint, 'delivered'),
    after: 'delivered due waiting',
  },
  {
    name: 'one that is given up lets go the next, too',
    before: 'due* waiting',
    act: (endpoint) => record(endpoint, 'failed'),
    after: 'failed due',
  },
  {
    name: 'one that is tried again keeps the others waiting',
    before: 'due* waiting',
    act: (endpoint) => record(endpoint, 'retry'),
    after: 'due waiting',
  },
  {
    name: 'two of an order that end together let go the third',
    before: 'due* due* waiting waiting',
    act: (endpoint) => record(endpoint, 'delivered', { sequences: [1, 2] }),
    after: 'delivered delivered due waiting',
  },
  {
    name: 'a newer one that ends does not let go what waits for an older',
    before: 'due due* waiting',
    act: (endpoint) => record(endpoint, 'delivered', { sequences: [2] }),
    after: 'due delivered waiting',
  },
  {
    name: 'who lost the lease records nothing',
    before: 'due* waiting',
    act: (endpoint) => record(endpoint, 'delivered', { owner: OTHER }),
    after: 'due* waiting',
  },
  {
    name: 'one that arrives while its endpoint is off is delivered, and the others stay held',
    before: 'held* held',
    act: (endpoint) => record(endpoint, 'delivered'),
    after: 'delivered held',
  },
  {
    name: 'one that fails while its endpoint is off is held',
    before: 'held* held',
    act: (endpoint) => record(endpoint, 'retry'),
    after: 'held held',
  },
  {
    name: 'an endpoint that is switched off holds what is live, and what is being sent keeps its lease',
    before: 'due* waiting delivered superseded',
    act: (endpoint) => holdDeliveries(db, scope, endpoint.id),
    after: 'held* held delivered superseded',
  },
  {
    name: 'an endpoint that is switched on lets go the oldest, and those behind it wait',
    before: 'delivered held held due*~',
    act: (endpoint) => releaseHeld(db, scope, endpoint.id, { is: 'first' }),
    after: 'delivered due waiting waiting',
  },
  {
    name: 'one that was forgotten as held waits, and is let go by the next look',
    before: 'held held',
    act: async () => {
      await releaseForgotten(db);
      await releaseOldest(db);
    },
    after: 'due waiting',
  },
  {
    name: 'what is held for an endpoint that is off is not forgotten',
    before: 'due waiting',
    act: async (endpoint) => {
      await db.transaction((tx) => switchOff(tx, scope, endpoint.id));
      await releaseForgotten(db);
    },
    after: 'held held',
  },
  {
    name: 'a deleted endpoint is sent nothing any more',
    before: 'due waiting',
    act: async (endpoint) => {
      await db.transaction((tx) => deleteEndpoint(tx, scope, endpoint.id, Date.now()));
      await db.transaction((tx) => switchOn(tx, scope, endpoint.id));
      await releaseForgotten(db);
    },
    after: 'held held',
  },
  {
    name: 'what waits for nothing is due, what waits for a live one is not',
    before: 'delivered waiting waiting',
    act: () => releaseOldest(db),
    after: 'delivered due waiting',
  },
  {
    name: 'a held one is waited for',
    before: 'held waiting',
    act: () => releaseOldest(db),
    after: 'held waiting',
  },
  {
    name: 'what a newer one has waited for too long is passed over',
    before: 'due waiting waiting~',
    act: () => supersedeOverdue(db, HOUR_MS / 2),
    after: 'superseded superseded waiting~',
  },
  {
    name: 'and the newer one is due then',
    before: 'due~ waiting~ waiting~',
    act: async () => {
      await supersedeOverdue(db, HOUR_MS / 2);
      await releaseOldest(db);
    },
    after: 'superseded~ superseded~ due~',
  },
  {
    name: 'within the time nothing is passed over',
    before: 'due~ waiting~',
    act: () => supersedeOverdue(db, HOUR_MS * 2),
    after: 'due~ waiting~',
  },
  {
    name: 'while one of them is being sent none is passed over',
    before: 'due* waiting waiting~',
    act: () => supersedeOverdue(db, HOUR_MS / 2),
    after: 'due* waiting waiting~',
  },
  {
    name: 'a held one is not passed over',
    before: 'held waiting~',
    act: () => supersedeOverdue(db, HOUR_MS / 2),
    after: 'held waiting~',
  },
  {
    name: 'an event that is sent again is due, although others wait',
    before: 'delivered due waiting',
    act: (endpoint) => redeliverTo(endpoint, 1),
    after: 'due due waiting',
  },
  {
    name: 'an event that never went to the endpoint is sent to it',
    before: '- delivered',
    act: (endpoint) => redeliverTo(endpoint, 1),
    after: 'due delivered',
  },
  {
    name: 'one that waits or is being sent stays as it is',
    before: 'due* waiting',
    act: async (endpoint) => {
      await redeliverTo(endpoint, 1);
      await redeliverTo(endpoint, 2);
    },
    after: 'due* waiting',
  },
  {
    name: 'a replay sends the events of an order in their order',
    before: 'delivered failed superseded -',
    act: (endpoint) => replayAll(endpoint),
    after: 'due waiting waiting waiting',
  },
  {
    name: 'what was due already waits behind what is replayed',
    before: 'delivered due',
    act: (endpoint) => replayAll(endpoint),
    after: 'due waiting waiting waiting',
  },
  {
    name: 'unless it is being sent',
    before: 'delivered due*',
    act: (endpoint) => replayAll(endpoint),
    after: 'due due* waiting waiting',
  },
  {
    name: 'a replay to an endpoint that is off is held',
    before: 'delivered delivered',
    act: async (endpoint) => {
      await db.transaction((tx) => switchOff(tx, scope, endpoint.id));
      await replayAll(endpoint);
    },
    after: 'held held held held',
  },
];

/** Other endpoints of the table ask for the same event, so they are off meanwhile. */
async function redeliverTo(endpoint: Endpoint, sequence: number): Promise<void> {
  await db.query(sql`update webhook_endpoints set is_active = false where id <> ${endpoint.id}`);
  assert.equal(await redeliver(db, scope, event(sequence)), 1);
}

for (const { name, before, act, after } of transitions) {
  test(name, async () => {
    const endpoint = await given(before);
    await act(endpoint);
    assert.equal(await statesOf(endpoint), after);
    await db.transaction((tx) => deleteEndpoint(tx, scope, endpoint.id, Date.now()));
    await db.query(sql`delete from webhook_deliveries where endpoint_id = ${endpoint.id}`);
  });
}

test('a failure is counted, a try that begins anew is not the tenth', async () => {
  const endpoint = await given('due*');
  await record(endpoint, 'retry');
  const attempts = async () => {
    const rows = await db.query<{ attempts: number }>(sql`
      select attempts from webhook_deliveries where endpoint_id = ${endpoint.id}`);
    return rows[0]?.attempts;
  };
  assert.equal(await attempts(), 1);
  await holdDeliveries(db, scope, endpoint.id);
  await releaseHeld(db, scope, endpoint.id, { is: 'first' });
  assert.equal(await attempts(), 0);
});

test('lanes are those with something due, and another scope is none of them', async () => {
  const endpoint = await given('due waiting');
  const idle = await given('waiting');
  const { endpoints, next } = await listLanes(db, FIRST_LANE, 1_000);
  const ids = endpoints.map(({ id }) => id);
  assert.deepEqual([ids.includes(endpoint.id), ids.includes(idle.id), next], [true, false, null]);
  const elsewhere = { ...endpoint, scope: { ...scope, mode: 'live' as const } };
  assert.deepEqual(await claimAs(elsewhere, OWNER), []);
});

test('many that claim at once get each delivery once', async () => {
  const endpoint = await given('due due due due');
  const owners = Array.from({ length: 8 }, () => randomUUID());
  const claims = (await Promise.all(owners.map((owner) => claimAs(endpoint, owner)))).flat();
  assert.deepEqual(claims.map(({ event: { sequence } }) => sequence).sort(), [1, 2, 3, 4]);
});

test('one that is claimed and passed over at once is one of both', async () => {
  for (let round = 0; round < 10; round++) {
    const endpoint = await given('due~ waiting~');
    const [claims] = await Promise.all([claimAs(endpoint, OWNER), supersedeOverdue(db, HOUR_MS / 2)]);
    await releaseOldest(db);
    assert.equal(await statesOf(endpoint), claims.length > 0 ? 'due*~ waiting~' : 'superseded~ due~');
    await db.query(sql`delete from webhook_deliveries where endpoint_id = ${endpoint.id}`);
  }
});

test('an endpoint that is switched off while an outcome is recorded ends with nothing due', async () => {
  for (let round = 0; round < 10; round++) {
    const endpoint = await given('due* waiting waiting');
    await Promise.all([
      record(endpoint, 'delivered'),
      db.transaction((tx) => switchOff(tx, scope, endpoint.id)).catch(() => undefined),
    ]);
    await db.transaction((tx) => switchOff(tx, scope, endpoint.id));
    assert.equal(await statesOf(endpoint), 'delivered held held');
  }
});

test('switched on by many at once, the oldest is due and the others wait', async () => {
  const endpoint = await given('due waiting waiting');
  await db.transaction((tx) => switchOff(tx, scope, endpoint.id));
  await Promise.all(Array.from({ length: 6 }, () => db.transaction((tx) => switchOn(tx, scope, endpoint.id))));
  assert.equal(await statesOf(endpoint), 'due waiting waiting');
});

test('new events: due to endpoints that are on, held for one that is off, none for one that did not ask', async () => {
  const { accountId } = scope;
  await db.query(sql`update webhook_endpoints set deleted_at = now() where account_id = ${accountId}`);
  const [on, off, deaf] = [await given('-'), await given('-'), await given('-')];
  await db.query(sql`
    update webhook_endpoints
    set events = '{charge.pending,charge.success,charge.overpaid}'
    where id = any(${[on.id, off.id]}::uuid[])`);
  await db.query(sql`update webhook_endpoints set events = '{charge.expired}' where id = ${deaf.id}`);
  await db.transaction((tx) => switchOff(tx, scope, off.id));
  const { json } = await service.call('POST', '/v1/charges', { key, body: chargeBody() });
  const paid = await service.call('POST', `/v1/test/orders/${json.id}/payments`, { key, body: { scenario: 'over' } });
  assert.equal(paid.status, 200, paid.text);
  // The payment makes two events by one statement: both wait behind the first.
  assert.deepEqual(
    [await statesOf(on), await statesOf(off), await statesOf(deaf)],
    ['due waiting waiting', 'held held held', ''],
  );
});

test('of two new events of an order the later waits also when nothing else is live', async () => {
  await db.query(sql`update webhook_endpoints set deleted_at = now() where account_id = ${scope.accountId}`);
  const { json } = await service.call('POST', '/v1/charges', { key, body: chargeBody() });
  const endpoint = await given('-');
  await db.query(sql`
    update webhook_endpoints
    set events = '{charge.success,charge.overpaid}'
    where id = ${endpoint.id}`);
  await service.call('POST', `/v1/test/orders/${json.id}/payments`, { key, body: { scenario: 'over' } });
  assert.equal(await statesOf(endpoint), 'due waiting');
});
