// Notices as rails send them: D44, D45.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Mode } from '../../../src/domain/base/mode.js';
import { type ReadNotice, readNotice } from '../../../src/domain/money/read-notice.js';

const RECEIVED = Date.parse('2026-11-15T12:00:00Z');
const readSpei = (body: string, mode: Mode = 'live') => readNotice('spei', body, { mode, receivedAt: RECEIVED });
const readCash = (body: string, mode: Mode = 'live') => readNotice('cash', body, { mode, receivedAt: RECEIVED });
const SPEI = {
  id: 1,
  fechaOperacion: '20261115',
  institucionOrdenante: '40012',
  claveRastreo: 'ABC123',
  monto: '@',
  cuentaOrdenante: '012180015025335996',
  nombreOrdenante: 'ANA',
  cuentaBeneficiario: '646180123400000004',
  tipoPago: 1,
  tsLiquidacion: RECEIVED - 5_000,
};
const CASH = {
  network: 'OXXO',
  transaction_id: 'T-1',
  reference: '1234 5678-901234',
  amount: '@',
  paid_at: '2026-11-15T05:59:00-06:00',
  store_id: 50,
};

/** `amount` is written into the JSON as it stands. */
const text = (record: object, amount: string, change: object = {}) =>
  JSON.stringify({ ...record, ...change }).replace('"@"', amount);
const spei = (amount: string, change: object = {}) => readSpei(text(SPEI, amount, change));
const cash = (amount: string, change: object = {}) => readCash(text(CASH, amount, change), 'test');

test('a deposit is read with all that names it', () => {
  const read = spei('100.50');
  assert.ok(read.is === 'arrival');
  const { identity, ...arrival } = read.arrival;
  assert.equal(identity.length, 32);
  assert.deepEqual(arrival, {
    kind: 'spei',
    mode: 'live',
    network: '40012',
    trackingKey: 'ABC123',
    destination: '646180123400000004',
    payerName: 'ANA',
    payerAccount: '012180015025335996',
    amount: 10_050n,
    paidAt: RECEIVED - 5_000,
  });
});

test('a payment at a till is read, its reference without blanks and dashes, its time in its own zone', () => {
  const read = cash('75');
  assert.ok(read.is === 'arrival');
  const { kind, mode, network, trackingKey, destination, payerAccount, amount, paidAt } = read.arrival;
  assert.deepEqual(
    { kind, mode, network, trackingKey, destination, payerAccount, amount, paidAt },
    {
      kind: 'cash',
      mode: 'test',
      network: 'OXXO',
      trackingKey: 'T-1',
      destination: '12345678901234',
      payerAccount: '50',
      amount: 7_500n,
      paidAt: Date.parse('2026-11-15T11:59:00Z'),
    },
  );
});

test('every amount of centavos survives its decimal text, as a number and as a string', () => {
  fc.assert(
    fc.property(fc.oneof(fc.bigInt(1n, 100_000n), fc.bigInt(1n, 10n ** 15n - 1n)), (amount) => {
      const digits = amount.toString().padStart(3, '0');
      const decimal = `${digits.slice(0, -2)}.${digits.slice(-2)}`;
      for (const written of [decimal, `"${decimal}"`, `${decimal}0`]) {
        for (const read of [spei(written), cash(written)])
          assert.ok(read.is === 'arrival' && read.arrival.amount === amount, written);
      }
    }),
  );
});

test('an amount that is none, or has more decimals than money has, is malformed', () => {
  for (const amount of [
    '0',
    '0.00',
    '-1',
    '1.005',
    '""',
    '"x"',
    '"1,000.00"',
    '"0x10"',
    'null',
    'true',
    '[1]',
    '{}',
    '12345678901234',
    '9'.repeat(400),
  ]) {
    assert.equal(spei(amount).is, 'malformed', amount);
    assert.equal(cash(amount).is, 'malformed', amount);
  }
});

test('a number with an exponent is that number or malformed, never its first digits', () => {
  for (const [written, amount] of [
    ['1.0E7', 1_000_000_000n],
    ['1e2', 10_000n],
    ['1.5E+3', 150_000n],
  ] as const) {
    for (const read of [spei(written), cash(written)])
      assert.ok(
        read.is === 'malformed' || (read.is === 'arrival' && read.arrival.amount === amount),
        `${written} was read as ${read.is === 'arrival' ? read.arrival.amount : read.is}`,
      );
  }
});

test('the amount is the one that JSON means, not one that stands deeper or was overwritten', () => {
  const nested = spei('100.00', { id: { monto: 1 } });
  assert.ok(nested.is === 'malformed' || (nested.is === 'arrival' && nested.arrival.amount === 10_000n), 'nested');
  const escaped = spei('100.00', { nombreOrdenante: '"monto": 1', id: 'monto' });
  assert.ok(escaped.is === 'arrival' && escaped.arrival.amount === 10_000n, 'in a text');
  const twice = readSpei(text(SPEI, '1.00').replace(/\}$/, ',"monto":100.00}'));
  assert.ok(twice.is === 'malformed' || (twice.is === 'arrival' && twice.arrival.amount === 10_000n), 'twice');
});

test('what is missing or cannot be stored is malformed, and every problem is told', () => {
  for (const name of ['claveRastreo', 'fechaOperacion', 'institucionOrdenante', 'cuentaBeneficiario'])
    for (const value of [undefined, null, '', '  ', 'a\0b', '\ud800', 'x'.repeat(256), {}, [], true]) {
      const read = spei('100.00', { [name]: value });
      assert.ok(read.is === 'malformed' && read.problems.join().includes(name), `${name} ${JSON.stringify(value)}`);
    }
  for (const name of ['network', 'transaction_id', 'reference'])
    for (const value of [undefined, null, '', 'a\0b', '\udfff', 'x'.repeat(256), {}])
      assert.equal(cash('100.00', { [name]: value }).is, 'malformed', `${name} ${JSON.stringify(value)}`);
  const nothing = readSpei('{}');
  assert.ok(nothing.is === 'malformed' && nothing.problems.length >= 5);
  for (const body of ['', 'x', '[]', 'null', '1', '"x"', '{"a":1', '{"a":"\0"}'])
    for (const read of [readSpei(body), readCash(body)]) assert.equal(read.is, 'malformed', JSON.stringify(body));
});

test('a date is eight digits', () => {
  for (const fechaOperacion of ['2026-11-15', '261115', 'x', '202611150'])
    assert.equal(spei('1.00', { fechaOperacion }).is, 'malformed', fechaOperacion);
});

const isReturn = (read: ReadNotice) => (read.is === 'arrival' ? read.isReturn : null);

test('tipoPago 0, 16, 17, 18, 23, 24 are returns, as numbers or texts; none and others are deposits', () => {
  for (const tipoPago of [0, 16, 17, 18, 23, 24, '0', '16'])
    assert.equal(isReturn(spei('1.00', { tipoPago })), true, String(tipoPago));
  for (const tipoPago of [1, 5, 19, '1', undefined, null])
    assert.equal(isReturn(spei('1.00', { tipoPago })), false, String(tipoPago));
});

test('a tipoPago that is no whole number, or no type of the bank network, is malformed and never a return', () => {
  const odd = [
    '',
    ' ',
    '0.0',
    '00x',
    'x',
    '-1',
    '1e1',
    '0x10',
    true,
    false,
    [],
    [0],
    {},
    0.5,
    16.5,
    -0.5,
    13,
    35,
    37,
    99,
  ];
  for (const tipoPago of [...odd, '13', 1e9]) {
    const read = spei('1.00', { tipoPago });
    assert.ok(read.is === 'malformed' && read.problems.join().includes('tipoPago'), JSON.stringify(tipoPago));
  }
  fc.assert(
    fc.property(fc.anything(), (value) => {
      const returns = [0, 16, 17, 18, 23, 24].some(
        (type) => JSON.stringify(value) === `${type}` || value === `${type}`,
      );
      const read = spei('1.00', { tipoPago: JSON.parse(JSON.stringify(value) ?? 'null') });
      assert.equal(isReturn(read) === true, returns || Object.is(value, -0));
    }),
  );
});

test('a time without a zone is of Mexico City, in summer time as long as there was one', () => {
  const at = (paid_at: string) => {
    const read = cash('1.00', { paid_at });
    return read.is === 'arrival' ? new Date(read.arrival.paidAt).toISOString() : read.is;
  };
  assert.equal(at('2026-11-15T10:00:00'), '2026-11-15T16:00:00.000Z');
  assert.equal(at('2026-07-15T23:30:00.250'), '2026-07-16T05:30:00.250Z');
  assert.equal(at('2021-07-15T10:00'), '2021-07-15T15:00:00.000Z', 'five hours then');
  assert.equal(at('2021-01-15T10:00:00'), '2021-01-15T16:00:00.000Z');
  assert.equal(at('2026-11-15T10:00:00-05:00'), '2026-11-15T15:00:00.000Z');
  assert.equal(at('2026-11-15T10:00:00Z'), '2026-11-15T10:00:00.000Z');
  assert.equal(at('2026-11-15T10:61:00'), 'malformed');
});

test('a transfer told again with another bank, account, name or time is the same one; its key, date, amount and CLABE name it', () => {
  const identity = (change: object, amount = '100.50') => {
    const read = spei(amount, change);
    return read.is === 'arrival' ? read.arrival.identity.toString('hex') : read.is;
  };
  const first = identity({});
  for (const change of [
    { cuentaOrdenante: '002180000000000001' },
    { cuentaOrdenante: null },
    { nombreOrdenante: 'ANA P' },
    { nombreOrdenante: '' },
    { institucionOrdenante: '40002' },
    { tsLiquidacion: RECEIVED },
    { id: 2, tipoPago: 2 },
  ])
    assert.equal(identity(change), first, JSON.stringify(change));
  for (const change of [
    { claveRastreo: 'ABC124' },
    { fechaOperacion: '20261116' },
    { cuentaBeneficiario: '646180123400000017' },
  ])
    assert.notEqual(identity(change), first, JSON.stringify(change));
  assert.notEqual(identity({}, '100.51'), first);
});

test('numbers stand for texts, but not where a float has lost digits', () => {
  const read = spei('1.00', { institucionOrdenante: 40012, claveRastreo: 1234567 });
  assert.ok(read.is === 'arrival' && read.arrival.network === '40012' && read.arrival.trackingKey === '1234567');
  const raw = (clave: string) => readSpei(text(SPEI, '1.00').replace('"ABC123"', clave));
  const [one, other] = [raw('12345678901234567890'), raw('12345678901234567891')];
  assert.ok(
    one.is === 'malformed' ||
      (one.is === 'arrival' && other.is === 'arrival' && !one.arrival.identity.equals(other.arrival.identity)),
    'two transfers must not become one',
  );
});

test('a whole number is digits alone', () => {
  const typed = (written: string) => readSpei(text(SPEI, '1.00').replace(/"tipoPago":\d+/, `"tipoPago":${written}`)).is;
  assert.equal(typed('1'), 'arrival');
  for (const written of ['1.0', '1e0', '-0', '-1', '01', '1.5', '1 1'])
    assert.equal(typed(written), 'malformed', written);
});

test('the time of payment: milliseconds, seconds or ISO; none is the time of arrival', () => {
  const at = (tsLiquidacion: unknown) => {
    const read = spei('1.00', { tsLiquidacion });
    return read.is === 'arrival' ? read.arrival.paidAt : read.is;
  };
  assert.equal(at(1_790_000_000_000), 1_790_000_000_000);
  assert.equal(at(1_790_000_000), 1_790_000_000_000);
  assert.equal(at('1790000000000'), 1_790_000_000_000);
  assert.equal(at('2026-11-15T10:00:00Z'), Date.parse('2026-11-15T10:00:00Z'));
  assert.equal(at(undefined), RECEIVED);
  const till = (paid_at: unknown) => cash('1.00', { paid_at }).is;
  assert.equal(till('yesterday'), 'malformed');
  assert.equal(till(null), 'arrival');
});

test('a time that no database can hold is never read', () => {
  for (const time of [
    Number.MAX_SAFE_INTEGER,
    8_640_000_000_000_001,
    8_640_000_000_000_000,
    '9999-12-31T23:59:59-12:00',
    '0000-01-01T00:00:00Z',
  ]) {
    for (const read of [spei('1.00', { tsLiquidacion: time }), cash('1.00', { paid_at: time })]) {
      const year = read.is === 'arrival' ? new Date(read.arrival.paidAt).getUTCFullYear() : 2026;
      assert.ok(year >= 1 && year <= 9999, `${time} was read as a time of the year ${year}`);
    }
  }
});

test('an object that pretends to be a number is none', () => {
  for (const value of [{ isLosslessNumber: true, value: '1.00' }, { toString: 1, valueOf: 1 }, [1]]) {
    assert.equal(spei('100.00', { monto: value }).is, 'malformed', JSON.stringify(value));
    assert.equal(spei('100.00', { claveRastreo: value }).is, 'malformed', JSON.stringify(value));
    assert.equal(spei('100.00', { tipoPago: value }).is, 'malformed', JSON.stringify(value));
  }
});

test('of a key that stands twice the last one counts, as in every JSON reader', () => {
  const read = readSpei(text(SPEI, '1.00').replace(/\}$/, ',"monto":100.10,"claveRastreo":"LAST"}'));
  assert.ok(read.is === 'arrival' && read.arrival.amount === 10_010n && read.arrival.trackingKey === 'LAST');
});

test('what is no JSON for JSON.parse is none here', () => {
  const pieces = fc.constantFrom('{', '}', '[', ':', ',', '"a"', '"\\x"', '"\n"', '01', '-', '1.', '1e5', 'nul', ' ');
  const isObject = (body: string) => {
    try {
      const value: unknown = JSON.parse(body);
      return typeof value === 'object' && value !== null && !Array.isArray(value);
    } catch {
      return false;
    }
  };
  fc.assert(
    fc.property(
      fc.oneof(
        fc.json(),
        fc.array(pieces, { maxLength: 10 }).map((all) => all.join('')),
      ),
      (body) => {
        const read = readSpei(body);
        const isNone = read.is === 'malformed' && read.problems[0] === 'the body is no JSON object';
        assert.equal(isNone, !isObject(body), body);
      },
    ),
  );
});

test("a transfer is of its operating date, a till's payment of its day in Mexico City", () => {
  const transfer = spei('1.00', { fechaOperacion: '20261117' });
  assert.ok(transfer.is === 'arrival' && transfer.day === '20261117');
  const night = cash('1.00', { paid_at: '2026-11-16T05:59:00Z' });
  assert.ok(night.is === 'arrival' && night.day === '20261115');
});
