// What makes a payment that payment: D42, D74.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Mode } from '../../../src/domain/base/mode.js';
import { allIn, PAYMENT_STATES, stateOf } from '../../../src/domain/money/payment.js';
import { readNotice } from '../../../src/domain/money/read-notice.js';
import { cashIdentity } from '../../../src/domain/rails/cash.js';
import { speiIdentity } from '../../../src/domain/rails/spei.js';

const DAY = '20261115';
const TRANSFER = {
  mode: 'live' as Mode,
  network: '40012',
  trackingKey: 'ABC123',
  destination: '646180123400000004',
  payerAccount: '012180015025335996',
  amount: 10_000n,
};

test('a transfer with any one part changed is another transfer; who sent it is no part (D74)', () => {
  const identity = speiIdentity(TRANSFER, DAY);
  assert.equal(identity.length, 32);
  assert.deepEqual(speiIdentity({ ...TRANSFER }, DAY), identity);
  assert.notDeepEqual(speiIdentity(TRANSFER, '20261116'), identity, 'operating date');
  const changes = [
    { mode: 'test' as const },
    { trackingKey: 'ABC124' },
    { destination: '646180123400000017' },
    { amount: 10_001n },
  ];
  for (const change of [{ network: '40002' }, { payerAccount: null }])
    assert.deepEqual(speiIdentity({ ...TRANSFER, ...change }, DAY), identity, JSON.stringify(change));
  for (const change of changes)
    assert.notDeepEqual(speiIdentity({ ...TRANSFER, ...change }, DAY), identity, JSON.stringify(Object.keys(change)));
});

test('parts never run into one another', () => {
  const anyText = fc.string({ unit: 'binary', maxLength: 6 });
  fc.assert(
    fc.property(fc.tuple(anyText, anyText), fc.tuple(anyText, anyText), (one, other) => {
      const same = one[0] === other[0] && one[1] === other[1];
      assert.equal(cashIdentity('live', ...one).equals(cashIdentity('live', ...other)), same);
    }),
  );
  assert.notDeepEqual(cashIdentity('live', 'OXXO', 'T1'), cashIdentity('live', 'OXXOT', '1'));
  assert.notDeepEqual(cashIdentity('live', 'OXXO', 'T1'), cashIdentity('test', 'OXXO', 'T1'));
});

test('of a notice only the named parts count: not its id, its time, its names or how its numbers are written', () => {
  const told = (change: Record<string, unknown>) => {
    const read = readNotice(
      'spei',
      JSON.stringify({
        id: 1,
        fechaOperacion: '20261115',
        institucionOrdenante: '40012',
        claveRastreo: 'ABC123',
        monto: '100.00',
        cuentaOrdenante: '012180015025335996',
        cuentaBeneficiario: '646180123400000004',
        tsLiquidacion: 1_790_000_000_000,
        ...change,
      }),
      { mode: 'live', receivedAt: 0 },
    );
    return read.is === 'arrival' ? read.arrival.identity : assert.fail(JSON.stringify(read));
  };
  const identity = told({});
  assert.deepEqual(identity, speiIdentity(TRANSFER, DAY));
  for (const change of [
    { id: 2 },
    { tsLiquidacion: 1_790_000_009_999 },
    { nombreOrdenante: 'OTRA' },
    { conceptoPago: 'x', referenciaNumerica: 9, empresa: 'Y', rfcCurpOrdenante: 'Z' },
    { monto: '100.0' },
    { monto: 100 },
    { fechaOperacion: 20261115, institucionOrdenante: 40012 },
  ])
    assert.deepEqual(told(change), identity, JSON.stringify(change));
});

test('the state of a payment is the first place that holds any of it', () => {
  for (const state of PAYMENT_STATES) assert.equal(stateOf(allIn(state, 5n)), state);
  assert.equal(stateOf({ ...allIn('surplus', 5n), returned: 1n }), 'surplus');
});
