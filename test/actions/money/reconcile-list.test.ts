// Reconciling a rail's list, apart from the terminal.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { purgeTable } from '../../../src/actions/keeping/purge.js';
import { applyList } from '../../../src/actions/money/apply-list.js';
import { storeNotice } from '../../../src/actions/money/receive-notice.js';
import type { GivenList } from '../../../src/actions/money/reconcile-list.js';
import { refundOrder } from '../../../src/actions/money/refund-order.js';
import { revokeRail } from '../../../src/actions/rails/manage-rail.js';
import { bounceTransfer, markSent } from '../../../src/actions/transfers/change-transfer.js';
import { DAY_MS } from '../../../src/domain/base/duration.js';
import type { Mode } from '../../../src/domain/base/mode.js';
import { LIST_OUTCOMES, type ListOutcome } from '../../../src/domain/money/bank-statement.js';
import { formatTransferId } from '../../../src/domain/transfers/transfer.js';
import type { KeptReconciliation } from '../../../src/store/money/reconciliations.js';
import { listLines } from '../../../src/store/money/statements/bank-statements.js';
import { sql } from '../../../src/store/sql.js';
import { listColumns } from '../../../src/wire/rails/rail-list.js';
import { addRail, assertBooks, trackingKey } from '../../money/books.js';
import { compareText } from '../../money/rail-texts.js';
import { credentialOf, makeOrder, makePaidOrder, readOrder, refusal } from '../../support/made-orders.js';
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
  readonly at?: number;
};
const notice = ({ clabe, key, amount = '100.00', day = DAY, account = '1', bank = '40012', at = TIME }: Line) => ({
  ...{ claveRastreo: key ?? trackingKey(), fechaOperacion: day, institucionOrdenante: bank, cuentaOrdenante: account },
  ...{ cuentaBeneficiario: clabe ?? '646180111111111111', monto: amount, tsLiquidacion: String(at) },
  nombreOrdenante: 'ANA',
});
const listOf = (...lines: Line[]) =>
  [Object.keys(notice({})), ...lines.map((line) => Object.values(notice(line)))].map((row) => row.join(',')).join('\n');
const look = (
  text: string,
  change: { mode?: Mode; day?: string; progress?: NonNullable<GivenList['progress']> } = {},
) => compareText(deps, { kind: 'spei', mode: 'test', text, ...change });
const apply = (kept: KeptReconciliation, alsoLines: readonly number[] = [], on = deps) =>
  applyList(on, { id: kept.id, digest: kept.digest, alsoLines, actor: 'tester' });
const run = async (text: string, change: { mode?: Mode; alsoLines?: readonly number[] } = {}) => {
  const { alsoLines, ...given } = change;
  return apply(await look(text, given), alsoLines);
};
/** How many lines are what. */
const counts = ({ summary }: KeptReconciliation) =>
  Object.fromEntries(LIST_OUTCOMES.flatMap((one) => (summary[one] === undefined ? [] : [[one, summary[one].count]])));
const linesOf = (kept: KeptReconciliation, outcome: ListOutcome) =>
  listLines(deps.db, { statementId: kept.id, outcome }, { at: null, towards: 'next', limit: 100 });
const keysOf = async (kept: KeptReconciliation, outcome: ListOutcome) =>
  (await linesOf(kept, outcome)).map(({ trackingKey: key }) => key);
const RAIL = { id: '00000000-0000-0000-0000-000000000001', kind: 'spei', name: 'x', mode: 'test' } as const;
/** A notice that came, and is not matched yet. */
const arrive = (line: Line) => storeNotice(deps, RAIL, JSON.stringify(notice(line)));
const auditLines = async () => (await deps.db.query(sql`select 1 from audit_log where action = 'reconcile'`)).length;

test('without a rail that could have reported them, nothing is kept', async () => {
  await assert.rejects(look(listOf({})), refusal('rail_not_found'));
  const live = await addRail(deps, { kind: 'spei', name: 'banco', mode: 'live' });
  await assert.rejects(look(listOf({})), refusal('rail_not_found'), 'a rail of the other mode is none');
  assert.deepEqual(await deps.db.query(sql`select from bank_lines`), []);
  await revokeRail(deps, live.userName, 'tester');
  await addRail(deps, { kind: 'spei', name: 'banco', mode: 'test' });
});

test('what we miss is booked, what is the same stays, what they miss and what differs is reported', async () => {
  const order = await makeOrder(deps, merchant);
  const ours = { same: trackingKey(), extra: trackingKey(), other: trackingKey() };
  await arrive({ key: ours.same, amount: '1.00' });
  await arrive({ key: ours.extra, amount: '2.00' });
  await arrive({ key: ours.other, amount: '3.00' });
  const fresh = trackingKey();
  const text = listOf(
    { key: ours.same, amount: '1.00' },
    { key: ours.other, amount: '3.50' },
    { key: fresh, clabe: order.clabe },
    { key: fresh, clabe: order.clabe },
  );
  const shown = await look(text, { day: DAY });
  assert.deepEqual(
    counts(shown),
    { agrees: 2, we_miss: 1, differs: 1, they_miss: 1 },
    'a line twice is no other payment',
  );
  const first = await apply(shown);
  assert.deepEqual(counts(first), { agrees: 2, booked: 1, differs: 1, they_miss: 1 });
  assert.deepEqual(await keysOf(first, 'they_miss'), [ours.extra]);
  const [booked] = await linesOf(first, 'booked');
  assert.deepEqual([booked?.line, booked?.trackingKey], [4, fresh]);
  const [differs] = await linesOf(first, 'differs');
  assert.deepEqual([differs?.trackingKey, differs?.ourAmount, differs?.isNear], [ours.other, 300n, true]);
  assert.equal((await readOrder(deps, merchant, order.uuid)).status, 'paid');
  assert.equal(await auditLines(), 1);
  await assert.rejects(apply(shown), refusal('list_not_kept'));

  assert.deepEqual(counts(await run(text)), { agrees: 4 - 1, differs: 1, they_miss: 1 });
  assert.equal(await auditLines(), 1);
  await assertBooks(deps.db);
});

test('the same list twice at once books a payment once', async () => {
  const order = await makeOrder(deps, merchant);
  const text = listOf({ clabe: order.clabe, day: '20261006' });
  const [one, two] = [await look(text), await look(text)];
  const both = await Promise.all([apply(one), apply(two)]);
  assert.deepEqual(
    both.map(counts).sort((a) => (a['booked'] === 1 ? -1 : 1)),
    [{ booked: 1 }, { agrees: 1 }],
  );
  assert.equal((await readOrder(deps, merchant, order.uuid)).received, 10_000n);
  await assertBooks(deps.db);
});

test('it only shows what it would book, until it is told to', async () => {
  const order = await makeOrder(deps, merchant);
  const text = listOf({ clabe: order.clabe, day: '20261008' });
  const before = await auditLines();
  for (let time = 0; time < 2; time++) assert.deepEqual(counts(await look(text)), { we_miss: 1 });
  assert.equal((await readOrder(deps, merchant, order.uuid)).received, 0n);
  assert.equal(await auditLines(), before);
  assert.deepEqual(counts(await run(text)), { booked: 1 });
});

test('what is booked is what was shown: a line that somebody changes meanwhile refuses the list', async () => {
  const kept = await look(listOf({ key: 'SHOWN', day: '20261015' }));
  await deps.db.query(sql`
    update bank_lines
    set notice = replace(notice, '100.00', '900.00')
    where statement_id = ${kept.id}`);
  await assert.rejects(apply(kept), refusal('list_not_kept'));
});

test('a day that is listed again in another form is booked once', async () => {
  const order = await makeOrder(deps, merchant);
  const key = `00${trackingKey()}`;
  const line = { clabe: order.clabe, key, day: '20261009' };
  await run(listOf(line));
  for (const [form, is] of [
    [{ ...line, account: '' }, 'agrees'],
    [{ ...line, bank: '012' }, 'differs'],
    [{ ...line, key: key.replace(/^0+/, '').toLowerCase() }, 'differs'],
    [{ ...line, key: 'OTHER' }, 'differs'],
    [{ ...line, day: '20261010' }, 'differs'],
    [{ ...line, amount: '100.01' }, 'differs'],
  ] as const)
    assert.deepEqual(counts(await run(listOf(form))), { [is]: 1 }, JSON.stringify(form));
  assert.equal((await readOrder(deps, merchant, order.uuid)).received, 10_000n);
  // The operator knows better: it is another payment.
  const text = listOf({ ...line, key: 'OTHER' });
  assert.deepEqual(counts(await run(text, { alsoLines: [3] })), { differs: 1 });
  const other = await run(text, { alsoLines: [2] });
  assert.deepEqual(counts(other), { booked: 1, they_miss: 1 }, 'what it was near the list lacks');
  assert.deepEqual(await keysOf(other, 'booked'), ['OTHER']);
});

test('a line is near a payment with the same key or the same money, of about its time, and of no other line', async () => {
  const clabe = '646180122222222222';
  const later = (days: number) => ({ at: TIME + days * DAY_MS });
  const day = '20261011';
  await arrive({ key: '00NEAR-1', clabe, day, amount: '51.00' });
  const is = async (...lines: Line[]) => {
    const kept = await look(listOf(...lines.map((line) => ({ clabe, day, amount: '51.00', ...line }))));
    const found = [...(await linesOf(kept, 'differs')), ...(await linesOf(kept, 'we_miss'))];
    return found.sort((a, b) => a.line - b.line).map(({ outcome }) => outcome);
  };
  assert.deepEqual(await is({ key: 'near1' }), ['differs']);
  assert.deepEqual(await is({ key: 'NEAR1', amount: '9.00' }), ['differs']);
  assert.deepEqual(await is({ key: 'NEAR1', amount: '9.00', ...later(8) }), ['we_miss']);
  assert.deepEqual(await is({ key: 'FAR1' }), ['differs']);
  assert.deepEqual(await is({ key: 'FAR1', amount: '9.00' }), ['we_miss']);
  assert.deepEqual(await is({ key: 'FAR1', ...later(2) }), ['we_miss']);
  assert.deepEqual(await is({ key: 'FAR1', clabe: '646180133333333333' }), ['we_miss']);
  assert.deepEqual(await is({ key: 'FAR1' }, { key: 'FAR2' }), ['differs', 'we_miss'], 'one of both');
  assert.deepEqual(await is({ key: '00NEAR-1' }, { key: 'FAR2' }), ['we_miss'], 'what is listed is near no other line');
  // Lines that are far from each other do not take each other's payments.
  await arrive({ key: 'NEAR2', clabe, day, amount: '51.00', ...later(3) });
  assert.deepEqual(
    await is({ key: 'A', ...later(-2) }, { key: 'B' }, { key: 'C', ...later(0.5) }, { key: 'D', ...later(3.5) }),
    ['we_miss', 'differs', 'we_miss', 'differs'],
  );
});

test('what came after the look is looked at again before anything is booked, whatever its place in the list', async () => {
  const [day, at] = ['20261014', TIME + 9 * DAY_MS];
  const lines = Array.from({ length: 230 }, (_, n) => ({ key: `LATE${n}`, clabe: `64618015${1e9 + n}`, day, at }));
  const kept = await look(listOf(...lines));
  for (const n of [3, 120, 229]) await arrive({ ...lines[n], key: `00late-${n}` });
  await arrive(lines[150] ?? {});
  assert.deepEqual(counts(await apply(kept)), { booked: 226, differs: 3, agrees: 1 });
});

test('two lists of one day, written differently, applied at once on two nodes: a payment is booked once', async () => {
  const two = await startTestService({}, { databaseUrl: service.databaseUrl });
  const orders = [];
  for (let at = 0; at < 5; at++) orders.push(await makeOrder(deps, merchant));
  const keys = orders.map(() => trackingKey());
  const lines = orders.map(({ clabe }, at) => ({ clabe, key: keys[at] ?? '', day: '20261012' }));
  const lists = [
    await look(listOf(...lines)),
    await look(listOf(...lines.map((line) => ({ ...line, key: `0${line.key}` })))),
  ];
  const [first, second] = await Promise.all(lists.map((kept, at) => apply(kept, [], at === 0 ? deps : two.deps)));
  assert.ok(first !== undefined && second !== undefined);
  assert.deepEqual(
    [counts(first), counts(second)].sort((a) => (a['booked'] === 5 ? -1 : 1)),
    [{ booked: 5 }, { differs: 5 }],
  );
  for (const { uuid } of orders) assert.equal((await readOrder(deps, merchant, uuid)).received, 10_000n);
  await assertBooks(deps.db);
});

test('a list of more than one set is compared as a whole', async () => {
  const [day, at] = ['20261013', TIME + 8 * DAY_MS];
  const lines = Array.from({ length: 4_100 }, (_, n) => ({
    ...{ key: `SET${n}`, clabe: `64618014${1e9 + n}`, amount: '1.00' },
    ...{ day, at },
  }));
  const known = lines.slice(1_900, 2_100);
  for (const line of known) await arrive(line);
  const [ours, again] = [{ key: 'SETOURS', amount: '2.00', day, at }, lines[5]];
  await arrive(ours);
  assert.ok(again !== undefined);
  const read: number[] = [];
  const text = listOf(...lines, again);
  const kept = await look(text, { progress: (_, count) => read.push(count) });
  assert.deepEqual(read, [2_000, 4_000, 4_101]);
  assert.deepEqual(counts(kept), { agrees: 201, we_miss: 3_900, they_miss: 1 });
  assert.deepEqual(await keysOf(kept, 'they_miss'), ['SETOURS']);
  const some = await look(listOf(...lines.slice(1_950, 2_250)));
  assert.deepEqual(counts(await apply(some)), { agrees: 150, booked: 150, they_miss: 51 });
  assert.deepEqual(counts(await look(text)), { agrees: 351, we_miss: 3_750, they_miss: 1 });
});

test('a list of live mode is compared with live payments alone, and a revoked rail still explains it', async () => {
  const line = { key: trackingKey(), day: '20261007' };
  await run(listOf(line));
  assert.deepEqual(counts(await look(listOf(), { day: line.day, mode: 'live' })), {});
  assert.deepEqual(counts(await run(listOf(line), { mode: 'live' })), { booked: 1 });
});

test('a list of the wrong day, of no day and of a day that does not exist is refused', async () => {
  await assert.rejects(look(listOf({}), { day: '20261006' }), refusal('wrong_list_day'));
  await assert.rejects(look(listOf()), refusal('empty_list'));
  await assert.rejects(look(listOf({ day: '20261332' })), refusal('invalid_day'));
  assert.deepEqual(counts(await look(listOf(), { day: '20200101' })), {});
});

test('a list of a cash network is compared with the networks that it names; an empty one with all', async () => {
  const rails = ['OXXO', 'EXTRA'].map((name) => ({ ...RAIL, kind: 'cash', name }) as const);
  const till = (network: string, id: string) => [network, id, '12345678901234', '100.00', '2026-10-21T18:00:00Z'];
  const columns = listColumns('cash');
  for (const [at, rail] of rails.entries()) {
    await addRail(deps, { kind: 'cash', name: rail.name, mode: 'test' });
    const values = till(rail.name, `T${at}`);
    await storeNotice(
      deps,
      rail,
      JSON.stringify(Object.fromEntries(columns.map((name, place) => [name, values[place]]))),
    );
  }
  const compare = (...rows: string[][]) =>
    compareText(deps, {
      ...{ kind: 'cash', mode: 'test', day: '20261021' },
      text: [columns, ...rows].map((row) => row.join(',')).join('\n'),
    });
  assert.deepEqual(counts(await compare()), { they_miss: 2 });
  assert.deepEqual(counts(await compare(till('OXXO', 'T0'))), { agrees: 1 });
  assert.deepEqual(counts(await compare(till('OXXO', 'T9'))), { differs: 1 }, 'near the payment of its own network');
  assert.deepEqual(counts(await compare(till('EXTRA', 'T1'), till('EXTRA', 'T0'))), { agrees: 1, we_miss: 1 });
});

test('the return of a transfer is that transfer’s, and is never booked; a deposit of another amount with its clave is (D84)', async () => {
  const order = await makePaidOrder(deps, merchant);
  const refunded = await refundOrder(deps, { key: order, amount: 5_000n, reason: null, actor: 'tester' });
  const transfer = refunded.is === 'first' ? refunded.value.transfer : assert.fail();
  const transferId = formatTransferId(transfer.id);
  const key = trackingKey();
  const back = { key, amount: '50.00', day: '20261025', at: TIME + 20 * DAY_MS };
  await markSent(deps, { transferId, trackingKey: key, actor: 'tester' });
  const list = listOf(back, { ...back, amount: '60.00', clabe: '646180122222222222' });
  const early = await look(list);
  assert.deepEqual(counts(early), { we_miss: 1, differs: 1 }, 'nobody has told us of the return');
  await bounceTransfer(deps, { transferId, actor: 'tester', note: null });
  const kept = await run(list);
  assert.deepEqual(counts(kept), { agrees: 1, booked: 1 });
  assert.deepEqual(counts(await apply(early)), { differs: 1, agrees: 1 });
  assert.deepEqual(
    (await linesOf(await look(list), 'agrees')).map((line) => [line.transferId, line.amount]),
    [
      [transfer.id, 5_000n],
      [null, 6_000n],
    ],
  );
  await assertBooks(deps.db);
});

test('what came back before we knew its clave is the return of its transfer in a list, too', async () => {
  const order = await makePaidOrder(deps, merchant);
  const refunded = await refundOrder(deps, { key: order, amount: 5_000n, reason: null, actor: 'tester' });
  const transfer = refunded.is === 'first' ? refunded.value.transfer : assert.fail();
  const back = { key: trackingKey(), amount: '50.00', day: '20261026', at: TIME + 21 * DAY_MS };
  await run(listOf(back));
  await markSent(deps, { transferId: formatTransferId(transfer.id), trackingKey: back.key, actor: 'tester' });
  const kept = await run(listOf(back));
  assert.deepEqual(counts(kept), { agrees: 1 });
  await assertBooks(deps.db);
});

test('lists that nobody applies are forgotten after a week, but for what was found', async () => {
  const key = trackingKey();
  await arrive({ key, day: '20261022' });
  const kept = await look(
    listOf({ key, day: '20261022' }, { key: 'FORGOTTEN', clabe: '646180144444444444', day: '20261022' }),
  );
  assert.deepEqual(counts(kept), { agrees: 1, we_miss: 1 });
  service.setTime(deps.clock.now() + 8 * DAY_MS);
  while (await purgeTable(deps, 'reconciliations'));
  const left = await deps.db.query(sql`
    select outcome, notice
    from bank_lines
    where statement_id = ${kept.id}`);
  assert.deepEqual(left, [{ outcome: 'we_miss', notice: null }]);
  await assert.rejects(apply(kept), refusal('list_not_kept'));
});
