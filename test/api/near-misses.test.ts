// A field that is nearly one that we know is refused by its name, for accounts since 2026-11-18 (D95).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertProblem } from '../support/problem.js';
import { chargeBody, orderBody, startTestService } from '../support/service.js';

const service = await startTestService();
const { key } = service;
const older = (await service.account({ interfaceVersion: '2026-11-17' })).keys.test.private;
const { id } = (await service.call('POST', '/v2/orders', { key, body: orderBody() })).json;

const { product, customer } = Object(orderBody());
type Ask = readonly [method: 'GET' | 'POST', path: string, body: object | undefined, written: string, meant: string];
const asks: readonly Ask[] = [
  ['POST', '/v2/orders', { ...orderBody(), custmer: {} }, 'custmer', 'customer'],
  ['POST', '/v2/orders', { ...orderBody(), expires_at: 1 }, 'expires_at', 'expiresAt'],
  ['POST', '/v2/orders', { ...orderBody(), expiers_at: 1 }, 'expiers_at', 'expiresAt'],
  ['POST', '/v2/orders', orderBody({ product: { ...product, curency: 'USD' } }), 'product.curency', 'product.currency'],
  ['POST', '/v2/orders', orderBody({ customer: { ...customer, pohne: '55' } }), 'customer.pohne', 'customer.phone'],
  ['POST', '/v1/charges', chargeBody({ expiration_tme: 1 }), 'expiration_tme', 'expiration_time'],
  ['POST', '/v1/charges', chargeBody({ sucess_url: 'x' }), 'sucess_url', 'success_url'],
  ['POST', '/v1/charges', chargeBody({ product_prize: 1 }), 'product_prize', 'product_price'],
  ['POST', `/v2/orders/${id}/refunds`, { ammount: 10 }, 'ammount', 'amount'],
  ['POST', '/v1/webhooks/stores', { url: 'http://127.0.0.1:2/', event: ['charge.late'] }, 'event', 'events'],
  ['GET', '/v2/orders?costumer_email=a@b', undefined, 'costumer_email', 'customer_email'],
  ['GET', '/v1/charges?limits=5', undefined, 'limits', 'limit'],
  ['GET', '/v1/events?atfer=ec_0', undefined, 'atfer', 'after'],
  ['GET', '/v1/providers?order_totl=150', undefined, 'order_totl', 'order_total'],
];

for (const [method, path, body, written, meant] of asks) {
  const shown = path.replace(/ch_[0-9a-f-]+/, '{id}');
  test(`${method} ${shown} with ${written} says that ${meant} was meant, unless the account is older`, async () => {
    const ask = (by: string) =>
      service.call(method, path, {
        key: by,
        headers: { 'accept-language': 'en' },
        ...(body !== undefined && { body }),
      });
    const refused = await ask(key);
    assertProblem(refused, { status: 400, error: 'invalid_request', params: [written] });
    const message = `Is not known (did you mean ${meant}?).`;
    assert.deepEqual(refused.json.errors, [{ param: written, error: 'unknown_field', message }]);
    const taken = await ask(older);
    assert.ok(taken.status === 200 || taken.status === 404, taken.text); // the order is not theirs
  });
}

test('what is near nothing is taken, and so is a numbered sibling', async () => {
  const body = orderBody({
    ...{ wholly_else: 1, client: { name: 'x' }, colour: 'red' },
    product: { ...product, sku: 'A', colour: 'red' },
    customer: { ...customer, phone2: '55', zip: '01000', rfc: 'XAXX010101000' },
    extras: { curency: 'mine' },
  });
  assert.equal((await service.call('POST', '/v2/orders', { key, body })).status, 200);
});

test('every name that was ever taken still is', async () => {
  const { order_id, order_price, order_name, ...rest } = chargeBody();
  const body = {
    ...rest,
    product_id: order_id,
    product_price: order_price,
    product_name: order_name,
    failure_url: 'x',
  };
  assert.equal((await service.call('POST', '/v1/charges', { key, body })).status, 200);
});

test('all faults come at once, the misspelt field first', async () => {
  const { customer: _, ...rest } = orderBody();
  const reply = await service.call('POST', '/v2/orders', { key, body: { ...rest, customr: {} } });
  assertProblem(reply, { status: 400, params: ['customr', 'customer'] });
});

test('thousands of unknown fields are not compared with everything', async () => {
  const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`curenc${n.toString(36)}`, 1]));
  const started = performance.now();
  const reply = await service.call('POST', '/v2/orders', { key, body: { ...many, ...orderBody() } });
  assert.ok(reply.json.errors === undefined || reply.json.errors.length <= 50, reply.text);
  assert.ok(performance.now() - started < 2_000);
});

for (const [path, body, meant, error] of [
  ['/v1/charges', chargeBody({ payment_type: 'SPEI' }), 'POST /v2/orders', 'not_in_v1'],
  ['/v1/charges', chargeBody({ payment_type: 'spei' }), 'POST /v2/orders', 'not_in_v1'],
  ['/v2/orders', orderBody({ payment: { type: 'OXXO' } }), 'POST /v1/charges', 'not_in_v2'],
] as const) {
  test(`POST ${path} with a payment type of the other generation names ${meant}`, async () => {
    for (const by of [key, older]) {
      const reply = await service.call('POST', path, { key: by, body });
      assert.equal(reply.status, 400, reply.text);
      assert.equal(reply.json.errors[0].error, error);
      assert.ok(reply.json.debug_message.includes(meant), reply.json.debug_message);
    }
  });
}
