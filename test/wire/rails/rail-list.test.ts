// A rail's list of a day: each line is the notice it should have been.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readNotice } from '../../../src/domain/money/read-notice.js';
import { RAIL_KIND_NAMES } from '../../../src/domain/rails/kinds.js';
import { AppError } from '../../../src/errors/errors.js';
import { listColumns } from '../../../src/wire/rails/rail-list.js';
import { readText } from '../../money/rail-texts.js';

const SPEI = {
  claveRastreo: 'KEY1',
  fechaOperacion: '20261115',
  institucionOrdenante: '40012',
  cuentaBeneficiario: '646180123400000004',
  monto: '1005.10',
  cuentaOrdenante: '012180015025335996',
  nombreOrdenante: 'Robles; Ana',
  tsLiquidacion: '1794712324991',
};
const CASH = {
  network: 'OXXO',
  transaction_id: 'T1',
  reference: '1234 5678-901234',
  amount: '75',
  paid_at: '2026-11-15T23:30:00-06:00',
};
const csv = (...records: Record<string, string>[]) =>
  [Object.keys(records[0] ?? {}), ...records.map(Object.values)].map((fields) => fields.join(',')).join('\n');
const problemOf = async (kind: 'spei' | 'cash', text: string) => {
  try {
    await readText(kind, text);
  } catch (error) {
    if (error instanceof AppError && error.code === 'unreadable_list') return String(error.details['problem']);
    throw error;
  }
  return assert.fail('the list was read');
};

test('the columns of a list are the fields that the kind declares for it', async () => {
  assert.deepEqual(listColumns('spei').sort(), Object.keys(SPEI).sort());
  assert.deepEqual(listColumns('cash'), Object.keys(CASH));
});

test('a line has the identity of its notice', async () => {
  for (const [kind, record] of [
    ['spei', SPEI],
    ['cash', CASH],
  ] as const) {
    const [line, ...others] = await readText(kind, csv(record));
    const notice = readNotice(kind, JSON.stringify(record), { mode: 'live', receivedAt: 5 });
    assert.ok(notice.is === 'arrival' && line !== undefined && others.length === 0);
    assert.deepEqual(line.arrival, notice.arrival);
    assert.deepEqual([line.line, line.day], [2, '20261115']);
    const again = readNotice(kind, line.body, { mode: 'live', receivedAt: 5 });
    assert.ok(again.is === 'arrival' && again.arrival.identity.equals(line.arrival.identity));
  }
});

test('columns stand in any order, others are ignored, and some may be empty', async () => {
  const reversed = Object.fromEntries(Object.entries({ ...SPEI, extra: 'x', cuentaOrdenante: '' }).reverse());
  const [line] = await readText('spei', csv(reversed), 'test');
  assert.deepEqual([line?.arrival.payerAccount, line?.arrival.amount, line?.arrival.mode], [null, 100_510n, 'test']);
  assert.ok(!line?.body.includes('extra'));
});

test('a list of a heading alone is empty', async () => {
  for (const kind of RAIL_KIND_NAMES) assert.deepEqual(await readText(kind, listColumns(kind).join(',')), []);
});

test('everything that is wrong is told at once, line by line', async () => {
  const { monto: _, ...without } = SPEI;
  assert.equal(await problemOf('spei', csv(without)), 'line 1: the heading lacks monto');
  assert.equal(
    await problemOf(
      'spei',
      csv(SPEI, { ...SPEI, monto: '1.005' }, { ...SPEI, claveRastreo: '' }, { ...SPEI, tsLiquidacion: 'x' }),
    ),
    [
      'line 3: monto must be a positive amount with at most two decimals',
      'line 4: claveRastreo must not be empty',
      'line 5: tsLiquidacion must be a time in epoch milliseconds',
    ].join('\n'),
  );
  assert.equal(await problemOf('cash', `${csv(CASH)}\nOXXO,T2`), 'line 3: 2 fields, the heading has 5');
  assert.equal(
    await problemOf('cash', csv({ ...CASH, paid_at: 'soon' })),
    'line 2: paid_at must be an ISO time or epoch seconds',
  );
  assert.equal(await problemOf('cash', 'a"b'), 'line 1: a quote stands where none may be');
});
