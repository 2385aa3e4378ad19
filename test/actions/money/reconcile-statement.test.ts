// A bank's statement beside payments, transfers and the books (D89).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { matchNotices } from '../../../src/actions/money/match-payments.js';
import { verifyLedger } from '../../../src/actions/money/proofs/verify-ledger.js';
import { storeNotice } from '../../../src/actions/money/receive-notice.js';
import { reconcileStatement } from '../../../src/actions/money/reconcile-statement.js';
import { refundOrder } from '../../../src/actions/money/refund-order.js';
import { voidPayment } from '../../../src/actions/money/undo-payment.js';
import { bounceTransfer, confirmTransfer, markSent } from '../../../src/actions/transfers/change-transfer.js';
import { NIL_UUID } from '../../../src/domain/base/identity.js';
import type { Mode } from '../../../src/domain/base/mode.js';
import { toDecimal } from '../../../src/domain/base/money.js';
import { LINE_OUTCOMES, type LineOutcome } from '../../../src/domain/money/bank-statement.js';
import { listLines } from '../../../src/store/money/statements/bank-statements.js';
import { readStatement } from '../../../src/wire/money/statements/read-statement.js';
import { speiNotice, trackingKey } from '../../money/books.js';
import { credentialOf, makeOrder, refusal } from '../../support/made-orders.js';
import { startTestService } from '../../support/service.js';

const service = await startTestService();
const { deps } = service;
const merchant = await credentialOf(service);
const TIME = Date.parse('2026-10-05T18:00:00Z');
const RAIL = { id: NIL_UUID, kind: 'spei', name: 'test', mode: 'test' } as const;
service.setTime(TIME);

/** Money that arrives on the day; without a CLABE it is for no order. */
async function arrive(amount: string, clabe: string | null = '646180111111111111', at = TIME): Promise<string> {
  const key = trackingKey();
  const day = new Date(at).toISOString().slice(0, 10).replaceAll('-', '');
  const body = speiNotice(clabe ?? '', amount, { claveRastreo: key, fechaOperacion: day, tsLiquidacion: at });
  await matchNotices(deps, [(await storeNotice(deps, RAIL, body)) ?? assert.fail()]);
  return key;
}

async function paymentOf(key: string): Promise<string> {
  const [row] = await deps.db.query<{ id: string }>({
    text: 'select id from payments where tracking_key = $1',
    values: [key],
  });
  return row?.id ?? assert.fail();
}

type Told = readonly [sign: 'C' | 'D', amount: string, text: string, type?: string];

/** A statement of the day whose balances fit its lines. */
function mt940(lines: readonly Told[], day = '261005'): string {
  const centavos = (text: string) => BigInt(text.replace(',', ''));
  const sum = lines.reduce((total, [sign, amount]) => total + (sign === 'C' ? 1n : -1n) * centavos(amount), 0n);
  const moved = lines.map(
    ([sign, amount, text, type = 'NTRF']) => `:61:${day}${sign}${amount}${type}NONREF\n:86:${text}`,
  );
  const closing = toDecimal(100_000n + sum).replace('.', ',');
  return [':20:X', ':25:0021', `:60F:C${day}MXN1000,00`, ...moved, `:62F:C${day}MXN${closing}`, '-'].join('\n');
}

const compare = (text: string, mode: Mode = 'test') =>
  reconcileStatement(
    deps,
    {
      mode,
      format: 'mt940',
      fileName: 'day.sta',
      actor: 'treasurer',
      async *open() {
        yield text;
      },
    },
    readStatement,
  );

const linesOf = async (statementId: string, outcome: LineOutcome) =>
  (await listLines(deps.db, { statementId, outcome }, { at: null, towards: 'next', limit: 100 })).map(
    ({ direction, amount, trackingKey: key, ourAmount }) => [direction, toDecimal(amount), key, ourAmount],
  );

test('every line is what it is beside our books, and the closing balance stands beside theirs', async () => {
  const order = await makeOrder(deps, merchant);
  const paid = await arrive('100.00', order.clabe);
  const [less, silent, voided, ours] = [
    await arrive('80.00'),
    await arrive('55.00'),
    await arrive('30.00'),
    await arrive('20.00'),
  ];
  await voidPayment(deps, { paymentId: await paymentOf(voided), note: 'test', actor: 'test' });
  const refund = async (amount: bigint, key: string) => {
    const call = { key: { scope: merchant.scope, uuid: order.uuid }, amount, reason: null, actor: 'test' };
    const made = await refundOrder(deps, call);
    const transferId = made.is === 'first' ? made.value.transfer.id : assert.fail();
    await markSent(deps, { transferId, trackingKey: key, actor: 'test' });
    return { transferId, actor: 'test' };
  };
  await confirmTransfer(deps, await refund(4_000n, 'OUT0000001'));
  await refund(1_000n, 'OUT0000002');
  await refund(300n, 'OUT0000003');
  await bounceTransfer(deps, { ...(await refund(700n, 'OUT0000004')), note: 'returned' });

  const kept = await compare(
    mt940([
      ['C', '100,00', `SPEI ${paid} ANA`],
      ['C', '79,00', `SPEI ${less}`],
      ['C', '55,00', 'SPEI SIN CLAVE'],
      ['C', '30,00', `SPEI ${voided}`],
      ['C', '70,00', 'SPEI ZZZ999999'],
      ['D', '40,00', 'ENVIADO OUT0000001'],
      ['D', '10,00', 'ENVIADO'],
      ['D', '7,00', 'ENVIADO OUT0000004'],
      ['C', '7,00', 'DEVUELTO OUT0000004'],
      ['D', '12,34', 'RETIRO'],
      ['D', '5,00', 'COMISION', 'NCHG'],
    ]),
  );
  assert.deepEqual(
    Object.fromEntries(await Promise.all(LINE_OUTCOMES.map(async (one) => [one, await linesOf(kept.id, one)]))),
    {
      never_sent: [['out', '12.34', null, null]],
      differs: [
        ['in', '79.00', less, 8_000n],
        ['in', '30.00', voided, 3_000n],
      ],
      we_miss: [['in', '70.00', null, null]],
      they_miss: [
        ['in', '20.00', ours, 2_000n],
        ['out', '3.00', 'OUT0000003', 300n],
      ],
      proposed: [
        ['in', '55.00', silent, 5_500n],
        ['out', '10.00', 'OUT0000002', 1_000n],
      ],
      charge: [['out', '5.00', null, null]],
      agrees: [
        ['in', '100.00', paid, 10_000n],
        ['out', '40.00', 'OUT0000001', 4_000n],
        ['out', '7.00', 'OUT0000004', 700n],
        ['in', '7.00', 'OUT0000004', 700n],
      ],
    },
  );
  assert.deepEqual(kept.summary.we_miss, { count: 1, sum: '7000' });
  assert.equal(kept.opening, 100_000n);
  // 100, 80, 55 and 20 came and 40 went; what was voided never came, and what is only sent is not confirmed.
  assert.equal(kept.books, 21_500n);
  // 100 and 7 agree and came, 40 and 7 agree and left.
  assert.equal(kept.shown, 6_000n);
  assert.deepEqual([kept.firstDay, kept.lastDay, kept.account], ['2026-10-05', '2026-10-05', '0021']);
});

test('what the statement of the next day shows is not missing there, and live money is none of test mode’s', async () => {
  const at = TIME + 86_400_000;
  service.setTime(at);
  const key = await arrive('41.00', undefined, at);
  const first = await compare(mt940([['C', '41,00', key]], '261006'));
  assert.deepEqual(first.summary, { agrees: { count: 1, sum: '4100' } });
  const again = await compare(mt940([], '261006'));
  assert.deepEqual(again.summary, {}, 'another statement has it');
  const live = await compare(mt940([['C', '41,00', key]], '261006'), 'live');
  assert.deepEqual([live.summary, live.books], [{ we_miss: { count: 1, sum: '4100' } }, 0n]);
});

test('two lines with one clave are one payment of ours and one that we miss', async () => {
  const at = TIME + 2 * 86_400_000;
  service.setTime(at);
  const key = await arrive('42.00', undefined, at);
  const { summary } = await compare(
    mt940(
      [
        ['C', '42,00', key],
        ['C', '42,00', key],
      ],
      '261007',
    ),
  );
  assert.deepEqual([summary.agrees?.count, summary.we_miss?.count], [1, 1]);
});

/** What `bank` says is in the account. */
async function shownNow(): Promise<bigint> {
  const [row] = await deps.db.query<{ shown: bigint }>({
    text: 'select -sum(bank)::bigint as shown from ledger_balances where not livemode',
    values: [],
  });
  return row?.shown ?? 0n;
}

test('what agrees is booked once: the same statement again, others that overlap it, and two at once', async () => {
  const at = TIME + 4 * 86_400_000;
  service.setTime(at);
  const keys = [
    await arrive('10.00', undefined, at),
    await arrive('20.00', undefined, at),
    await arrive('30.00', undefined, at),
  ];
  const lines = keys.map((key, index): Told => ['C', `${index + 1}0,00`, `SPEI ${key}`]);
  const statement = (...of: number[]) =>
    compare(
      mt940(
        of.map((index) => lines[index] ?? assert.fail()),
        '261009',
      ),
    );
  const before = await shownNow();
  assert.equal((await statement(0)).shown, before + 1_000n);
  assert.equal((await statement(0)).shown, before + 1_000n);
  await Promise.all([statement(0, 1, 2), statement(1, 2), statement(2, 1)]);
  assert.equal(await shownNow(), before + 6_000n);
  const { proofs } = await verifyLedger(deps);
  assert.deepEqual(
    proofs.filter(({ broken }) => broken > 0),
    [],
  );
});

test('a payment that a statement has shown cannot be voided, and a statement counts what came up to its last day', async () => {
  const later = TIME + 6 * 86_400_000;
  service.setTime(later);
  const [key, old] = [await arrive('15.00', undefined, later), await arrive('5.00', undefined, later - 86_400_000)];
  const before = await shownNow();
  assert.equal((await compare(mt940([['C', '15,00', key]], '261011'))).shown, before + 1_500n);
  assert.equal((await compare(mt940([['C', '5,00', old]], '261010'))).shown, before + 500n);
  const call = { paymentId: await paymentOf(key), note: 'test', actor: 'test' };
  await assert.rejects(voidPayment(deps, call), refusal('not_undoable'));
});

test('a statement that does not add up, or is of two accounts, is not kept', async () => {
  const count = async () => (await deps.db.query({ text: 'select 1 from bank_lines', values: [] })).length;
  const before = await count();
  const text = mt940([['C', '9,00', 'X']]);
  await assert.rejects(compare(text.replace('C9,00', 'C9,01')), refusal('unreadable_statement'));
  await assert.rejects(compare(`${text}\n${text.replace(':25:0021', ':25:0022')}`), refusal('unreadable_statement'));
  assert.equal(await count(), before);
});

test('a million lines would be told in steps: how many are read, and how many compared', async () => {
  const steps: [string, number][] = [];
  const text = mt940(
    Array.from({ length: 4_500 }, (_, at) => ['C', '1,00', `N${at}NOBODY`] as const),
    '261008',
  );
  await reconcileStatement(
    deps,
    {
      ...{ mode: 'test', format: 'mt940', fileName: 'long.sta', actor: 'treasurer' },
      async *open() {
        yield text;
      },
      progress: (step, count) => steps.push([step, count]),
    },
    readStatement,
  );
  assert.deepEqual(steps, [
    ['read', 1_998],
    ['read', 3_998],
    ['read', 4_500],
    ['compared', 2_000],
    ['compared', 4_000],
    ['compared', 4_500],
  ]);
});

test('a second long statement takes no longer than the first, which PostgreSQL has counted meanwhile', async () => {
  const count = 10_000;
  await deps.db.query({
    text: `insert into payments (id, identity, kind, livemode, network, tracking_key, destination, payer_name, payer_account, amount,
        unmatched, key_day, paid_at, received_at, updated_at)
      select (lpad(to_hex(extract(epoch from $1::timestamptz)::bigint * 1000), 12, '0') || substr(md5(key), 1, 20))::uuid, sha256(convert_to(key, 'UTF8')), 'spei', false, '40012', key, '646180111111111111', 'ANA', '', 100, 100,
        '20260901', $1, $1, $1
      from (select 'MANY' || lpad(place::text, 8, '0') as key from generate_series(1, $2::integer) as place) told`,
    values: [new Date(Date.parse('2026-09-01T18:00:00Z')), count],
  });
  const text = mt940(
    Array.from({ length: count }, (_, at) => ['C', '1,00', `SPEI MANY${String(at + 1).padStart(8, '0')}`] as const),
    '260901',
  );
  const timed = async () => {
    const begin = performance.now();
    const { summary } = await compare(text);
    assert.equal(summary.agrees?.count, count);
    return performance.now() - begin;
  };
  const first = await timed();
  await deps.db.query({ text: 'analyze bank_lines', values: [] });
  const second = await timed();
  assert.ok(second < 3 * first + 1_000, `${first.toFixed(0)} ms, then ${second.toFixed(0)} ms`);
});
