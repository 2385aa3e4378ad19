// What an order is found by: its text, and the grams that the index holds of it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  GRAM,
  gramOfAmount,
  gramsOf,
  hasWords,
  rarestGrams,
  searchable,
  searchText,
  wordsOf,
} from '../../../src/domain/orders/search-text.js';

const SCOPE = { accountId: '01990000-0000-7000-8000-000000000001', mode: 'test' } as const;
const ORDER = {
  folio: 'ABC-123',
  amount: 15_000n,
  product: { id: 'SKU 9' },
  customer: { name: 'José  Ángel\tNÚÑEZ', email: 'Jose@Example.com', phone: '+52 55 1234 5678' },
};

test('a text has a line for each field, without case, accents and needless blanks', () => {
  assert.equal(searchText(ORDER), 'abc-123\nsku 9\njose angel nunez\njose@example.com\n525512345678\nabc123\nsku9');
  assert.equal(
    searchText({ ...ORDER, customer: { name: ' ', email: '', phone: null } }),
    'abc-123\nsku 9\nabc123\nsku9',
  );
});

for (const [text, wanted] of [
  ['plain  TEXT ', 'plain text'],
  ['Ñandú', 'nandu'],
  ['ﬁn Å', 'fin a'],
  ['a\0b', 'ab'],
  ['tab\tand\nline', 'tab and line'],
  ['ΑΒΓ', 'αβγ'],
] as const)
  test(`${JSON.stringify(text)} is searched as ${JSON.stringify(wanted)}`, () =>
    assert.equal(searchable(text), wanted));

test('whatever part of a field is looked up, the order has its grams; and those of its amount', () => {
  const field = fc.string({ unit: 'grapheme', maxLength: 60 });
  fc.assert(
    fc.property(field, field, fc.nat(), fc.nat(), (name, email, from, length) => {
      const order = { ...ORDER, customer: { name, email, phone: null } };
      const text = searchText(order);
      const grams = new Set(gramsOf(SCOPE, text, order.amount));
      assert.ok(grams.has(gramOfAmount(SCOPE, order.amount)));
      for (const line of text.split('\n').filter((one) => one.length >= GRAM)) {
        const first = from % (line.length - GRAM + 1);
        const part = line.slice(first, first + GRAM + (length % line.length));
        for (const gram of rarestGrams(SCOPE, [part], [])) assert.ok(grams.has(gram), part);
      }
    }),
  );
});

test('words are found in any order, with or without accents and the hyphens of a number', () => {
  const text = searchText(ORDER);
  for (const search of ['Núñez José', 'nunez, angel', 'ABC123', 'abc-123', 'sku9', 'ANGEL abc123'])
    assert.ok(hasWords(text, wordsOf(search)), search);
  for (const search of ['Núñez Ana', 'abc 124', 'nunezjose']) assert.ok(!hasWords(text, wordsOf(search)), search);
  assert.equal(wordsOf('a b c d e f g h i j k').length, 8);
});

test('the end of one field and the beginning of the next are no part', () => {
  const grams = new Set(gramsOf(SCOPE, 'abcd\nefgh', 1n));
  assert.deepEqual(
    ['abc', 'bcd', 'cde', 'def', 'efg', 'd\ne'].map((part) =>
      rarestGrams(SCOPE, [part], []).every((gram) => grams.has(gram)),
    ),
    [true, true, false, false, true, false],
  );
});

test('another account and the other mode have other grams', () => {
  const of = (scope: Parameters<typeof gramsOf>[0]) => new Set(gramsOf(scope, searchText(ORDER), ORDER.amount));
  const own = of(SCOPE);
  for (const other of [
    { ...SCOPE, mode: 'live' } as const,
    { ...SCOPE, accountId: '01990000-0000-7000-8000-000000000002' },
  ])
    assert.deepEqual(
      [...of(other)].filter((gram) => own.has(gram)),
      [],
    );
});

test('each gram is there once', () => {
  const grams = gramsOf(SCOPE, 'aaaaaaaa\naaaa', 1n);
  assert.equal(grams.length, 2);
});
