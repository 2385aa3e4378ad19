// Fields of unknown JSON: one rule for missing, null and empty, and one list of faults (D13, D58).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { AppError } from '../../src/errors.js';
import { type Fields, isJsonObject, readFields } from '../../src/wire/json.js';

const NOW = 1_794_712_324_991;

/** What reading gives, or its faults as "param error". */
function outcome<Value>(body: Record<string, unknown>, read: (fields: Fields) => Value): Value | string[] {
  const fields = readFields(body);
  const value = read(fields);
  try {
    fields.finish();
    return value;
  } catch (error) {
    assert.ok(error instanceof AppError);
    return error.faults.map(({ param, error: code }) => `${param} ${code}`);
  }
}

const readers: [name: string, read: (fields: Fields) => unknown, whenMissing: unknown][] = [
  ['text', (fields) => fields.text('f'), ['f required']],
  ['email', (fields) => fields.email('f'), ['f required']],
  ['price', (fields) => fields.price('f'), ['f required']],
  ['optionalText', (fields) => fields.optionalText('f'), null],
  ['choice', (fields) => fields.choice('f', ['ONE', 'TWO'], 'TWO'), 'TWO'],
  ['expiry', (fields) => fields.expiry('f', NOW), null],
];
for (const [name, read, whenMissing] of readers) {
  test(`${name} takes missing, null and "" alike`, () => {
    for (const body of [{}, { f: undefined }, { f: null }, { f: '' }])
      assert.deepEqual(outcome(body, read), whenMissing);
  });
}

test('a free form takes missing, null and the [] of PHP for an empty object', () => {
  const read = (fields: Fields) => fields.freeForm('f', { keys: 2, bytes: 20 });
  for (const body of [{}, { f: null }, { f: {} }, { f: [] }]) assert.deepEqual(outcome(body, read), {});
  assert.deepEqual(outcome({ f: { a: 1, b: 2 } }, read), { a: 1, b: 2 });
  assert.deepEqual(outcome({ f: { a: 1, b: 2, c: 3 } }, read), ['f too_many_keys']);
  assert.deepEqual(outcome({ f: { a: 'x'.repeat(12) } }, read), { a: 'x'.repeat(12) }); // 20 bytes of JSON
  assert.deepEqual(outcome({ f: { a: 'x'.repeat(13) } }, read), ['f too_big']);
  for (const f of ['', 'x', 5, true, [1]]) assert.deepEqual(outcome({ f }, read), ['f wrong_type']);
});

test('faults come in the order of reading, with the path of nested objects', () => {
  const faults = outcome({ a: { b: { c: 5 } }, e: 7 }, (fields) => {
    const b = fields.object('a').object('b');
    b.text('c');
    b.text('d');
    fields.object('e').text('ignored');
    fields.object('g').object('h').price('ignored');
    fields.fault('z', 'too_small', { min: '1.00' });
  });
  assert.deepEqual(faults, ['a.b.c wrong_type', 'a.b.d required', 'e wrong_type', 'g required', 'z too_small']);
});

test('a fault keeps what its text needs', () => {
  const fields = readFields({ name: 'x'.repeat(11), price: 1e9, kind: 'x' });
  fields.text('name', 10);
  fields.price('price');
  fields.choice('kind', ['A', 'B'], 'A');
  assert.throws(
    () => fields.finish(),
    (error) => {
      assert.ok(error instanceof AppError);
      assert.deepEqual(error.faults, [
        { param: 'name', error: 'too_long', details: { max: 10 } },
        { param: 'price', error: 'too_large', details: { max: '9,999,999.99' } },
        { param: 'kind', error: 'not_allowed', details: { allowed: 'A, B' } },
      ]);
      return true;
    },
  );
});

test('without a fault there is nothing to refuse', () => assert.doesNotThrow(() => readFields({}).finish()));

test('a text counts characters, not code units or bytes', () => {
  const read = (fields: Fields) => fields.text('f', 3);
  for (const f of ['abc', 'ñññ', '🦊🦊🦊', '日本語']) assert.equal(outcome({ f }, read), f);
  for (const f of ['abcd', '🦊🦊🦊🦊']) assert.deepEqual(outcome({ f }, read), ['f too_long']);
});

test('a text comes back as it was sent, blanks at its ends too', () => {
  const texts = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 80 })
    .filter((text) => text.trim() !== '' && !text.includes('\0'));
  fc.assert(
    fc.property(texts, (f) =>
      assert.equal(
        outcome({ f }, (fields) => fields.text('f', 2048)),
        f,
      ),
    ),
  );
  assert.equal(
    outcome({ f: ' a ' }, (fields) => fields.text('f')),
    ' a ',
  );
});

test('fields of a prototype are not fields', () => {
  const body = Object.create({ f: 'inherited' });
  assert.deepEqual(
    outcome(body, (fields) => fields.text('f')),
    ['f required'],
  );
  for (const name of ['constructor', 'toString', '__proto__', 'hasOwnProperty']) {
    assert.deepEqual(
      outcome({}, (fields) => fields.text(name)),
      [`${name} required`],
    );
  }
});

test('an object is neither null nor an array', () => {
  assert.ok(isJsonObject({}) && isJsonObject(Object.create(null)));
  for (const value of [null, undefined, [], 'x', 5, true, () => 1]) assert.ok(!isJsonObject(value));
});
