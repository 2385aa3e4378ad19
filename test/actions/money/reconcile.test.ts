// Reconciling a rail's list, apart from the terminal.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { storeNotice } from '../../../src/actions/money/receive-notice.js';
import { type ReconcileCall, reconcile } from '../../../src/actions/money/reconcile.js';
import { revokeRail } from '../../../src/actions/rails/manage-rail.js';
import type { Mode } from '../../../src/domain/base/mode.js';
import { sql } from '../../../src/store/sql.js';
import { readRailList } from '../../../src/wire/rails/rail-list.js';
import { addRail, assertBooks, trackingKey } from '../../money/books.js';
import { credentialOf, makeOrder, readOrder, refusal } from '../../support/made-orders.js';
import { startTestService } from '../../support/service.js';

const service = await startTestService();
const { deps } = service;
const merchant = await credentialOf(service);
const TIME = Date.parse('2026-10-05T18:00:00Z');
const DAY = '20261005';

type Line = {
  readonly clabe?: string | null;
  readonly key?: string;
  readonly amount?: string;
  readonly day?: string;
  readonly account?: string;
  readonly bank?: string;
};
const notice = ({ clabe, key, amount = '100.00', day = DAY, account = '1', bank = '40012' }: Line) => ({
  ...{ claveRastreo: key ?? trackingKey(), fechaOperacion: day, institucionOrdenante: bank, cuentaOrdenante: account },
  ...{ cuentaBeneficiario: clabe ?? '646180111111111111', monto: amount, tsLiquidacion: String(TIME) },
  nombreOrdenante: 'ANA',
});
const listOf = (mode: Mode, ...lines: Line[]) => {
  const records = lines.map(notice);
  const text = [Object.keys(notice({})), ...records.map(Object.values)].map((fields) => fields.join(',')).join('\n');
  return readRailList('spei', text, mode);
};
const run = (change: Partial<ReconcileCall>) =>
  reconcile(deps, { kind: 'spei', mode: 'test', list: [], day: null, does: 'apply', actor: 'tester', ...change });
const auditLines = async () => (await deps.db.query(sql`select 1 from audit_log where action = 'reconcile'`)).length;

test('without a rail that could have reported them, nothing is booked', async () => {
  await assert.rejects(run({ list: await listOf('test', {}) }), refusal('rail_not_found'));
  const live = await addRail(deps, { kind: 'spei', name: 'banco', mode: 'live' });
  await assert.rejects(
    run({ list: await listOf('test', {}) }),
    refusal('rail_not_found'),
    'a rail of the other mode is none',
  );
  await revokeRail(deps, live.userName, 'tester');
  await addRail(deps, { kind: 'spei', name: 'banco', mode: 'test' });
});

test('what we miss is booked, what is the same stays, what they miss and what differs is reported', async () => {
  const order = await makeOrder(deps, merchant);
  const rail = { id: '00000000-0000-0000-0000-000000000001', kind: 'spei', name: 'x', mode: 'test' } as const;
  const ours = { same: trackingKey(), extra: trackingKey(), other: trackingKey() };
  for (const [key, amount] of [
    [ours.same, '1.00'],
    [ours.extra, '2.00'],
    [ours.other, '3.00'],
  ] as const)
    await storeNotice(deps, rail, JSON.stringify(notice({ key, amount }))); // not matched yet
  const fresh = trackingKey();
  const list = await listOf(
    'test',
    { key: ours.same, amount: '1.00' },
    { key: ours.other, amount: '3.50' },
    { key: fresh, clabe: order.clabe },
  );
  const first = await run({ list, day: DAY });
  assert.deepEqual(
    first.comparisons.map(({ is }) => is),
    ['same', 'differs', 'same'],
    'the last one is booked now',
  );
  assert.deepEqual(
    first.theyMiss.map(({ trackingKey }) => trackingKey),
    [ours.extra],
  );
  assert.equal(first.booked.get(4)?.orderId, order.uuid);
  assert.equal((await readOrder(deps, merchant, order.uuid)).status, 'paid');
  assert.equal(await auditLines(), 1);

  const again = await run({ list, day: DAY });
  assert.deepEqual([again.booked.size, again.theyMiss.length, await auditLines()], [0, 1, 1]);
  await assertBooks(deps.db);
});

test('the same list twice at once books a payment once', async () => {
  const order = await makeOrder(deps, merchant);
  const list = await listOf('test', { clabe: order.clabe, day: '20261006' });
  const both = await Promise.all([run({ list }), run({ list })]);
  for (const { booked } of both) assert.ok(booked.size <= 1);
  assert.equal((await readOrder(deps, merchant, order.uuid)).received, 10_000n);
  await assertBooks(deps.db);
});

test('it only shows what it would book, until it is told to', async () => {
  const order = await makeOrder(deps, merchant);
  const list = await listOf('test', { clabe: order.clabe, day: '20261008' });
  const before = await auditLines();
  for (let time = 0; time < 2; time++) {
    const { comparisons, booked } = await run({ list, does: 'show' });
    assert.deepEqual([comparisons[0]?.is, booked.size], ['we_miss', 0]);
  }
  assert.equal((await readOrder(deps, merchant, order.uuid)).received, 0n);
  assert.equal(await auditLines(), before);
  assert.equal((await run({ list })).booked.size, 1);
});

test('a day that is listed again in another form is booked once', async () => {
  const order = await makeOrder(deps, merchant);
  const key = `00${trackingKey()}`;
  const line = { clabe: order.clabe, key, day: '20261009' };
  await run({ list: await listOf('test', line) });
  for (const [form, is] of [
    [{ ...line, account: '' }, 'same'],
    [{ ...line, bank: '012' }, 'differs'],
    [{ ...line, key: key.replace(/^0+/, '').toLowerCase() }, 'differs'],
    [{ ...line, key: 'OTHER' }, 'differs'],
    [{ ...line, day: '20261010' }, 'differs'],
    [{ ...line, amount: '100.01' }, 'differs'],
  ] as const) {
    const { comparisons, booked } = await run({ list: await listOf('test', form) });
    assert.deepEqual([comparisons[0]?.is, booked.size], [is, 0], JSON.stringify(form));
  }
  assert.equal((await readOrder(deps, merchant, order.uuid)).received, 10_000n);
  // The operator knows better: it is another payment.
  const list = await listOf('test', { ...line, key: 'OTHER' });
  assert.equal((await run({ list, alsoLines: [3] })).booked.size, 0);
  assert.equal((await run({ list, alsoLines: [2] })).booked.get(2)?.trackingKey, 'OTHER');
});

test('two lists of one day at once, written differently, on two nodes: a payment is booked once', async () => {
  const two = await startTestService({}, { databaseUrl: service.databaseUrl });
  const orders = [];
  for (let at = 0; at < 5; at++) orders.push(await makeOrder(deps, merchant));
  const keys = orders.map(() => trackingKey());
  const lines = orders.map(({ clabe }, at) => ({ clabe, key: keys[at] ?? '', day: '20261012' }));
  const call = { kind: 'spei', mode: 'test', day: null, does: 'apply', actor: 'tester' } as const;
  const both = await Promise.all([
    reconcile(deps, { ...call, list: await listOf('test', ...lines) }),
    reconcile(two.deps, {
      ...call,
      list: await listOf('test', ...lines.map((line) => ({ ...line, key: `0${line.key}` }))),
    }),
  ]);
  assert.equal(both[0].booked.size + both[1].booked.size, 5);
  for (const { uuid } of orders) assert.equal((await readOrder(deps, merchant, uuid)).received, 10_000n);
  await assertBooks(deps.db);
});

test('a list of live mode is compared with live payments alone, and a revoked rail still explains it', async () => {
  const line = { key: trackingKey(), day: '20261007' };
  await run({ list: await listOf('test', line) });
  assert.equal((await run({ day: line.day, mode: 'live' })).theyMiss.length, 0);
  const live = await run({ list: await listOf('live', line), mode: 'live' });
  assert.equal(live.booked.get(2)?.mode, 'live');
});

test('a list of the wrong day, of no day and of a day that does not exist is refused', async () => {
  await assert.rejects(run({ list: await listOf('test', {}), day: '20261006' }), refusal('wrong_list_day'));
  await assert.rejects(run({}), refusal('empty_list'));
  await assert.rejects(run({ list: await listOf('test', { day: '20261332' }) }), refusal('invalid_day'));
  assert.deepEqual((await run({ day: '20200101' })).comparisons, []);
});
