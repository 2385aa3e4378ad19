// Everything that locks money at once, on overlapping orders and on two nodes: reversals, operators' decisions, notices
// and repeats of them, refunds, cancellations and expiry. Nobody meets a deadlock, and the books hold.
// Longer: COBRO_RACES=150 npm test -- money/races
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reverseCash } from '../../src/actions/money/cash-till.js';
import { acceptPayment, matchPayment, returnPayment } from '../../src/actions/money/decide-payment.js';
import { matchNotices } from '../../src/actions/money/match-payments.js';
import { verifyLedger } from '../../src/actions/money/proofs/verify-ledger.js';
import { storeNotice } from '../../src/actions/money/receive-notice.js';
import { refundOrder } from '../../src/actions/money/refund-order.js';
import { cancelOrder } from '../../src/actions/orders/cancel-order.js';
import { expireOrders } from '../../src/actions/orders/expire-orders.js';
import { formatOrderId } from '../../src/domain/base/identity.js';
import type { ParsedNotice } from '../../src/domain/money/read-notice.js';
import type { Order } from '../../src/domain/orders/order.js';
import type { Rail } from '../../src/domain/rails/rail.js';
import { listPaymentsOf } from '../../src/store/money/payments.js';
import { sql } from '../../src/store/sql.js';
import { credentialOf, makeOrder } from '../support/made-orders.js';
import { startTestService } from '../support/service.js';
import { assertBooks, cashNotice, speiNotice, trackingKey } from './books.js';
import { countOutcomes } from './outcomes.js';

const ROUNDS = Number(process.env['COBRO_RACES'] ?? 5);
const one = await startTestService();
const two = await startTestService({}, { databaseUrl: one.databaseUrl });
const nodes = [one.deps, two.deps] as const;
const { deps } = one;
const merchant = await credentialOf(one);
const oxxo = (await deps.points.all()).find(({ code }) => code === 'OXXO') ?? assert.fail();
const CASH: Rail = { id: '00000000-0000-0000-0000-000000000001', kind: 'cash', name: 'OXXO', mode: 'test' };
const SPEI: Rail = { ...CASH, kind: 'spei', name: 'banxico' };

const { outcomes, outcomeOf } = countOutcomes();

test(`${ROUNDS} rounds of everything at once on two nodes: no deadlock surfaces, and the books hold`, async (t) => {
  const before = await deadlocks();
  for (let round = 0; round < ROUNDS; round++) await race(round);
  const met = (await deadlocks()) - before;
  t.diagnostic(
    `${met} deadlocks in PostgreSQL; ${[...outcomes].map(([name, count]) => `${name} ${count}`).join(', ')}`,
  );
  await assertBooks(deps.db);
  const { proofs } = await verifyLedger(deps);
  assert.deepEqual(
    proofs.filter(({ broken }) => broken > 0),
    [],
  );
  assert.equal(outcomes.get('unavailable') ?? 0, 0, 'somebody was told of a deadlock');
  assert.equal(met, 0, 'all take their locks in one order, so there is nothing to resolve');
});

/** Four orders of one customer, each with money already; then everything happens to all of them at once. */
async function race(round: number): Promise<void> {
  const customer = { id: `c-${round}`, name: 'Ana', email: 'ana@example.com', phone: null };
  const cash = [await makeOrder(deps, merchant, { point: oxxo }), await makeOrder(deps, merchant, { point: oxxo })];
  const spei = [await makeOrder(deps, merchant, { customer }), await makeOrder(deps, merchant, { customer })];
  const told: string[] = [];
  const first: ParsedNotice[] = [];
  for (const order of [...cash, ...cash, ...cash]) {
    const transaction_id = trackingKey();
    told.push(transaction_id);
    first.push(await store(CASH, cashNotice(order.reference ?? '', '60.00', { transaction_id })));
  }
  const bodies = spei.flatMap(({ clabe }) => [speiNotice(clabe ?? '', '60.00'), speiNotice(clabe ?? '', '100.00')]);
  bodies.push(speiNotice('646180999999999999', '100.00'));
  for (const body of bodies) first.push(await store(SPEI, body));
  await matchNotices(deps, first);

  const lost = await unmatched();
  const odd = (await Promise.all([...cash, ...spei].map((order) => paymentsOf(order)))).flat();
  // Each batch tells again of what is known, in another order, and brings new money for the same orders.
  const batches = [];
  for (let batch = 0; batch < 4; batch++) {
    const again = [...bodies].sort(() => Math.random() - 0.5);
    const notices = [
      ...(await Promise.all(again.slice(0, 3).map((body) => store(SPEI, body)))),
      await store(CASH, cashNotice(cash[batch % 2]?.reference ?? '', '60.00', { transaction_id: told[batch] ?? '' })),
      await store(CASH, cashNotice(cash[(batch + 1) % 2]?.reference ?? '', '5.00')),
      await store(SPEI, speiNotice(spei[batch % 2]?.clabe ?? '', '7.00')),
    ];
    batches.push(notices.sort(() => Math.random() - 0.5));
  }
  const node = (at: number) => nodes[at % 2] ?? deps;
  const actor = 'test';
  const works: [string, () => Promise<unknown>][] = [
    ...batches.map((batch, at): [string, () => Promise<unknown>] => ['match', () => matchNotices(node(at), batch)]),
    ...told.map((id, at): [string, () => Promise<unknown>] => ['reverse', () => reverseCash(node(at), CASH, id)]),
    ...odd.flatMap((paymentId, at): [string, () => Promise<unknown>][] => [
      ['return', () => returnPayment(node(at), { paymentId, actor })],
      ['accept', () => (at % 4 === 3 ? acceptPayment(node(at + 1), { paymentId, actor }) : Promise.resolve())],
    ]),
    ...lost.flatMap((paymentId) =>
      [...spei, ...cash].map(({ uuid }, at): [string, () => Promise<unknown>] => [
        'decide',
        () => matchPayment(node(at), { paymentId, orderId: formatOrderId(uuid), actor }),
      ]),
    ),
    // The first cash order is not refunded, so that reversals of its payments go through.
    ...[...cash.slice(1), ...spei].flatMap(({ scope, uuid }, at): [string, () => Promise<unknown>][] => [
      ['refund', () => refundOrder(node(at), { key: { scope, uuid }, amount: 100n, reason: null, actor })],
      ['cancel', () => (at % 2 === 0 ? cancelOrder(node(at + 1), { scope, uuid }, actor) : Promise.resolve())],
    ]),
    ['expire', () => expireOrders({ db: one.deps.db, clock: { now: () => Date.now() + 49 * 3_600_000 } })],
    ['expire', () => expireOrders({ db: two.deps.db, clock: { now: () => Date.now() + 49 * 3_600_000 } })],
  ];
  works.sort(() => Math.random() - 0.5);
  await Promise.all(works.map(([name, work]) => outcomeOf(name, work())));
}

async function store(rail: Rail, body: string): Promise<ParsedNotice> {
  return (await storeNotice(deps, rail, body)) ?? assert.fail();
}

async function paymentsOf({ scope, uuid }: Order): Promise<string[]> {
  return (await listPaymentsOf(deps.db, scope, uuid)).map(({ id }) => id);
}

async function unmatched(): Promise<string[]> {
  const rows = await deps.db.query<{ id: string }>(sql`
    select id
    from payments
    where unmatched > 0
    order by id`);
  return rows.map(({ id }) => id);
}

/** Every one that PostgreSQL had to resolve in this database. */
async function deadlocks(): Promise<number> {
  await deps.db.query(sql`select pg_stat_force_next_flush()`);
  const rows = await deps.db.query<{ deadlocks: bigint }>(sql`
    select deadlocks
    from pg_stat_database
    where datname = current_database()`);
  return Number(rows[0]?.deadlocks ?? 0n);
}
