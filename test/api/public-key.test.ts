// What a stranger can do with a merchant's public key, which stands in every web page of the shop (D61).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertProblem } from '../support/problem.js';
import { basic, chargeBody, orderBody, startTestService } from '../support/service.js';
import { until } from '../support/until.js';

const service = await startTestService();
const limited = await startTestService({
  COBRO_RATE_LIMIT: '10',
  COBRO_PUBLIC_RATE_LIMIT: '5',
  COBRO_TRUST_PROXY: '1',
});
const { test: keys, live } = service.merchant.keys;
const NEEDS_PRIVATE = { status: 403, error: 'private_key_required' } as const;

const post = (path: string, key: string, body: unknown, headers: Record<string, string> = {}) =>
  service.call('POST', path, { key, body, headers });
const read = (id: string, key: string, headers: Record<string, string> = {}) =>
  service.call('GET', `/v2/orders/${id}`, { key, headers });

test('an order read with the public key masks the customer, hides the extras and shows how to pay', async () => {
  const customer = { name: 'Ana  Robles Ñuño', email: 'ana.robles@correo.robles.mx', phone: '5512345678' };
  const made = (await post('/v2/orders', keys.private, orderBody({ customer, extras: { address: 'Calle 1' } }))).json;
  for (const language of ['es', 'en']) {
    const headers = { 'accept-language': language };
    const whole = (await read(made.id, keys.private, headers)).json;
    const seen = await read(made.id, keys.public, headers);
    assert.deepEqual(seen.json, {
      ...whole,
      customer: { name: 'A*** R*** Ñ***', email: 'a***@c***.mx' },
      extras: {},
    });
    assert.doesNotMatch(seen.text, /Ana|Robles|robles|5512345678|Calle/);
    assert.deepEqual((await read(made.id, keys.private, headers)).json, whole, 'the merchant still sees all');
  }
});

test('the envelope of shop plugins masks the customer too, and a live order is no different', async () => {
  const plugin = await service.account({ ordersEnvelope: true });
  for (const { keys: of } of [plugin, { keys: service.merchant.keys }]) {
    const { json, text } = await post('/v2/orders', of.live.private, orderBody({ extras: { a: 1 } }));
    assert.match(text, /ana@example\.com/);
    const seen = await read((json.data ?? json).id, of.live.public);
    assert.equal(seen.status, 200);
    assert.doesNotMatch(seen.text, /ana@example\.com|Ana Robles|"a":1/);
    assert.match(seen.text, /"clabe":"\d{18}"/);
  }
});

test('the answer to a create is not masked: it shows what the browser itself has sent', async () => {
  const { json } = await post('/v2/orders', keys.public, orderBody({ extras: { cart: 7 } }));
  assert.deepEqual([json.customer, json.extras], [{ name: 'Ana Robles', email: 'ana@example.com' }, { cart: 7 }]);
  const charge = (await post('/v1/charges', keys.public, chargeBody())).json;
  assert.equal(charge.object, 'charge');
});

test('a pay link shows nobody the data of the customer', async () => {
  const customer = { name: 'Ana Robles', email: 'ana@example.com', phone: '5512345678' };
  const { id } = (await post('/v2/orders', keys.private, orderBody({ customer, extras: { note: 'secret' } }))).json;
  const { id: charge } = (await post('/v1/charges', keys.private, chargeBody({ customer_phone: '5512345678' }))).json;
  for (const path of [`/pay/${id}`, `/pay/${id}/status.json`, `/pay/${charge}/barcode.svg`, `/pay/${charge}`]) {
    const reply = await service.call('GET', path);
    assert.equal(reply.status, 200, path);
    assert.doesNotMatch(reply.text, /Ana|Robles|example\.com|5512345678|secret/, path);
  }
});

test('customer.id needs the private key: it would let a stranger catch the transfer of another customer', async () => {
  const body = orderBody({ customer: { id: 'c-1', name: 'Eva', email: 'eva@example.com' } });
  const before = await service.deps.db.query({ text: 'select from customer_clabes', values: [] });
  for (const key of [keys.public, live.public]) assertProblem(await post('/v2/orders', key, body), NEEDS_PRIVATE);
  assert.equal(
    (await service.deps.db.query({ text: 'select from customer_clabes', values: [] })).length,
    before.length,
  );
  assert.equal((await post('/v2/orders', keys.private, body)).status, 200);
  const empty = orderBody({ customer: { id: '', name: 'Eva', email: 'eva@example.com' } });
  assert.equal((await post('/v2/orders', keys.public, empty)).status, 200, 'an empty id is none');
});

test('test payments and test clocks need the private key', async () => {
  const { id } = (await post('/v2/orders', keys.private, orderBody())).json;
  const clock = (await post('/v1/test/clocks', keys.private, {})).json;
  assertProblem(await post(`/v1/test/orders/${id}/payments`, keys.public, {}), NEEDS_PRIVATE);
  assertProblem(await post('/v1/test/clocks', keys.public, {}), NEEDS_PRIVATE);
  assertProblem(await post(`/v1/test/clocks/${clock.id}/advance`, keys.public, { to: Date.now() * 2 }), NEEDS_PRIVATE);
  for (const [path, body] of [['/v2/orders', orderBody()] as const, ['/v1/charges', chargeBody()] as const])
    for (const value of [clock.id, 'none'])
      assertProblem(await post(path, keys.public, body, { 'test-clock': value }), NEEDS_PRIVATE);
  assert.equal((await read(id, keys.private)).json.status, 'PENDING');
});

test('a stranger cannot occupy an Idempotency-Key of the merchant, nor read the answer to it', async () => {
  const headers = { 'idempotency-key': 'order-1001' };
  const body = orderBody({ extras: { from: 'the merchant' } });
  const strange = await post('/v2/orders', keys.public, orderBody(), headers);
  assert.equal(strange.status, 200);
  const own = await post('/v2/orders', keys.private, body, headers);
  assert.equal(own.status, 200, own.text);
  assert.equal(own.headers['idempotent-replayed'], undefined);
  assert.notEqual(own.json.id, strange.json.id);
  const again = await post('/v2/orders', keys.public, body, headers);
  assertProblem(again, { status: 409, error: 'idempotency_key_reused' });
  assert.equal((await post('/v2/orders', keys.public, orderBody(), headers)).json.id, strange.json.id);
});

test('a stranger elsewhere cannot occupy an Idempotency-Key that the page of the shop will use', async () => {
  const { test: of } = limited.merchant.keys;
  const create = (address: string, name: string) =>
    limited.call('POST', '/v2/orders', {
      key: of.public,
      body: orderBody({ customer: { name, email: 'ana@example.com' } }),
      headers: { 'idempotency-key': 'cart-1001', 'x-forwarded-for': address },
    });
  const enemy = await create('198.51.100.20', 'Nobody');
  const customer = await create('203.0.113.5', 'Ana');
  assert.deepEqual([enemy.status, customer.status], [200, 200], customer.text);
  assert.equal((await create('203.0.113.5', 'Ana')).json.id, customer.json.id, 'a repeat is still one order');
  assertProblem(await create('203.0.113.5', 'Eva'), { status: 409, error: 'idempotency_key_reused' });
});

test('refusals of a public key are not kept: not of a create, not of an SMS', async () => {
  const rows = () => service.deps.db.query({ text: 'select key from idempotency_keys', values: [] });
  const before = await rows();
  const { id } = (await post('/v1/charges', keys.private, chargeBody())).json;
  const cases: [path: string, body: unknown, status: number][] = [
    ['/v2/orders', {}, 400],
    ['/v2/orders', orderBody({ customer: { id: 'c', name: 'E', email: 'e@example.com' } }), 403],
    ['/v1/charges', chargeBody({ payment_type: 'NONE' }), 400],
    [`/v1/charges/${id}/sms`, {}, 400],
    [`/v1/charges/${id}/sms`, { customer_phone: '5512345678' }, 403],
    ['/v1/charges/ch_x/sms', {}, 404],
  ];
  for (const [path, body, status] of cases) {
    for (let round = 0; round < 2; round++) {
      const reply = await post(path, keys.public, body, { 'idempotency-key': `refused ${path} ${status}` });
      assert.equal(reply.status, status, reply.text);
      assert.equal(reply.headers['idempotent-replayed'], undefined);
    }
  }
  assert.deepEqual(await rows(), before);
});

/** Asks often at the same moment, because a refusal comes late; tells how many were let through. */
async function flood(key: string, address: string, path = '/v2/orders/ch_x'): Promise<number> {
  const headers = { authorization: basic(key), 'x-forwarded-for': address };
  const replies = await Promise.all(Array.from({ length: 30 }, () => limited.app.inject({ url: path, headers })));
  return replies.filter(({ statusCode }) => statusCode !== 429).length;
}

test('a flood through the public key takes nothing of the limit of the private one', async () => {
  const { keys: of } = await limited.account({});
  const through = await flood(of.test.public, '198.51.100.1');
  assert.ok(through >= 10 && through < 20, `${through} were let through`);
  const reply = await limited.call('GET', '/v2/orders/ch_x', { key: of.test.private });
  assert.equal(reply.status, 404);
  assert.match(reply.headers['ratelimit'] ?? '', /^"account";r=19;/);
});

test('each address has a limit of its own, an IPv6 line is one address, and the key has one for all of them', async () => {
  const { keys: of } = await limited.account({});
  const addresses = ['2001:db8:1:2::1', '2001:db8:1:2:ffff::9', '198.51.100.2', '198.51.100.3'];
  const floods = await Promise.all(addresses.map((address) => flood(of.test.public, address)));
  const [first = 0, sameLine = 0, other = 0, third = 0] = floods;
  assert.ok(first >= 10, `${first}`);
  assert.ok(sameLine <= 1, 'another address of the same line');
  assert.ok(other >= 8, 'another visitor is served');
  assert.ok(third <= 5, 'all visitors together have the limit of the key');
  await until('the key has room again', async () => (await flood(of.test.public, '198.51.100.4')) > 0, 3_000);
});

test('what a public key may not do counts, so that a flood of refusals is cut too', async () => {
  const { keys: of } = await limited.account({});
  const through = await flood(of.test.public, '198.51.100.9', '/v1/events');
  assert.ok(through >= 10 && through < 20, `${through} were let through`);
});

test('a refusal comes late, and later the more an address waits for, so that its flood gets some dozens a second', async () => {
  const { keys: of } = await limited.account({});
  const started = performance.now();
  const headers = { authorization: basic(of.test.public), 'x-forwarded-for': '198.51.100.10' };
  const times = await Promise.all(
    Array.from({ length: 180 }, async () => {
      const { statusCode } = await limited.app.inject({ url: '/v2/orders/ch_x', headers });
      return { statusCode, second: Math.floor((performance.now() - started + 100) / 1000) };
    }),
  );
  const refusedIn = (second: number) => times.filter((one) => one.statusCode === 429 && one.second === second).length;
  assert.equal(refusedIn(0), 0);
  for (const second of [1, 2, 3]) assert.ok(refusedIn(second) <= 60, `${refusedIn(second)} in second ${second}`);
  assert.equal((await limited.call('GET', '/v2/orders/ch_x', { key: of.test.private })).status, 404);
});
