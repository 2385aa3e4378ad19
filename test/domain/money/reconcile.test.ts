// Lines of a rail's list against our payments: D42.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Payment } from '../../../src/domain/money/payment.js';
import { readNotice } from '../../../src/domain/money/read-notice.js';
import { comparePayments, type ListedPayment } from '../../../src/domain/money/reconcile.js';
import { makePayment } from '../../money/fixtures.js';

const TIME = Date.parse('2026-11-15T18:00:00Z');
const DAY = '20261115';

const speiLine = (line: number, change: Record<string, unknown> = {}) =>
  listed('spei', line, {
    ...{ claveRastreo: `KEY${line}`, fechaOperacion: DAY, institucionOrdenante: '40012', cuentaOrdenante: '1' },
    ...{ cuentaBeneficiario: '646180123400000004', monto: '100.00', tsLiquidacion: TIME, ...change },
  });
const cashLine = (line: number) =>
  listed('cash', line, {
    ...{ network: 'OXXO', transaction_id: `T${line}`, reference: '12345678901234', amount: '100.00' },
    paid_at: new Date(TIME).toISOString(),
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

test('a line and its payment agree; one that nobody reported we miss', () => {
  const [one, two] = [speiLine(2), speiLine(3)];
  const payment = paymentOf(one);
  assert.deepEqual(
    comparePayments([one, two], [payment]).map((line) => [line.is, line.payment]),
    [
      ['agrees', payment.id],
      ['we_miss', null],
    ],
  );
});

test('what a list leaves out of a transfer makes no other transfer of it, and another bank or account differs', () => {
  const ours = paymentOf(speiLine(2));
  const is = (change: Record<string, unknown>) => comparePayments([speiLine(2, change)], [ours])[0]?.is;
  assert.equal(is({ cuentaOrdenante: '' }), 'agrees');
  assert.equal(is({ cuentaOrdenante: '2' }), 'differs');
  assert.equal(is({ institucionOrdenante: '012' }), 'differs');
});

test('a payment that its till took back, or that was voided, differs from the list', () => {
  for (const flag of ['reversed', 'voided'] as const) {
    const line = cashLine(2);
    assert.equal(comparePayments([line], [paymentOf(line, { flags: [flag] })])[0]?.is, 'differs');
  }
});
