// Fields of requests: one rule for missing, null and empty, one list of faults, and a schema that says the same (D13, D58).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { AppError } from '../../../src/errors/errors.js';
import { isJsonObject, type JsonObject } from '../../../src/wire/json.js';
import { fault } from '../../../src/wire/shape/field.js';
import { numberParameter, query, textParameter } from '../../../src/wire/shape/query.js';
import { object, request } from '../../../src/wire/shape/request.js';
import { email, optionalText, optionalTextOrNumber, text, textOrNumber } from '../../../src/wire/shape/text.js';
import {
  choice,
  expiry,
  freeForm,
  optionalPrice,
  optionalSeconds,
  optionalWord,
  price,
  seconds,
} from '../../../src/wire/shape/value.js';

const NOW = 1_794_712_324_991;

/** What reading gives, or the faults of its refusal as "param error". */
function outcome<Value>(read: () => Value): Value | string[] {
  try {
    return read();
  } catch (error) {
    assert.ok(error instanceof AppError);
    return error.faults.map(({ param, error: code }) => `${param} ${code}`);
  }
}

const readers: [name: string, read: (body: JsonObject) => { f: unknown }, whenMissing: unknown][] = [
  ['text', request({ f: text() }).read, ['f required']],
  ['textOrNumber', request({ f: textOrNumber() }).read, ['f required']],
  ['email', request({ f: email() }).read, ['f required']],
  ['price', request({ f: price() }).read, ['f required']],
  ['seconds', request({ f: seconds() }).read, ['f required']],
  ['optionalText', request({ f: optionalText() }).read, { f: null }],
  ['optionalTextOrNumber', request({ f: optionalTextOrNumber() }).read, { f: null }],
  ['optionalPrice', request({ f: optionalPrice() }).read, { f: null }],
  ['optionalSeconds', request({ f: optionalSeconds() }).read, { f: null }],
  ['choice', request({ f: choice(['ONE', 'TWO'], 'TWO') }).read, { f: 'TWO' }],
  ['expiry', (body) => request({ f: expiry() }).read(body, { now: NOW }), { f: null }],
];
for (const [name, read, whenMissing] of readers) {
  test(`${name} takes missing, null and "" alike`, () => {
    for (const body of [{}, { f: undefined }, { f: null }, { f: '' }])
      assert.deepEqual(
        outcome(() => read(body)),
        whenMissing,
      );
  });
}

test('a word is taken as it is written, and has a fallback', () => {
  const { read } = request({ f: optionalWord(['one', 'two'], 'one') });
  assert.deepEqual(read({ f: 'two' }), { f: 'two' });
  for (const f of [undefined, null]) assert.deepEqual(read({ f }), { f: 'one' });
  for (const [f, error] of [
    ['', 'not_allowed'],
    ['Two', 'not_allowed'],
  ])
    assert.deepEqual(
      outcome(() => read({ f })),
      [`f ${error}`],
    );
});

test('a free form takes missing, null and the [] of PHP for an empty object', () => {
  const { read } = request({ f: freeForm({ keys: 2, bytes: 20 }) });
  const reading = (body: JsonObject) => outcome(() => read(body).f);
  for (const body of [{}, { f: null }, { f: {} }, { f: [] }]) assert.deepEqual(reading(body), {});
  assert.deepEqual(reading({ f: { a: 1, b: 2 } }), { a: 1, b: 2 });
  assert.deepEqual(reading({ f: { a: 1, b: 2, c: 3 } }), ['f too_many_keys']);
  assert.deepEqual(reading({ f: { a: 'x'.repeat(12) } }), { a: 'x'.repeat(12) }); // 20 bytes of JSON
  assert.deepEqual(reading({ f: { a: 'x'.repeat(13) } }), ['f too_big']);
  for (const f of ['', 'x', 5, true, [1]]) assert.deepEqual(reading({ f }), ['f wrong_type']);
});

test('missing parts are named first, then faults in the order of the declaration, with their paths', () => {
  const { read } = request(
    {
      a: object({ c: text(), d: text() }),
      e: object({ ignored: text() }),
      g: object({ ignored: price() }),
      z: optionalText(),
    },
    { check: (_values, reading) => void fault(reading, 'z', 'too_small', { min: '1.00' }) },
  );
  assert.deepEqual(
    outcome(() => read({ a: { c: 5 }, e: 7 })),
    ['e wrong_type', 'g required', 'a.c wrong_type', 'a.d required', 'z too_small'],
  );
});

test('a fault keeps what its text needs', () => {
  const { read } = request({ name: text({ maxLength: 10 }), price: price(), kind: choice(['A', 'B'], 'A') });
  assert.throws(
    () => read({ name: 'x'.repeat(11), price: 1e9, kind: 'x' }),
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

test('what must be given is required by the schema, and nothing else', () => {
  const { schema } = request({
    name: text(),
    note: optionalText(),
    price: price(),
    kind: choice(['A'], 'A'),
    to: seconds(),
    from: optionalSeconds(),
    scenario: optionalWord(['x'], 'x'),
  });
  assert.deepEqual(Object(schema).required, ['name', 'price', 'to']);
});

test('a parameter that stands twice counts once: the last', () => {
  const { read } = query({ limit: numberParameter({ min: 1, max: 100, fallback: 20 }), q: textParameter() });
  assert.deepEqual(read({ limit: ['1', '2'], q: ['a', 'b'] }), { limit: 2, q: 'b' });
  assert.deepEqual(read({ limit: '', q: ['a', ''] }), { limit: 20, q: null });
});

test('a text counts characters, not code units or bytes', () => {
  const { read } = request({ f: text({ maxLength: 3 }) });
  for (const f of ['abc', 'ñññ', '🦊🦊🦊', '日本語']) assert.deepEqual(read({ f }), { f });
  for (const f of ['abcd', '🦊🦊🦊🦊'])
    assert.deepEqual(
      outcome(() => read({ f })),
      ['f too_long'],
    );
});

test('a text comes back as it was sent, blanks at its ends too', () => {
  const { read } = request({ f: text({ maxLength: 2048 }) });
  const texts = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 80 })
    .filter((value) => value.trim() !== '' && !value.includes('\0'));
  fc.assert(fc.property(texts, (f) => assert.equal(read({ f }).f, f)));
  assert.equal(read({ f: ' a ' }).f, ' a ');
});

test('fields of a prototype are not fields', () => {
  const body = Object.create({ f: 'inherited' });
  assert.deepEqual(
    outcome(() => request({ f: text() }).read(body)),
    ['f required'],
  );
  for (const name of ['constructor', 'toString', 'hasOwnProperty'])
    assert.deepEqual(
      outcome(() => request({ [name]: text() }).read({})),
      [`${name} required`],
    );
});

test('an object is neither null nor an array', () => {
  assert.ok(isJsonObject({}) && isJsonObject(Object.create(null)));
  for (const value of [null, undefined, [], 'x', 5, true, () => 1]) assert.ok(!isJsonObject(value));
});
