// The builder of schemas gives what TypeBox gives.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type as TypeBox } from 'typebox';
import { Type } from '../../../src/wire/shape/type.js';

const build = (t: typeof Type) => ({
  texts: [t.String(), t.String({ description: 'a', minLength: 1 })],
  numbers: [t.Number(), t.Integer({ minimum: 1 })],
  others: [t.Boolean(), t.Null(), t.Unknown(), t.Unknown({ description: 'x' }), t.Ref('Order')],
  literals: [t.Literal('a'), t.Literal(1), t.Literal(true, { description: 'b' })],
  lists: [t.Array(t.String()), t.Array(t.Integer(), { maxItems: 3 }), t.Union([t.String(), t.Null()])],
  record: t.Record(t.String(), t.Unknown(), { description: 'c' }),
  unsafe: t.Unsafe<'a' | 'b'>(t.String({ enum: ['a', 'b'] })),
  objects: [
    t.Object({}),
    t.Object({ a: t.String(), b: t.Optional(t.Number()), c: t.Null() }, { description: 'd' }),
    t.Object({ a: t.Optional(t.Object({ b: t.Optional(t.String()) })) }),
  ],
});

test('the builder of schemas gives what TypeBox gives, keys in the same order', () => {
  assert.equal(JSON.stringify(build(Type)), JSON.stringify(build(TypeBox)));
});
