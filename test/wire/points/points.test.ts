// The catalogue as operators write it: what is read, what is written, and everything that is wrong at once.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { AppError } from '../../../src/errors/errors.js';
import { CATALOGUE_FOLDER } from '../../../src/paths.js';
import { readLiveDetails, readPointChange, readPoints, writePaymentPoint } from '../../../src/wire/points/points.js';

const SHIPPED = JSON.parse(readFileSync(join(CATALOGUE_FOLDER, 'providers.json'), 'utf8'));
const POINT = {
  code: 'OXXO',
  name: ' Oxxo ',
  kind: 'agreement',
  rank: 1,
  availability: '24:00 hrs',
  transaction_limit: 10_000,
  limit_per_transaction: '5000.50',
  commission: 12,
  is_active: true,
  test_details: { company_reference_number: '1', company_bank_number: '2', other: 3 },
};

/** The faults of what is refused, each as "field code". */
function faultsOf(work: () => unknown): string[] {
  try {
    work();
  } catch (error) {
    assert.ok(error instanceof AppError && error.code === 'invalid_request', String(error));
    return error.faults.map(({ param, error: code }) => `${param} ${code}`);
  }
  return [];
}

test('a point is read into a value: amounts in centavos, texts trimmed, details that are texts', () => {
  assert.deepEqual(readPoints([POINT]), [
    {
      code: 'OXXO',
      kind: 'agreement',
      name: 'Oxxo',
      rank: 1,
      availability: '24:00 hrs',
      orderLimit: 1_000_000n,
      tillLimit: 500_050n,
      commission: 1_200n,
      isActive: true,
      testDetails: { company_reference_number: '1', company_bank_number: '2' },
      liveDetails: null,
    },
  ]);
});

test('what is written is read as the same again, of the shipped catalogue and of every commission', () => {
  const commissions = [null, 0, 12.5].map((commission, at) => ({ ...POINT, code: `C${at}`, commission }));
  for (const file of [SHIPPED, commissions]) {
    const points = readPoints(file);
    assert.equal(points.length, file.length);
    assert.deepEqual(readPoints(JSON.parse(JSON.stringify(points.map(writePaymentPoint)))), points);
  }
});

test('every shipped point says what it charges: an old library reads a number (D68)', () => {
  assert.deepEqual(
    readPoints(SHIPPED).filter(({ commission }) => commission === null),
    [],
  );
});

for (const [change, faults] of [
  [{ code: 'a b' }, ['point_1.code invalid_code']],
  [{ code: 5, kind: 'x' }, ['point_1.code invalid_code', 'point_1.kind not_allowed']],
  [{ kind: undefined }, ['OXXO.kind not_allowed']],
  [{ kind: 'toString' }, ['OXXO.kind not_allowed']],
  [{ name: '' }, ['OXXO.name wrong_length']],
  [{ name: 'x'.repeat(256) }, ['OXXO.name wrong_length']],
  [{ name: 5 }, ['OXXO.name wrong_length']],
  [{ availability: 'a\0b' }, ['OXXO.availability invalid_characters']],
  [{ rank: 0 }, ['OXXO.rank out_of_range']],
  [{ rank: 1.5 }, ['OXXO.rank out_of_range']],
  [{ rank: 1_000_001 }, ['OXXO.rank out_of_range']],
  [{ transaction_limit: -1 }, ['OXXO.transaction_limit not_positive']],
  [{ transaction_limit: 0 }, ['OXXO.transaction_limit not_positive']],
  [{ limit_per_transaction: 'much' }, ['OXXO.limit_per_transaction not_a_number']],
  [{ limit_per_transaction: 99_999_999 }, ['OXXO.limit_per_transaction too_large']],
  [{ commission: 1.005 }, ['OXXO.commission too_many_decimals']],
  [
    { test_details: null },
    ['OXXO.test_details.company_reference_number required', 'OXXO.test_details.company_bank_number required'],
  ],
  [{ live_details: { company_reference_number: '1' } }, ['OXXO.live_details.company_bank_number required']],
] as const)
  test(`${JSON.stringify(change).slice(0, 60)} is refused: ${faults.join(', ')}`, () => {
    assert.deepEqual(
      faultsOf(() => readPoints([{ ...POINT, ...change }])),
      faults,
    );
  });

test('everything that is wrong with a file is told at once', () => {
  assert.deepEqual(
    faultsOf(() => readPoints([5, { ...POINT, rank: 0, name: '' }, { ...POINT, code: '' }])),
    ['point_1 wrong_type', 'OXXO.name wrong_length', 'OXXO.rank out_of_range', 'point_3.code invalid_code'],
  );
  for (const value of [null, {}, 'x', undefined])
    assert.deepEqual(
      faultsOf(() => readPoints(value)),
      ['catalogue wrong_type'],
    );
});

test('a change has the fields that are given and no others; texts of a form stand for numbers', () => {
  assert.deepEqual(readPointChange({}), {});
  assert.deepEqual(readPointChange({ name: undefined, code: 'X', kind: 'card' }), {}, 'code and kind stay');
  assert.deepEqual(
    readPointChange({ name: ' A ', rank: '7', availability: 'B', transaction_limit: '9', limit_per_transaction: 8 }),
    { name: 'A', rank: 7, availability: 'B', orderLimit: 900n, tillLimit: 800n },
  );
  for (const [commission, wanted] of [
    ['', null],
    [null, null],
    ['0', 0n],
    ['0.00', 0n],
    [0, 0n],
    ['12.50', 1_250n],
  ] as const)
    assert.deepEqual(readPointChange({ commission }), { commission: wanted });
  for (const value of [true, false]) assert.deepEqual(readPointChange({ is_active: value }), { isActive: value });
});

test('everything that is wrong with a change is told at once', () => {
  const wrong = { name: '', rank: 'first', transaction_limit: '-1', commission: 'x' };
  assert.deepEqual(
    faultsOf(() => readPointChange(wrong)),
    ['name wrong_length', 'rank out_of_range', 'transaction_limit not_positive', 'commission not_a_number'],
  );
});

test('live details are the texts of an object, and cards the list beside them', () => {
  assert.deepEqual(readLiveDetails({ bank_name: 'B', number: 5 }), { details: { bank_name: 'B' }, cards: [] });
  const cards = [4_000_000_000_000_002, '4000 0000 0000 0010'];
  assert.deepEqual(readLiveDetails({ cards }).cards, ['4000000000000002', '4000 0000 0000 0010']);
  for (const value of [null, [], 'x'])
    assert.deepEqual(
      faultsOf(() => readLiveDetails(value)),
      ['live_details wrong_type'],
    );
  assert.deepEqual(
    faultsOf(() => readLiveDetails({ cards: '4000' })),
    ['cards invalid_card_number'],
  );
});
