// What is kept of a refused request: its form, and nothing of a customer.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { KEPT_BODY_CHARACTERS, maskBody, maskPath, maskReply } from '../../../src/domain/keeping/logged-request.js';

const PLAIN = new Set(['price', 'amount', 'currency', 'order_price', 'type', 'events', 'limit', 'product.id']);
const PERSONAL = [
  'Ana Robles',
  'ana@example.com',
  '5512345678',
  '646180123456789012',
  'whsec_abcdefgh',
  'sk_test_abcdefgh12',
];

test('a body keeps its fields and what is no one’s, and no person, number or secret', () => {
  const body = {
    product: { id: 'SMG-1', price: 150.5, name: 'Para Ana Robles' },
    customer: { name: 'Ana Robles', email: 'ana@example.com', phone: '5512345678' },
    payment: { type: 'SPEI' },
    clabe: '646180123456789012',
    secret: 'whsec_abcdefgh',
    currency: 'ana@example.com',
    amount: '5512345678',
    extras: { 'ana@example.com': 1, key: 'sk_test_abcdefgh12' },
    events: ['charge.success'],
  };
  const kept = maskBody(JSON.stringify(body), PLAIN) ?? '';
  for (const text of PERSONAL) assert.ok(!kept.includes(text), text);
  assert.match(kept, /"price":150.5/);
  assert.match(kept, /"type":"SPEI"/);
  assert.match(kept, /"email":"… \(15\)"/);
  assert.match(kept, /"charge.success"/);
});

test('a name that is plain in one object only is masked in all others', () => {
  const body = { id: 'a', product: { id: 'SMG-1' }, customer: { id: 'c-77' }, items: [{ product: [{ ID: 'SMG-2' }] }] };
  assert.equal(
    maskBody(JSON.stringify(body), PLAIN),
    '{"id":"… (1)","product":{"id":"SMG-1"},"customer":{"id":"… (4)"},"items":[{"product":[{"ID":"SMG-2"}]}]}',
  );
});

test('a form, a query and broken JSON are masked, too, and keep the form that shows the fault', () => {
  const form = maskBody('customer_name=Ana+Robles&customer[email]=ana%40example.com&order_price=75&x', PLAIN) ?? '';
  assert.equal(form, 'customer_name=… (10)&customer[email]=… (15)&order_price=75&… (1)');
  assert.equal(
    maskPath('/v1/charges?customer_email=ana%40example.com&limit=5', PLAIN),
    '/v1/charges?customer_email=… (15)&limit=5',
  );
  assert.equal(maskPath('/v1/charges', PLAIN), '/v1/charges');
  assert.equal(maskPath('/v1/charges/ana%40example.com/sms', PLAIN), '/v1/charges/…/sms');
  const broken =
    maskBody('{"customer": {"name": "Ana Robles", "phone": 5512345678,}, "price": 150, "email": "ana@exa', PLAIN) ?? '';
  assert.equal(broken, '{"customer": {"name": "…", "phone": …,}, "price": 150, "email": "…');
  assert.equal(maskBody('', PLAIN), null);
  assert.doesNotMatch(maskBody('Ana Robles, 5512345678', PLAIN) ?? '', /Ana|5512/);
});

test('a reply that repeats what was sent is masked', () => {
  const reply = maskReply(
    '{"message":"ana@example.com no","phone":"55 1234 5678","key":"sk_live_abc","id":"ch_01890000-0000-7000-8000-000000000000"}',
  );
  assert.equal(reply, '{"message":"…@… no","phone":"…","key":"…","id":"ch_01890000-0000-7000-8000-000000000000"}');
});

test('whatever comes, only so much is kept, and it takes no time', () => {
  const start = performance.now();
  for (const body of [
    JSON.stringify({ price: 1, list: Array.from({ length: 5_000 }, (_, at) => `x${at}`) }),
    `{${'"a":{'.repeat(6_000)}`,
    `[${'[1,'.repeat(20_000)}`,
    '"'.repeat(60_000),
    `{"${'\\"'.repeat(30_000)}`,
    'a=b&'.repeat(15_000),
    `{"a": ${'x'.repeat(60_000)}`,
    `{"a":${' '.repeat(60_000)}x`,
  ])
    assert.ok((maskBody(body, PLAIN) ?? '').length <= KEPT_BODY_CHARACTERS + 1);
  assert.ok(performance.now() - start < 1_000);
});
