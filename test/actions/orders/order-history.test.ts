// What an order's events tell: each has the state of its own moment, and time never runs backwards within an order,
// whichever node wrote it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { matchNotices } from '../../../src/actions/money/match-payments.js';
import { storeNotice } from '../../../src/actions/money/receive-notice.js';
import { refundOrder } from '../../../src/actions/money/refund-order.js';
import { cancelOrder } from '../../../src/actions/orders/cancel-order.js';
import { expireOrders } from '../../../src/actions/orders/expire-orders.js';
import { listEvents } from '../../../src/actions/webhooks/list-events.js';
import type { Credential } from '../../../src/domain/accounts/account.js';
import type { Order } from '../../../src/domain/orders/order.js';
import { sql } from '../../../src/store/sql.js';
import { NEWEST_VERSION } from '../../../src/wire/versions/versions.js';
import { renderEvent } from '../../../src/wire/webhooks/event.js';
import { assertBooks, speiNotice, trackingKey } from '../../money/books.js';
import { credentialOf, makeOrder, readOrder } from '../../support/made-orders.js';
import { startTestService, type TestService } from '../../support/service.js';

const NOW = Date.now();
const SKEW_MS = 5_000;

/** Two nodes on one database. The clock of the second is five seconds behind. */
const ahead = await startTestService();
const behind = await startTestService({}, { databaseUrl: ahead.databaseUrl });
ahead.setTime(NOW);
behind.setTime(NOW - SKEW_MS);

const RAIL = { id: '00000000-0000-0000-0000-000000000001', kind: 'spei', name: 'banxico', mode: 'test' } as const;

/** Matches these amounts on one node, all in one batch. */
async function pay({ deps }: TestService, { clabe }: Order, ...amounts: readonly string[]): Promise<void> {
  const notices = [];
  for (const amount of amounts) {
    const body = speiNotice(clabe ?? '', amount, { claveRastreo: trackingKey(), tsLiquidacion: NOW - 10_000 });
    notices.push((await storeNotice(deps, RAIL, body)) ?? assert.fail('ignored'));
  }
  await matchNotices(deps, notices);
}

/** A merchant of its own for each test: the list of events is the account's. */
async function newMerchant(): Promise<Credential> {
  const { account } = await ahead.account({ name: 'Own' });
  return { ...(await credentialOf(ahead)), scope: { accountId: account.id, mode: 'test' } };
}

async function eventsOf({ scope }: Credential) {
  return (await listEvents(ahead.deps, scope, { after: null, limit: 100 })).events;
}

/** The list of events is in the order in which things happened, and every time in it is at or after the one before. */
async function assertHistory(merchant: Credential, types: readonly string[]): Promise<void> {
  const events = await eventsOf(merchant);
  assert.deepEqual(
    events.map(({ event }) => [event.sequence, event.type]),
    types.map((type, index) => [index + 1, type]),
  );
  events.reduce((before, { order, event }) => {
    const { updatedAt, acceptedAt } = event.orderState;
    assert.ok(event.createdAt >= before, `${event.type} is older than the event before it`);
    assert.ok(updatedAt >= order.createdAt && (acceptedAt ?? NOW) >= order.createdAt, `${event.type} is too old`);
    return event.createdAt;
  }, 0);
}

test('two payments in one batch: the event of the first shows what the first did, and no more', async () => {
  const merchant = await newMerchant();
  const order = await makeOrder(ahead.deps, merchant);
  await pay(ahead, order, '40.00', '60.00', '5.00');
  const events = await eventsOf(merchant);
  const reader = { serviceName: 'cobro', interfaceVersion: NEWEST_VERSION, ordersEnvelope: false };
  const told = events.map((one) => {
    const { type, sequence, data } = renderEvent(one.order, one.event, reader);
    const body = data.object as { paid: boolean; accepted_at: number | null };
    return [sequence, type, body.paid, body.accepted_at !== null, one.event.orderState.received];
  });
  assert.deepEqual(told, [
    [1, 'charge.pending', false, false, '0'],
    [2, 'charge.partial', false, false, '4000'],
    [3, 'charge.success', true, true, '10000'],
    [4, 'charge.overpaid', true, true, '10500'],
  ]);
  const { status, received, lastEvent } = await readOrder(ahead.deps, merchant, order.uuid);
  assert.deepEqual([status, received, lastEvent], ['paid', 10_500n, 4]);
  await assertBooks(ahead.deps.db);
});

test('a batch over several orders keeps the states of each apart', async () => {
  const merchant = await newMerchant();
  const customer = { id: 'c-1', name: 'Ana Robles', email: 'ana@example.com', phone: null };
  const orders = [
    await makeOrder(ahead.deps, merchant, { customer }),
    await makeOrder(ahead.deps, merchant, { customer }),
  ];
  await pay(ahead, orders[0] ?? assert.fail(), '30.00', '100.00', '70.00');
  const states = (await eventsOf(merchant)).map(({ event }) => [event.type, event.orderState.received]);
  assert.deepEqual(states.sort(), [
    ['charge.partial', '3000'],
    ['charge.pending', '0'],
    ['charge.pending', '0'],
    ['charge.success', '10000'],
    ['charge.success', '10000'],
  ]);
});

test('a node whose clock is behind pays and refunds an order in its order of time', async () => {
  const merchant = await newMerchant();
  const order = await makeOrder(ahead.deps, merchant);
  await pay(behind, order, '40.00');
  await pay(ahead, order, '60.00');
  await refundOrder(behind.deps, { key: order, amount: 1_000n, reason: null, actor: 'test' });
  await refundOrder(ahead.deps, { key: order, amount: 1_000n, reason: null, actor: 'test' });
  await assertHistory(merchant, [
    'charge.pending',
    'charge.partial',
    'charge.success',
    'charge.refunded',
    'charge.refunded',
  ]);
  const { createdAt, acceptedAt, updatedAt } = await readOrder(behind.deps, merchant, order.uuid);
  assert.ok((acceptedAt ?? 0) >= createdAt && updatedAt >= (acceptedAt ?? 0));
  const refunds = await ahead.deps.db.query<{ created_at: number }>(sql`
    select created_at
    from refunds
    where order_id = ${order.uuid}
    order by id`);
  assert.ok(refunds.length === 2 && refunds.every(({ created_at }) => created_at >= (acceptedAt ?? 0)));
});

test('a node whose clock is behind cancels an order that the other one made a moment ago', async () => {
  const merchant = await newMerchant();
  const order = await makeOrder(ahead.deps, merchant);
  await cancelOrder(behind.deps, order, 'test');
  await assertHistory(merchant, ['charge.pending', 'charge.canceled']);
});

test('an order that expires on the node whose clock is ahead is paid late on the other one', async () => {
  const merchant = await newMerchant();
  const order = await makeOrder(behind.deps, merchant, { expiry: { at: NOW - SKEW_MS + 1_000, unit: 's' } });
  await pay(ahead, order, '10.00');
  await expireOrders(ahead.deps);
  await pay(behind, order, '90.00');
  await assertHistory(merchant, ['charge.pending', 'charge.partial', 'charge.expired', 'charge.success']);
});
