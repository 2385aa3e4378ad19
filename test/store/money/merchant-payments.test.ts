// How the lists of payments and refunds behave with many rows: whatever is asked, an index finds it.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Scope } from '../../../src/domain/accounts/account.js';
import type { PaymentState } from '../../../src/domain/money/payment.js';
import type { Queryable } from '../../../src/store/db.js';
import { listMerchantPayments, type MerchantPaymentFilter } from '../../../src/store/money/merchant-payments.js';
import { listRefunds } from '../../../src/store/money/refunds.js';
import { startTestService } from '../../support/service.js';

const ROWS = 100_000;
const START = 1_800_000_000_000;
/** A page of 101, and little more. */
const MOST_ROWS_READ = 500;

const { deps, merchant } = await startTestService({ COBRO_DATABASE_TIMEOUT_MS: '60000' });
const { db } = deps;
const scope: Scope = { accountId: merchant.account.id, mode: 'test' };

/** A second between two payments. One in ten thousand is surplus, another held, another returned; ten for each order. */
const PAYMENTS = `
insert into payments (id, identity, kind, livemode, network, tracking_key, destination, amount, applied, surplus, held, returned,
  account_id, order_id, paid_at, received_at, updated_at)
select (lpad(to_hex($2::bigint + n::bigint * 1000), 12, '0') || '70008000' || lpad(to_hex(n), 12, '0'))::uuid,
  sha256(n::text::bytea), 'spei', false, '40012', 'KEY' || n, '000000000000000000', 100,
  case when n % 10000 in (1, 2, 3) then 0 else 100 end, case when n % 10000 = 1 then 100 else 0 end,
  case when n % 10000 = 2 then 100 else 0 end, case when n % 10000 = 3 then 100 else 0 end,
  $1::uuid, ('00000000-0000-7000-8000-' || lpad(to_hex(n / 10), 12, '0'))::uuid, now(), now(), now()
from generate_series(1, $3::int) as n`;

const REFUNDS = `
insert into refunds (account_id, livemode, order_id, id, amount, created_at)
select $1::uuid, false, ('00000000-0000-7000-8000-' || lpad(to_hex(n / 10), 12, '0'))::uuid,
  (lpad(to_hex($2::bigint + n::bigint * 1000), 12, '0') || '70008000' || lpad(to_hex(n), 12, '0'))::uuid, 1, now()
from generate_series(1, $3::int) as n`;

before(async () => {
  for (const text of [PAYMENTS, REFUNDS]) await db.query({ text, values: [scope.accountId, START, ROWS] });
  for (const text of ['vacuum analyze payments', 'vacuum analyze refunds']) await db.query({ text, values: [] });
});

type Plan = { 'Actual Rows': number; 'Rows Removed by Filter'?: number; 'Actual Loops': number; Plans?: Plan[] };

/** How many rows the plan of a list touches: unlike its time, the same on every machine. */
async function rowsRead(list: (on: Queryable) => Promise<unknown>): Promise<number> {
  let seen = 0;
  await list({
    isSpread: db.isSpread,
    mac: db.mac,
    async query(statement) {
      const text = `explain (analyze, timing off, format json) ${statement.text}`;
      const [row] = await db.query<{ 'QUERY PLAN': { Plan: Plan }[] }>({ ...statement, text });
      seen = touched(row?.['QUERY PLAN'][0]?.Plan ?? assert.fail('no plan'));
      return [];
    },
  });
  return seen;
}

function touched(plan: Plan): number {
  const own = (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops'];
  return Math.max(own, ...(plan.Plans ?? []).map(touched));
}

const everything: MerchantPaymentFilter = {
  ...{ orderId: null, state: null, trackingKey: null, createdFrom: null, createdTo: null, before: null },
  limit: 101,
};
const order = '00000000-0000-7000-8000-000000000005';
const middle = START + (ROWS / 2) * 1_000;
const before50 = '01a31ad0-0000-7000-8000-000000000000';

const questions: [what: string, filter: Partial<MerchantPaymentFilter>, count: number][] = [
  ['everything', {}, 101],
  ['a page in the middle', { before: before50 }, 101],
  ['an order', { orderId: order }, 10],
  ['a tracking key', { trackingKey: 'KEY777' }, 1],
  ['a span of time', { createdFrom: middle, createdTo: middle + 9_999 }, 10],
  ...(['surplus', 'held', 'returned'] as const).map(
    (state: PaymentState): [string, Partial<MerchantPaymentFilter>, number] => [`what is ${state}`, { state }, 10],
  ),
  ['what is applied', { state: 'applied' }, 101],
  ['what is held of an order', { state: 'held', orderId: order }, 0],
];
for (const [what, change, count] of questions) {
  test(`of ${ROWS} payments ${what} is found by an index`, async () => {
    const filter = { ...everything, ...change };
    const found = await listMerchantPayments(db, scope, filter);
    assert.equal(found.length, count);
    assert.deepEqual(
      found,
      [...found].sort((one, other) => (one.id < other.id ? 1 : -1)),
    );
    const read = await rowsRead((on) => listMerchantPayments(on, scope, filter));
    assert.ok(read <= MOST_ROWS_READ, `${read} rows were read`);
  });
}

test(`of ${ROWS} refunds the newest, those of an order and those of a time are found by an index`, async () => {
  const all = { orderId: null, createdFrom: null, createdTo: null, before: null, limit: 101 };
  for (const [change, count] of [
    [{}, 101],
    [{ orderId: order }, 10],
    [{ createdFrom: middle, createdTo: middle + 9_999 }, 10],
    [{ before: before50 }, 101],
  ] as const) {
    const filter = { ...all, ...change };
    assert.equal((await listRefunds(db, scope, filter)).length, count);
    const read = await rowsRead((on) => listRefunds(on, scope, filter));
    assert.ok(read <= MOST_ROWS_READ, `${read} rows were read`);
  }
});
