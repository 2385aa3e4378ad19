// Why unmatched money might be for an order: mistyped digits, amounts and names.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  areSimilarNames,
  nameWords,
  oneDigitOff,
  suggestionReasons,
} from '../../../src/domain/money/suggest-orders.js';
import { makeArrival, makeOrder } from '../../money/fixtures.js';

test('one digit off is another digit in one place, or two neighbours that changed places', () => {
  const near = oneDigitOff('123');
  for (const number of ['023', '193', '129', '213', '132']) assert.ok(near.includes(number), number);
  for (const number of ['123', '12', '1234', '321', '045']) assert.ok(!near.includes(number), number);
});

test('a number of so many digits has nine others in each place, and each pair of unlike neighbours once', () => {
  const digits = fc.array(fc.constantFrom(...'0123456789'), { minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(digits, (list) => {
      const number = list.join('');
      const near = oneDigitOff(number);
      const swaps = list.slice(1).filter((digit, at) => digit !== list[at]).length;
      assert.equal(near.length, new Set(near).size);
      assert.equal(near.length, 9 * list.length + swaps);
      for (const one of near) assert.ok(oneDigitOff(one).includes(number), 'it goes both ways');
    }),
  );
});

test('what is no number has nothing near', () => {
  for (const text of ['', 'abc', '12a', '1'.repeat(41), '1 2']) assert.deepEqual(oneDigitOff(text), []);
});

test('the words of a name are those that say something, as banks write them', () => {
  assert.deepEqual(nameWords('José Ángel de la Peña-Núñez'), ['JOSE', 'ANGEL', 'PENA', 'NUNEZ']);
  assert.deepEqual(nameWords('Ana ANA ana'), ['ANA']);
  assert.deepEqual(nameWords('  '), []);
});

for (const [one, other, wanted] of [
  ['ROBLES PAZ ANA', 'Ana Robles', true],
  ['ANA', 'Ana', true],
  ['ROBLES', 'Ana Robles', true],
  ['ANA MARIA LOPEZ', 'Ana Robles', false],
  ['JOSE PEÑA', 'José Pena Ruiz', true],
  ['LUIS GIL', 'Ana Robles', false],
  ['', 'Ana Robles', false],
  ['DE LA', 'de la', false],
] as const)
  test(`"${one}" and "${other}" are ${wanted ? 'similar' : 'different'}, whichever comes first`, () => {
    assert.equal(areSimilarNames(one, other), wanted);
    assert.equal(areSimilarNames(other, one), wanted);
  });

const order = makeOrder({
  clabe: '646180123400000004',
  customer: { id: null, name: 'Ana Robles', email: 'a@b', phone: null },
});
const arrival = (change: Parameters<typeof makeArrival>[0]) => makeArrival({ amount: 1n, ...change });

test('every reason for an order is given, and none without cause', () => {
  assert.deepEqual(suggestionReasons(order, arrival({ destination: '000000000000000000' })), []);
  assert.deepEqual(suggestionReasons(order, arrival({ destination: '646180123400000014' })), ['clabe_one_digit_off']);
  assert.deepEqual(suggestionReasons(order, arrival({ destination: '646180123400000004' })), ['same_clabe']);
  const everything = { destination: '646180123400000040', amount: 10_000n, payerName: 'ROBLES ANA' };
  assert.deepEqual(suggestionReasons(order, arrival(everything)), [
    'clabe_one_digit_off',
    'same_amount',
    'similar_name',
  ]);
});

test('references and cards are compared as CLABEs are', () => {
  const other = { ...order, clabe: null, reference: '12345678901234', cardNumber: '4000000000000002' };
  for (const [destination, reason] of [
    ['12345678901235', 'reference_one_digit_off'],
    ['12345678901234', 'same_reference'],
    ['4000000000000020', 'card_one_digit_off'],
    ['4000000000000002', 'same_card'],
  ] as const)
    assert.deepEqual(suggestionReasons(other, arrival({ destination })), [reason]);
});

test('an amount speaks for an order only when exactly that is owed, before it is paid or canceled', () => {
  const money = arrival({ amount: 6_000n });
  for (const [status, received, wanted] of [
    ['pending', 4_000n, true],
    ['expired', 4_000n, true],
    ['pending', 3_999n, false],
    ['paid', 4_000n, false],
    ['canceled', 4_000n, false],
  ] as const)
    assert.equal(suggestionReasons({ ...order, status, received }, money).includes('same_amount'), wanted, status);
});
