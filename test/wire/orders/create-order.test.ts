// How a create-order body is read: its leniency, every fault at once, and what it must not be fooled by (D13, D31, D58).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Currency } from '../../../src/domain/base/money.js';
import { AppError, type FaultCode, faultText } from '../../../src/errors/errors.js';
import type { JsonObject } from '../../../src/wire/json.js';
import { CreateOrder, orderDraft } from '../../../src/wire/orders/create-order.js';

const NOW = 1_794_712_324_991;

function draftOf(body: JsonObject, leniency: 'strict' | 'lenient' = 'strict') {
  return orderDraft(CreateOrder.read(body, { now: NOW, leniency }));
}

type Body = Record<'product' | 'customer' | 'payment', Record<string, unknown>> & Record<string, unknown>;

function bodyWith(change: (body: Body) => void = () => {}): Body {
  const body: Body = {
    product: { id: 'SMG-1', price: 150, name: 'Funda' },
    customer: { name: 'Ana Robles', email: 'ana@example.com' },
    payment: { type: 'SPEI' },
  };
  change(body);
  return body;
}

/** What is wrong with a body, as "param error"; empty when nothing is. Its texts must be whole. */
function faultsOf(body: JsonObject): string[] {
  try {
    draftOf(body);
    return [];
  } catch (error) {
    assert.ok(error instanceof AppError && error.code === 'invalid_request');
    for (const fault of error.faults) {
      assert.doesNotMatch(faultText(fault, 'es') + faultText(fault, 'en'), /[{}]|undefined/);
    }
    return error.faults.map(({ param, error: code }) => `${param} ${code}`);
  }
}

test('the example of the API reference reads as an order draft', () => {
  const [example] = (CreateOrder.schema as { examples?: JsonObject[] }).examples ?? [];
  assert.ok(example !== undefined);
  assert.deepEqual(draftOf(example), {
    point: null,
    returnUrls: { success: null, failure: null },
    testClockId: null,
    product: { id: 'SMG-1', name: 'Funda', imageUrl: null },
    price: { amount: 15_000n, currency: 'MXN' },
    customer: { id: null, name: 'Ana Robles', email: 'ana@example.com', phone: null },
    extras: {},
    expiry: null,
  });
});

test('every field that may be sent is read', () => {
  const body = {
    product: { id: 'A', price: '10.50', name: 'B', url: 'https://example.com/a.png', currency: 'usd' },
    customer: { id: 'c-7', name: 'C', email: 'c@example.com', phone: '5512345678' },
    payment: { type: 'spei' },
    extras: { cart: [1, { two: null }] },
    expiresAt: String(NOW + 1_000),
  };
  assert.deepEqual(draftOf(body), {
    point: null,
    returnUrls: { success: null, failure: null },
    testClockId: null,
    product: { id: 'A', name: 'B', imageUrl: 'https://example.com/a.png' },
    price: { amount: 1_050n, currency: 'USD' },
    customer: { id: 'c-7', name: 'C', email: 'c@example.com', phone: '5512345678' },
    extras: { cart: [1, { two: null }] },
    expiry: { at: NOW + 1_000, unit: 's' }, // its charge picture tells seconds
  });
});

test('all faults come at once, each with its dotted path', () => {
  const body = {
    product: { id: '', price: -1, name: 5, url: 'x'.repeat(2049), currency: 'JPY' },
    customer: { id: {}, name: null, email: 'nobody', phone: [5] },
    payment: { type: 'PAYPAL' },
    extras: 'x',
    expiresAt: 'tomorrow',
  };
  assert.deepEqual(faultsOf(body).sort(), [
    'customer.email invalid_email',
    'customer.id wrong_type',
    'customer.name required',
    'customer.phone wrong_type',
    'expiresAt not_a_time',
    'extras wrong_type',
    'payment.type not_in_v2',
    'product.currency not_allowed',
    'product.id required',
    'product.name wrong_type',
    'product.price not_positive',
    'product.url too_long',
  ]);
});

test('parts that are missing are named first, then faults in the order of the reference', () => {
  const body = { product: { name: 'x' }, payment: { type: 'CASH' }, extras: 5, expiresAt: 'x' };
  assert.deepEqual(faultsOf(body), [
    'customer required',
    'product.id required',
    'product.price required',
    'extras wrong_type',
    'expiresAt not_a_time',
    'payment.type not_in_v2',
  ]);
});

test('of a missing part only the part is named, not its fields', () => {
  assert.deepEqual(faultsOf({}), ['product required', 'customer required', 'payment required']);
  assert.deepEqual(faultsOf({ product: 'x', customer: null, payment: [] }), [
    'product wrong_type',
    'customer required',
    'payment wrong_type',
  ]);
});

// One change to a good body and the one fault it has; null: none.
const bodies: [what: string, change: (body: Body) => void, fault: `${string} ${FaultCode}` | null][] = [
  ['nothing changed', () => {}, null],
  ['no product.id', (body) => delete body.product['id'], 'product.id required'],
  ['product.id ""', (body) => (body.product['id'] = ''), 'product.id required'],
  ['product.id of blanks', (body) => (body.product['id'] = ' \t'), 'product.id required'],
  ['product.id a number', (body) => (body.product['id'] = 5), null],
  ['product.id an array', (body) => (body.product['id'] = ['a']), 'product.id wrong_type'],
  ['product.name null', (body) => (body.product['name'] = null), 'product.name required'],
  ['product.name of 255 ñ', (body) => (body.product['name'] = 'ñ'.repeat(255)), null],
  ['product.name of 255 🦊', (body) => (body.product['name'] = '🦊'.repeat(255)), null],
  ['product.name of 256 ñ', (body) => (body.product['name'] = 'ñ'.repeat(256)), 'product.name too_long'],
  ['product.name with NUL', (body) => (body.product['name'] = 'a\0b'), 'product.name invalid_characters'],
  ['product.name just NUL', (body) => (body.product['name'] = '\0'), 'product.name invalid_characters'],
  ['half an emoji', (body) => (body.product['name'] = 'a\ud83e'), 'product.name invalid_characters'],
  ['no product.price', (body) => delete body.product['price'], 'product.price required'],
  ['product.price ""', (body) => (body.product['price'] = ''), 'product.price required'],
  ['product.price "150.0000"', (body) => (body.product['price'] = '150.0000'), null],
  ['product.price 1.005', (body) => (body.product['price'] = 1.005), 'product.price too_many_decimals'],
  ['product.price 10000000', (body) => (body.product['price'] = 1e7), 'product.price too_large'],
  ['product.price true', (body) => (body.product['price'] = true), 'product.price not_a_number'],
  ['product.url ""', (body) => (body.product['url'] = ''), null],
  ['product.url null', (body) => (body.product['url'] = null), null],
  ['product.url of 2,048', (body) => (body.product['url'] = 'x'.repeat(2048)), null],
  ['product.url of 2,049', (body) => (body.product['url'] = 'x'.repeat(2049)), 'product.url too_long'],
  ['product.currency null', (body) => (body.product['currency'] = null), null],
  ['product.currency ""', (body) => (body.product['currency'] = ''), null],
  ['product.currency Eur', (body) => (body.product['currency'] = 'Eur'), null],
  ['product.currency 5', (body) => (body.product['currency'] = 5), 'product.currency not_allowed'],
  ['customer.phone ""', (body) => (body.customer['phone'] = ''), null],
  ['customer.phone null', (body) => (body.customer['phone'] = null), null],
  ['customer.id null', (body) => (body.customer['id'] = null), null],
  ['customer.email of 256', (body) => (body.customer['email'] = `${'a'.repeat(254)}@b`), 'customer.email too_long'],
  ['customer.email two @', (body) => (body.customer['email'] = 'a@b@c'), 'customer.email invalid_email'],
  ['customer.email a blank', (body) => (body.customer['email'] = 'a b@c'), 'customer.email invalid_email'],
  ['customer.email of an intranet', (body) => (body.customer['email'] = 'ana@tienda'), null],
  ['customer.email non-ASCII', (body) => (body.customer['email'] = 'josé@niño.mx'), null],
  ['no payment', (body) => Reflect.deleteProperty(body, 'payment'), 'payment required'],
  ['payment a text', (body) => Object.assign(body, { payment: 'SPEI' }), 'payment wrong_type'],
  ['payment {}', (body) => (body.payment = {}), null],
  ['payment.type null', (body) => (body.payment['type'] = null), null],
  ['payment.type ""', (body) => (body.payment['type'] = ''), null],
  ['payment.type Spei', (body) => (body.payment['type'] = 'Spei'), null],
  ['payment.type {}', (body) => (body.payment['type'] = {}), 'payment.type not_in_v2'],
  ['extras null', (body) => (body['extras'] = null), null],
  ['extras a text', (body) => (body['extras'] = 'x'), 'extras wrong_type'],
  ['extras of 50 keys', (body) => (body['extras'] = keys(50)), null],
  ['extras of 51 keys', (body) => (body['extras'] = keys(51)), 'extras too_many_keys'],
  ['extras of 8,192 bytes', (body) => (body['extras'] = { k: 'a'.repeat(8184) }), null],
  ['extras of 8,193 bytes', (body) => (body['extras'] = { k: 'a'.repeat(8185) }), 'extras too_big'],
  ['extras of 8,194 bytes in 4,101 characters', (body) => (body['extras'] = { k: 'ñ'.repeat(4093) }), 'extras too_big'],
  ['expiresAt null', (body) => (body['expiresAt'] = null), null],
  ['expiresAt ""', (body) => (body['expiresAt'] = ''), null],
  ['expiresAt a minute ago', (body) => (body['expiresAt'] = NOW - 60_000), null],
  ['expiresAt older', (body) => (body['expiresAt'] = NOW - 60_001), 'expiresAt in_the_past'],
  ['expiresAt in 31 days', (body) => (body['expiresAt'] = NOW + 31 * 86_400_000), 'expiresAt too_far'],
  ['unknown fields', (body) => Object.assign(body, { status: 'ACCEPTED', whatever: [1] }), null],
  ['unknown fields inside', (body) => Object.assign(body.product, { colour: 'red', iva: '\0' }), null],
];
for (const [what, change, fault] of bodies) {
  test(`a body with ${what} ${fault === null ? 'is fine' : `is refused: ${fault}`}`, () =>
    assert.deepEqual(faultsOf(bodyWith(change)), fault === null ? [] : [fault]));
}

function keys(count: number): JsonObject {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, index]));
}

for (const currency of ['MXN', 'USD', 'EUR', 'GBP'] satisfies Currency[]) {
  test(`the currency ${currency} is taken in any case`, () => {
    for (const text of [currency, currency.toLowerCase()]) {
      const draft = draftOf(bodyWith(({ product }) => Object.assign(product, { currency: text })));
      assert.equal(draft.price.currency, currency);
    }
  });
}

test('a body that hides its fields in __proto__ has none of them, and pollutes nothing', () => {
  const hidden = JSON.parse(`{"__proto__": ${JSON.stringify(bodyWith())}}`);
  assert.deepEqual(faultsOf(hidden), ['product required', 'customer required', 'payment required']);
  const inside = JSON.parse('{"__proto__": {"id": "A", "name": "B", "price": 1}}');
  assert.deepEqual(faultsOf(bodyWith((body) => Object.assign(body, { product: inside }))), [
    'product.id required',
    'product.name required',
    'product.price required',
  ]);
  const inherited = Object.create(bodyWith());
  assert.equal(faultsOf(inherited).length, 3);
  assert.ok(!('id' in {}) && !('product' in {}));
});

test('a field named like a method of every object is missing, not a function', () => {
  assert.deepEqual(faultsOf(bodyWith((body) => Object.assign(body, { product: Object.create({ id: 'A' }) }))), [
    'product.id required',
    'product.name required',
    'product.price required',
  ]);
});

test('extras come back as they were sent, whatever JSON they hold', () => {
  const anyExtras = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 }), { maxKeys: 20 });
  fc.assert(
    fc.property(anyExtras, (extras) => {
      fc.pre(Buffer.byteLength(JSON.stringify(extras)) <= 8192);
      const draft = draftOf({ ...bodyWith(), extras });
      assert.equal(JSON.stringify(draft.extras), JSON.stringify(extras));
    }),
  );
});

test('any JSON object is read or refused by fields, and nothing else is thrown', () => {
  const json = fc.jsonValue({ maxDepth: 2 });
  const part = fc.oneof(json, fc.dictionary(fc.constantFrom('id', 'name', 'price', 'email', 'type', 'currency'), json));
  const body = fc.dictionary(fc.constantFrom('product', 'customer', 'payment', 'extras', 'expiresAt', 'x'), part);
  fc.assert(fc.property(body, (value) => void faultsOf(value)));
});
