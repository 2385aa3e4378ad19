// A rail's list against our payments: D42.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Payment } from '../../../src/domain/money/payment.js';
import { readNotice } from '../../../src/domain/money/read-notice.js';
import { compareWithList, type ListedPayment, missingInList } from '../../../src/domain/money/reconcile.js';
import { makePayment } from '../../money/fixtures.js';

const TIME = Date.parse('2026-11-15T18:00:00Z');
const DAY = '20261115';

const speiLine = (line: number, change: Record<string, unknown> = {}) =>
  listed('spei', line, {
    ...{ claveRastreo: `KEY${line}`, fechaOperacion: DAY, institucionOrdenante: '40012', cuentaOrdenante: '1' },
    ...{ cuentaBeneficiario: '646180123400000004', monto: '100.00', tsLiquidacion: TIME, ...change },
  });
const cashLine = (line: number, change: Record<string, unknown> = {}) =>
  listed('cash', line, {
    ...{ network: 'OXXO', transaction_id: `T${line}`, reference: '12345678901234', amount: '100.00' },
    ...{ paid_at: new Date(TIME).toISOString(), ...change },
  });

function listed(kind: 'spei' | 'cash', line: number, notice: object): ListedPayment {
  const body = JSON.stringify(notice);
  const read = readNotice(kind, body, { mode: 'live', receivedAt: 0 });
  return read.is === 'arrival'
    ? { line, body, arrival: read.arrival, day: read.day }
    : assert.fail(JSON.stringify(read));
}

/** The payment that a line's notice would have become. */
function paymentOf({ line, arrival }: ListedPayment, change: Partial<Payment> = {}): Payment {
  return { ...makePayment(line, { amount: arrival.amount }), ...arrival, ...change };
}

test('a line and its payment are the same; a line twice is repeated; one that nobody reported we miss', () => {
  const [one, two] = [speiLine(2), speiLine(3)];
  const found = compareWithList([one, { ...one, line: 4 }, two], [paymentOf(one)]);
  assert.deepEqual(
    found.map(({ is, line }) => [is, line.line]),
    [
      ['same', 2],
      ['repeated', 4],
      ['we_miss', 3],
    ],
  );
});

test('the same bank and tracking key with other facts differs, and every difference is named', () => {
  const ours = paymentOf(speiLine(2));
  const line = speiLine(2, { monto: '100.01', cuentaBeneficiario: '646180123400000017', cuentaOrdenante: '2' });
  const [found] = compareWithList([line], [ours]);
  assert.ok(found?.is === 'differs' && found.payment === ours);
  assert.equal(found.what, 'amount, destination, ordering account');
  const [other] = compareWithList([speiLine(2, { fechaOperacion: '20261116' })], [ours]);
  assert.equal(other?.is === 'differs' && other.what, 'operating date');
});

test('a till that took its payment back differs from its own list', () => {
  const line = cashLine(2);
  const [found] = compareWithList([line], [paymentOf(line, { flags: ['reversed'] })]);
  assert.equal(found?.is === 'differs' && found.what, 'taken back by the till');
});

test('a line that is near a payment of ours which the list lacks differs, and is nobody else', () => {
  const ours = paymentOf(speiLine(2, { claveRastreo: '00ABC-1' }));
  const near = (change: Record<string, unknown>) => {
    const [found] = compareWithList([speiLine(2, change)], [ours]);
    return found?.is === 'differs' && found.isNear ? found.what : found?.is;
  };
  assert.equal(near({ claveRastreo: 'abc1' }), 'tracking key');
  assert.equal(near({ claveRastreo: 'ABC1', monto: '99.00' }), 'tracking key, amount');
  assert.equal(near({ claveRastreo: 'OTHER' }), 'tracking key');
  assert.equal(near({ claveRastreo: 'OTHER', monto: '99.00' }), 'we_miss');
  assert.equal(near({ claveRastreo: 'OTHER', tsLiquidacion: TIME + 2 * 86_400_000 }), 'we_miss');
  assert.equal(near({ claveRastreo: 'OTHER', cuentaBeneficiario: '646180123400000017' }), 'we_miss');
  // Two lines cannot both be the one payment, and a payment that is listed is near no other line.
  const lines = [speiLine(2, { claveRastreo: 'OTHER' }), speiLine(3, { claveRastreo: 'ANOTHER' })];
  assert.deepEqual(
    compareWithList(lines, [ours]).map(({ is }) => is),
    ['differs', 'we_miss'],
  );
  const listed = [speiLine(2, { claveRastreo: '00ABC-1' }), speiLine(3, { claveRastreo: 'OTHER' })];
  assert.deepEqual(
    compareWithList(listed, [ours]).map(({ is }) => is),
    ['same', 'we_miss'],
  );
});

test('what a list leaves out of a transfer, or tells of its payer, makes no other transfer of it', () => {
  const ours = paymentOf(speiLine(2));
  assert.equal(compareWithList([speiLine(2, { cuentaOrdenante: '' })], [ours])[0]?.is, 'same');
  const [bank] = compareWithList([speiLine(2, { institucionOrdenante: '012' })], [ours]);
  assert.deepEqual(bank?.is === 'differs' && [bank.what, bank.isNear], ['ordering bank', false]);
});

test('a cash payment of another network is never near', () => {
  const ours = paymentOf(cashLine(2));
  assert.equal(compareWithList([cashLine(2, { network: 'EXTRA' })], [ours])[0]?.is, 'we_miss');
});

test('a tracking key that comes again after more than a week is another payment', () => {
  const old = paymentOf(
    speiLine(2, { monto: '7.00', tsLiquidacion: TIME - 8 * 86_400_000, fechaOperacion: '20261107' }),
  );
  assert.equal(compareWithList([speiLine(2)], [old])[0]?.is, 'we_miss');
});

test('they miss what is ours of that day and not listed, unless a till took it back', () => {
  const [here, there] = [speiLine(2), speiLine(3)];
  const comparisons = compareWithList([here], [paymentOf(here)]);
  const ours = [
    paymentOf(here),
    paymentOf(there),
    paymentOf(speiLine(4, { fechaOperacion: '20261116' })),
    paymentOf(speiLine(5), { flags: ['reversed'] }),
  ];
  assert.deepEqual(
    missingInList(ours, comparisons, [DAY]).map(({ trackingKey }) => trackingKey),
    ['KEY3'],
  );
});

test('what differs is not missing as well', () => {
  const ours = paymentOf(speiLine(2));
  const comparisons = compareWithList([speiLine(2, { monto: '5.00' })], [ours]);
  assert.deepEqual(missingInList([ours], comparisons, [DAY]), []);
});

test('a list of cash networks is compared with the networks it names; an empty one with all', () => {
  const [oxxo, extra] = [cashLine(2), cashLine(3, { network: 'EXTRA' })];
  const ours = [paymentOf(cashLine(4)), paymentOf(extra)];
  const keys = (lines: ListedPayment[]) =>
    missingInList(ours, compareWithList(lines, []), [DAY]).map(({ network }) => network);
  assert.deepEqual(keys([oxxo]), ['OXXO']);
  assert.deepEqual(keys([]), ['OXXO', 'EXTRA']);
});
