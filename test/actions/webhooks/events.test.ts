// Events as actions, apart from HTTP (D54): listed, found, explained, sent again.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { cancelOrder } from '../../../src/actions/orders/cancel-order.js';
import { explainEvent } from '../../../src/actions/webhooks/explain-event.js';
import { awaitEvents, listEvents, positionOf, requireEvent } from '../../../src/actions/webhooks/list-events.js';
import { redeliverEvent } from '../../../src/actions/webhooks/redeliver-event.js';
import { registerEndpoint } from '../../../src/actions/webhooks/register-endpoint.js';
import { replayEvents } from '../../../src/actions/webhooks/replay-events.js';
import { deactivateEndpoint } from '../../../src/actions/webhooks/switch-endpoint.js';
import type { Credential } from '../../../src/domain/accounts/account.js';
import { credentialOf, makeOrder, refusal } from '../../support/made-orders.js';
import { startTestService } from '../../support/service.js';

const service = await startTestService();
const { deps } = service;

/** A merchant of its own for each test: the list of events is the account's. */
async function newMerchant(): Promise<Credential> {
  const account = await service.account({ name: 'Own' });
  return { ...(await credentialOf(service)), scope: { accountId: account.account.id, mode: 'test' } };
}

const keyOf = ({ order, event }: { order: { uuid: string }; event: { sequence: number } }) => ({
  orderId: order.uuid,
  sequence: event.sequence,
});

test('events come oldest first, behind a position or an event, and an empty page says where it begins', async () => {
  const merchant = await newMerchant();
  const { scope } = merchant;
  assert.deepEqual(await listEvents(deps, scope, { after: null, limit: 10 }), {
    after: { position: 0n, mark: null },
    events: [],
  });
  const order = await makeOrder(deps, merchant);
  await cancelOrder(deps, order, 'test');
  const { events } = await listEvents(deps, scope, { after: null, limit: 10 });
  assert.deepEqual(
    events.map(({ event, position }) => [event.type, position]),
    [
      ['charge.pending', 1n],
      ['charge.canceled', 2n],
    ],
  );
  for (const after of [{ position: 1n }, { orderId: order.uuid, sequence: 1 }]) {
    const page = await listEvents(deps, scope, { after, limit: 1 });
    assert.deepEqual([page.after.position, page.events.map(keyOf)], [1n, [{ orderId: order.uuid, sequence: 2 }]]);
  }
  const { after } = await listEvents(deps, scope, { after: { orderId: order.uuid, sequence: 2 }, limit: 1 });
  assert.equal(after.position, 2n);
});

test('a reader that waits gets an event as soon as it comes, and nothing when it is over', async () => {
  const merchant = await newMerchant();
  let isOver = false;
  const waiting = awaitEvents(deps, merchant.scope, { after: null, limit: 10 }, () => isOver);
  const order = await makeOrder(deps, merchant);
  assert.deepEqual((await waiting).events.map(keyOf), [{ orderId: order.uuid, sequence: 1 }]);
  let looks = 0;
  const inVain = awaitEvents(deps, merchant.scope, { after: { position: 1n }, limit: 10 }, () => {
    isOver = ++looks >= 2;
    return isOver;
  });
  assert.deepEqual((await inVain).events, []);
});

test('an event is placed before its place is asked for, and many who ask at once agree', async () => {
  const merchant = await newMerchant();
  const orders = await Promise.all(Array.from({ length: 5 }, () => makeOrder(deps, merchant)));
  const ask = () =>
    Promise.all(orders.map(({ uuid }) => positionOf(deps, merchant.scope, { orderId: uuid, sequence: 1 })));
  const [first, second] = await Promise.all([ask(), ask()]);
  assert.deepEqual(first, second);
  assert.deepEqual([...first].sort(), [1n, 2n, 3n, 4n, 5n]);
});

test('an event that is none, of another account or of the other mode is not found', async () => {
  const merchant = await newMerchant();
  const order = await makeOrder(deps, merchant);
  const key = { orderId: order.uuid, sequence: 1 };
  const { accountId } = merchant.scope;
  for (const [scope, wanted] of [
    [merchant.scope, null],
    [merchant.scope, { ...key, sequence: 2 }],
    [{ accountId, mode: 'live' }, key],
    [{ accountId: service.other.account.id, mode: 'test' }, key],
  ] as const) {
    await assert.rejects(requireEvent(deps, scope, wanted), refusal('event_not_found'));
    await assert.rejects(redeliverEvent(deps, scope, wanted), refusal('event_not_found'));
    if (wanted !== null) await assert.rejects(positionOf(deps, scope, wanted), refusal('invalid_request'));
  }
});

test('each endpoint is explained: on its way, held, not asked for, and registered too late', async () => {
  const merchant = await newMerchant();
  const { scope } = merchant;
  const register = async (events?: readonly ['charge.canceled']) =>
    (
      await registerEndpoint(
        deps,
        merchant,
        { url: `http://127.0.0.1:2/${randomUUID()}`, ...(events && { events }) },
        'test',
      )
    ).endpoint;
  const [on, off, deaf] = [await register(), await register(), await register(['charge.canceled'])];
  await deactivateEndpoint(deps, scope, off.id, 'test');
  const order = await makeOrder(deps, merchant);
  const late = await register();
  const explained = await explainEvent(
    deps,
    scope,
    await requireEvent(deps, scope, { orderId: order.uuid, sequence: 1 }),
  );
  const summary = new Map(
    explained.map(({ endpoint, isSubscribed, delivery, lastReason }) => [
      endpoint.id,
      [isSubscribed, delivery?.state ?? null, delivery?.attempts ?? null, lastReason],
    ]),
  );
  assert.deepEqual(
    [on, off, deaf, late].map(({ id }) => summary.get(id)),
    [
      [true, 'due', 0, null],
      [true, 'held', 0, null],
      [false, null, null, null],
      [true, null, null, null],
    ],
  );
});

test('one event is sent again to all that ask for it, a range to one endpoint', async () => {
  const merchant = await newMerchant();
  const { scope } = merchant;
  const order = await makeOrder(deps, merchant);
  await cancelOrder(deps, order, 'test');
  const endpoints = await Promise.all(
    ['a', 'b'].map((name) => registerEndpoint(deps, merchant, { url: `http://127.0.0.1:2/${name}` }, 'test')),
  );
  const [first, second] = endpoints.map(({ endpoint }) => endpoint);
  assert.ok(first && second);
  assert.equal(await redeliverEvent(deps, scope, { orderId: order.uuid, sequence: 2 }), 2);
  const everything = { after: { position: 0n }, from: null, to: null };
  assert.deepEqual(
    await replayEvents(deps, second, everything),
    { events: 1, hasMore: false },
    'the other is on its way already',
  );
  const behind = { after: { orderId: order.uuid, sequence: 1 }, from: null, to: null };
  assert.deepEqual(await replayEvents(deps, first, behind), { events: 0, hasMore: false });
  assert.deepEqual(
    await replayEvents(deps, first, { after: null, from: Date.now() - 60_000, to: Date.now() + 60_000 }),
    { events: 1, hasMore: false },
  );
  assert.deepEqual(await replayEvents(deps, first, { after: null, from: 0, to: 1 }), { events: 0, hasMore: false });
  const foreign = { after: { orderId: randomUUID(), sequence: 1 }, from: null, to: null };
  await assert.rejects(replayEvents(deps, first, foreign), refusal('invalid_request'));
});
