// Money that arrives for orders at several shards: the shard commits before the coordinator, and a crash in between changes nothing.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createAccount } from '../../../src/actions/accounts/create-account.js';
import { reverseCash } from '../../../src/actions/money/cash-till.js';
import { matchOpen } from '../../../src/actions/money/match-open.js';
import { matchNotices } from '../../../src/actions/money/match-payments.js';
import { storeNotice } from '../../../src/actions/money/receive-notice.js';
import { type Credential, HOUSE_ACCOUNT } from '../../../src/domain/accounts/account.js';
import type { ParsedNotice } from '../../../src/domain/money/read-notice.js';
import { AppError } from '../../../src/errors/errors.js';
import { createLog } from '../../../src/log.js';
import { createDeps } from '../../../src/service/compose.js';
import { readSettings } from '../../../src/settings/settings.js';
import type { Db } from '../../../src/store/db.js';
import { inAllShards, shardOf } from '../../../src/store/in-shards.js';
import { findPaymentByIdentity } from '../../../src/store/money/payments.js';
import { listOpenNotices } from '../../../src/store/rails/notices.js';
import { listOpenReversals } from '../../../src/store/rails/reversals.js';
import { sql } from '../../../src/store/sql.js';
import { NEWEST_VERSION } from '../../../src/wire/versions/versions.js';
import { cashNotice, speiNotice, trackingKey } from '../../money/books.js';
import { makeOrder, readOrder } from '../../support/made-orders.js';
import { TEST_SECRET_KEY } from '../../support/secret-key.js';
import { openStandIn } from '../../support/stand-in-nodes.js';

const { cluster, coordinator, copyEverywhere } = await openStandIn();
const log = createLog({ level: 'silent', destination: 2 });
const settings = readSettings({ COBRO_SECRET_KEY: TEST_SECRET_KEY, COBRO_DEMO: 'off', COBRO_LOG_LEVEL: 'silent' });
const deps = await createDeps({ settings, log, db: cluster });
const RAIL = { id: '00000000-0000-0000-0000-000000000001', kind: 'spei', name: 'banxico', mode: 'test' } as const;

const CASH = { ...RAIL, kind: 'cash', name: 'OXXO' } as const;
const oxxo = (await deps.points.all()).find(({ code }) => code === 'OXXO') ?? assert.fail();

const merchants: Credential[] = [];
for (let count = 0; count < 12; count++) {
  const { keys } = await createAccount(deps, { name: 'Test', interfaceVersion: NEWEST_VERSION, actor: 'service' });
  merchants.push((await deps.credentials.find(keys.test.private)) ?? assert.fail());
}
await copyEverywhere('accounts');

const notice = async (clabe: string | null, amount = '100.00', claveRastreo = trackingKey()): Promise<ParsedNotice> =>
  (await storeNotice(deps, RAIL, speiNotice(clabe ?? '', amount, { claveRastreo }))) ?? assert.fail('ignored');
const paymentOf = ({ arrival }: ParsedNotice) => findPaymentByIdentity(coordinator, arrival?.identity ?? assert.fail());
const stored = () => listOpenNotices(coordinator, Date.now() + 60_000, 100);

/** What the books of all shards add up to, and how often each payment is in them. */
async function books() {
  const rows = await inAllShards(cluster, (shard) =>
    shard.query<{ payment_id: string; brought: bigint }>(sql`
      select payment_id, -sum(rail)::bigint as brought
      from ledger_entries
      group by payment_id`),
  );
  return new Map(rows.map(({ payment_id, brought }) => [payment_id, brought]));
}

async function orderOfEach() {
  return Promise.all(merchants.map(async (merchant) => ({ merchant, order: await makeOrder(deps, merchant) })));
}

/** The process dies before the coordinator commits. */
const crashing: Db = {
  ...cluster,
  transaction: (work) =>
    cluster.transaction(async (tx) => {
      await work(tx);
      throw new Error('killed');
    }),
};

test('a batch pays the orders of merchants at all shards', async () => {
  const sold = await orderOfEach();
  const notices = await Promise.all(sold.map(({ order }) => notice(order.clabe)));
  await matchNotices(deps, notices);
  for (const [at, { merchant, order }] of sold.entries()) {
    assert.equal((await readOrder(deps, merchant, order.uuid)).status, 'paid');
    const payment = await paymentOf(notices[at] ?? assert.fail());
    assert.deepEqual([payment?.applied, payment?.orderId], [10_000n, order.uuid]);
  }
  assert.deepEqual(await stored(), []);
});

test('after a crash between the two commits the payments are kept, and nothing is booked twice', async () => {
  const sold = await orderOfEach();
  const keys = sold.map(() => trackingKey());
  const notices = await Promise.all([
    ...sold.map(({ order }, at) => notice(order.clabe, '100.00', keys[at])),
    notice('646180000000000001'),
  ]);
  const before = await books();
  await assert.rejects(matchNotices({ ...deps, db: crashing }, notices), /killed/);
  const after = await books();
  assert.equal(after.size, before.size + notices.length, 'the shards have booked');
  for (const one of notices) assert.equal(await paymentOf(one), null);
  await notice(sold[0]?.order.clabe ?? '', '100.00', keys[0]); // told again before anybody has looked
  await matchOpen(deps, Date.now() + 60_000);
  assert.deepEqual(await books(), after);
  for (const [at, { merchant, order }] of sold.entries()) {
    const { status, received } = await readOrder(deps, merchant, order.uuid);
    assert.deepEqual([status, received], ['paid', 10_000n]);
    const payment = await paymentOf(notices[at] ?? assert.fail());
    const repeats = at === 0 ? 1 : 0;
    assert.deepEqual([payment?.applied, payment?.repeats, after.get(payment?.id ?? '')], [10_000n, repeats, 10_000n]);
  }
  assert.equal((await paymentOf(notices.at(-1) ?? assert.fail()))?.unmatched, 10_000n);
  assert.deepEqual(await stored(), []);
});

test('money that a crash left between its two commits, and a till took back before it was matched again, is taken back', async () => {
  const [merchant = assert.fail()] = merchants;
  const order = await makeOrder(deps, merchant, { point: oxxo });
  const transaction_id = trackingKey();
  const told = await storeNotice(deps, CASH, cashNotice(order.reference ?? '', '100.00', { transaction_id }));
  await assert.rejects(matchNotices({ ...deps, db: crashing }, [told ?? assert.fail()]), /killed/);
  await reverseCash(deps, CASH, transaction_id);
  const open = () => listOpenReversals(coordinator, Date.now() + 60_000, 100);
  assert.deepEqual(await open(), [], 'it waits for a payment');
  await matchOpen(deps, Date.now() + 60_000);
  assert.equal((await paymentOf(told ?? assert.fail()))?.applied, 10_000n, 'the shard has booked it');
  const identities = (await open()).map(({ identity }) => identity);
  assert.deepEqual(identities, [told?.arrival?.identity], 'so it must be undone');
});

test('one payment told by two processes at once is booked once', async () => {
  const { order, merchant } = (await orderOfEach())[0] ?? assert.fail();
  const key = trackingKey();
  const [one, other] = [await notice(order.clabe, '100.00', key), await notice(order.clabe, '100.00', key)];
  await Promise.all([matchNotices(deps, [one]), matchNotices(deps, [other])]);
  assert.equal((await readOrder(deps, merchant, order.uuid)).received, 10_000n);
  assert.equal((await paymentOf(one))?.repeats, 1);
});

test('money of a node that is lost waits, and that of the others does not', async () => {
  const sold = await orderOfEach();
  const lostShard = shardOf(cluster, merchants[0]?.scope.accountId ?? '');
  const refuse = () => Promise.reject(new AppError('unavailable'));
  const lame = (shard: Db): Db => (shard === lostShard ? { ...shard, query: refuse, transaction: refuse } : shard);
  const shards = { of: (id: string) => lame(shardOf(cluster, id)), all: () => cluster.shards?.all().map(lame) ?? [] };
  const notices = await Promise.all(sold.map(({ order }) => notice(order.clabe)));
  await matchNotices({ ...deps, db: { ...cluster, shards } }, notices);
  for (const { merchant, order } of sold) {
    const isLost = shardOf(cluster, merchant.scope.accountId) === lostShard;
    assert.equal((await readOrder(deps, merchant, order.uuid)).status, isLost ? 'pending' : 'paid');
  }
  assert.notDeepEqual(await stored(), []);
  await matchOpen(deps, Date.now() + 60_000);
  for (const { merchant, order } of sold) assert.equal((await readOrder(deps, merchant, order.uuid)).status, 'paid');
  assert.notEqual(shardOf(cluster, HOUSE_ACCOUNT), undefined);
});
