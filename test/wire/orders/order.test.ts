// The v2 order as merchants see it: the record key by key, and its envelope (spec, "Order (v2)"; D30, D31).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Order, STATUSES } from '../../../src/domain/orders/order.js';
import { CreateOrder, orderDraft } from '../../../src/wire/orders/create-order.js';
import { OrderList, OrderRecord, renderOrder, wrapInEnvelope } from '../../../src/wire/orders/order.js';
import { inVersion } from '../../../src/wire/versions/in-version.js';
import { sampleOrder } from '../../support/order.js';

const NOW = 1_794_712_324_991;
const READER = { serviceName: 'cobro', ordersEnvelope: false };

const ORDER = sampleOrder({
  product: { id: 'SMG-1', name: 'Funda', imageUrl: 'https://shop.example.com/a.png' },
  customer: { id: 'c-7', name: 'Ana Robles', email: 'ana@example.com', phone: '5512345678' },
});

test('the record is the sample of the specification, key by key and in its order', () => {
  const record = renderOrder(ORDER, READER, 'es');
  const instructions = record.payment.instructions.map(({ step }) => ({ step, description: '…' }));
  const shown = { ...record, payment: { ...record.payment, instructions } };
  assert.equal(
    JSON.stringify(inVersion(OrderRecord, shown, '2017-06-10')),
    '{"id":"ch_01a1dd30-cb7f-76ed-9c59-3b4e7f3b3ffc","shortId":"8C42E034",' +
      '"product":{"id":"SMG-1","price":150,"name":"Funda","currency":"MXN"},' +
      '"customer":{"name":"Ana Robles","email":"ana@example.com"},' +
      '"payment":{"type":"SPEI","fee":10.25,"iva":1.64,"clabe":"000000880179333187",' +
      '"instructions":[{"step":1,"description":"…"},{"step":2,"description":"…"},{"step":3,"description":"…"}]},' +
      '"status":"PENDING","testMode":true,' +
      '"exchange":{"rate":1,"finalAmount":150,"originAmount":150,"finalCurrency":"MXN","originCurrency":"MXN"},' +
      '"extras":{},"api":{"name":"cobro","version":"2.0.0"},' +
      '"createdAt":1794712324991,"updatedAt":1794712324991,"expiresAt":1794885124991}',
  );
});

test('from 2026-11-15 on the record ends with what arrived for the order, and is the same before that', () => {
  const text = (order: Order, version: string) =>
    JSON.stringify(inVersion(OrderRecord, renderOrder(order, READER, 'es'), version));
  for (const [change, money] of [
    [{}, { received: 0, outstanding: 150, surplus: 0, held: 0 }],
    [
      { received: 4_001n, held: 100n },
      { received: 40.01, outstanding: 109.99, surplus: 0, held: 1 },
    ],
    [
      { status: 'expired', received: 4_000n },
      { received: 40, outstanding: 110, surplus: 0, held: 0 },
    ],
    [
      { status: 'canceled', surplus: 100n },
      { received: 0, outstanding: 0, surplus: 1, held: 0 },
    ],
    [
      { status: 'paid', received: 15_050n, surplus: 50n, acceptedAt: NOW },
      { received: 150.5, outstanding: 0, surplus: 0.5, held: 0 },
    ],
  ] as const) {
    const order = { ...ORDER, ...change };
    const ending = `,${JSON.stringify(money).slice(1)}`;
    assert.equal(text(order, '2026-11-15'), text(order, '2017-06-10').replace(/\}$/, ending));
  }
});

test('an account with an envelope sees a canceled order as expired, and any other order as it is', () => {
  for (const status of STATUSES) {
    const shown = renderOrder({ ...ORDER, status }, { ...READER, ordersEnvelope: true }, 'es').status;
    assert.equal(shown, status === 'canceled' ? 'EXPIRED' : words[status]);
  }
});

test('the record has the fields of its schema and no others, at every level', () => {
  const keysOf = (schema: object): unknown =>
    'properties' in schema
      ? Object.fromEntries(Object.entries(schema.properties as object).map(([key, inner]) => [key, keysOf(inner)]))
      : null;
  const shapeOf = (value: unknown, schema: unknown): unknown =>
    schema === null || typeof value !== 'object' || value === null
      ? null
      : Object.fromEntries(
          Object.entries(value).map(([key, inner]) => [key, shapeOf(inner, Object(schema)[key] ?? null)]),
        );
  const wanted = keysOf(OrderRecord);
  assert.deepEqual(shapeOf(renderOrder(ORDER, READER, 'es'), wanted), wanted);
});

test('an order in dollars shows what was asked and what is paid', () => {
  const dollars: Order = {
    ...ORDER,
    price: { amount: 1_001n, currency: 'USD' },
    rate: { millionths: 18_500_000n, takenAt: NOW },
    amount: 18_519n,
  };
  const { product, exchange, payment } = renderOrder(dollars, READER, 'es');
  assert.deepEqual([product.price, product.currency], [10.01, 'USD']);
  assert.deepEqual(exchange, {
    rate: 18.5,
    finalAmount: 185.19,
    originAmount: 10.01,
    finalCurrency: 'MXN',
    originCurrency: 'USD',
  });
  assert.match(payment.instructions[1]?.description ?? '', /\$185\.19 MXN/);
});

const words = { pending: 'PENDING', paid: 'ACCEPTED', expired: 'EXPIRED', canceled: 'CANCELED' };
for (const status of STATUSES) {
  test(`an order that is ${status} shows as ${words[status]}, and a list finds it by that word`, () => {
    assert.equal(renderOrder({ ...ORDER, status }, READER, 'es').status, words[status]);
    assert.equal(OrderList.read({ status: words[status] }).status, status);
  });
}

test('a list of v2 shows SPEI orders only, with times in milliseconds', () => {
  const { method, createdFrom, createdTo } = OrderList.read({ created_from: '5', created_to: '5' });
  assert.deepEqual([method, createdFrom, createdTo], ['spei', 5, 5]);
});

test('testMode is the opposite of live mode, and api.name the name of the service', () => {
  const live = renderOrder(
    { ...ORDER, scope: { ...ORDER.scope, mode: 'live' } },
    { ...READER, serviceName: 'pago' },
    'es',
  );
  assert.deepEqual([live.testMode, live.api], [false, { name: 'pago', version: '2.0.0' }]);
});

test('the instructions speak the language of the reader', () => {
  const first = (language: 'es' | 'en') => renderOrder(ORDER, READER, language).payment.instructions[0]?.description;
  assert.match(first('es') ?? '', /^Da de alta/);
  assert.match(first('en') ?? '', /^In your online banking/);
});

for (const verb of ['create', 'verify'] as const) {
  test(`the envelope of ${verb} is the one that shop plugins expect, in its order`, () =>
    assert.equal(
      JSON.stringify(wrapInEnvelope({ id: 'ch_x' }, { verb, at: 1_794_712_325_005, url: '/v2/orders' })),
      `{"object":"orders.${verb}","code":200,"status":"success","message":"success.${verb}",` +
        '"request":1794712325005,"url":"/v2/orders","data":{"id":"ch_x"}}',
    ));
}

const BODY = {
  product: { id: 'SMG-1', price: 150, name: 'Funda' },
  customer: { name: 'Ana Robles', email: 'ana@example.com' },
  payment: { type: 'SPEI' },
};

test('extras named __proto__ or constructor are echoed as data, and pollute nothing', () => {
  const text = '{"__proto__":{"admin":true},"constructor":{"prototype":{"admin":true}},"toString":1}';
  const body = { ...BODY, extras: JSON.parse(text) };
  const draft = orderDraft(CreateOrder.read(body, { now: NOW, leniency: 'strict' }));
  assert.equal(JSON.stringify(renderOrder({ ...ORDER, extras: draft.extras }, READER, 'es').extras), text);
  assert.ok(!('admin' in {}));
});
