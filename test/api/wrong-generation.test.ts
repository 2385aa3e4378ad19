// Someone who asks at the wrong generation is told which path to use, and never anything of another merchant (D19, D34).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertProblem } from '../support/problem.js';
import { chargeBody, orderBody, startTestService } from '../support/service.js';

const service = await startTestService();
const { key } = service;
const charge: string = (await service.call('POST', '/v1/charges', { key, body: chargeBody() })).json.id;
const order: string = (await service.call('POST', '/v2/orders', { key, body: orderBody() })).json.id;

const notHere = { status: 404, code: 5001, error: 'order_not_found' } as const;
const ELSEWHERE = `This id is that of a charge at a store or bank, and v2 has SPEI orders only. Use /v1/charges/${charge}.`;

for (const [method, path] of [
  ['GET', ''],
  ['GET', '/'],
  ['GET', '/payments'],
  ['GET', '/refunds'],
  ['POST', '/cancel'],
  ['POST', '/refunds'],
] as const) {
  test(`${method} /v2/orders/{charge}${path} says where the charge is`, async () => {
    const body = method === 'POST' ? { body: {} } : {};
    const mine = await service.call(method, `/v2/orders/${charge}${path}`, { key, ...body });
    assertProblem(mine, notHere);
    assert.equal(mine.json.debug_message, ELSEWHERE);
    assert.equal(mine.json.message, 'No existe ese pago.');
    const { other, merchant } = service;
    for (const stranger of [other.keys.test.private, other.keys.live.private, merchant.keys.live.private]) {
      const theirs = await service.call(method, `/v2/orders/${charge}${path}`, { key: stranger, ...body });
      assertProblem(theirs, notHere);
      assert.match(theirs.json.debug_message, /^No order has this id in this account and mode/);
    }
  });
}

test('a public key is told, too: it may read orders, and the charge is of its own shop', async () => {
  const reply = await service.call('GET', `/v2/orders/${charge}`, { key: service.merchant.keys.test.public });
  assert.equal(reply.json.debug_message, ELSEWHERE);
});

test('a repeated request gets the same refusal, byte for byte', async () => {
  const cancel = () =>
    service.call('POST', `/v2/orders/${charge}/cancel`, { key, body: {}, headers: { 'idempotency-key': 'once' } });
  const first = await cancel();
  const again = await cancel();
  assert.equal(again.headers['idempotent-replayed'], 'true');
  assert.equal(again.text, first.text);
  assert.equal(first.json.debug_message, ELSEWHERE);
});

test('a SPEI order is served at every path of a charge', async () => {
  assert.equal((await service.call('GET', `/v1/charges/${order}`, { key })).json.order_info.store, 'SPEI');
  for (const path of ['payments', 'refunds'])
    assert.equal((await service.call('GET', `/v1/charges/${order}/${path}`, { key })).status, 200);
});

for (const [method, asked, meant] of [
  ['POST', '/v2/charges', '/v1/charges'],
  ['POST', '/v2/charges/', '/v1/charges'],
  ['GET', `/v2/charges/${charge}`, `/v1/charges/${charge}`],
  ['POST', `/v2/charges/${charge}/sms/`, `/v1/charges/${charge}/sms`],
  ['POST', `/v2/orders/${order}/sms`, `/v1/charges/${order}/sms`],
  ['POST', '/v1/orders', '/v2/orders'],
  ['GET', `/v1/orders/${order}?x=1`, `/v2/orders/${order}`],
  ['POST', `/v1/orders/${order}/cancel`, `/v2/orders/${order}/cancel`],
  ['GET', '/v2/providers', '/v1/providers'],
  ['GET', '/v2/providers/true', '/v1/providers/true'],
  ['GET', '/v2/users/auth/', '/v1/users/auth'],
  ['POST', '/v2/webhooks/stores', '/v1/webhooks/stores'],
  ['GET', '/v2/events', '/v1/events'],
  ['GET', '/charges', '/v1/charges'],
  ['GET', '/orders', '/v2/orders'],
  ['GET', '/api/v1/charges', '/v1/charges'],
  ['GET', '/v3/orders', '/v2/orders'],
] as const) {
  test(`${method} ${asked.replace(/ch_[^/?]+/, '{id}')} is 404 and says where to go, with a key or without`, async () => {
    for (const call of [{ key }, {}]) {
      const reply = await service.call(method, asked, call);
      assertProblem(reply, { status: 404, code: 404, error: 'not_found' });
      assert.equal(
        reply.json.debug_message,
        `There is no such path. Use ${meant}: v1 has charges and all else, v2 has SPEI orders.`,
      );
      assert.equal(reply.json.message, 'Esta dirección no existe.');
    }
  });
}

for (const path of ['/nowhere', '/v2', '/v1/', `/v1/charges/${charge}/x`, `/v2/${'a/'.repeat(400)}`, '/v2/$&{at}']) {
  test(`${path.slice(0, 30)} is nowhere, and nothing is suggested`, async () => {
    const reply = await service.call('GET', path, { key });
    assertProblem(reply, { status: 404, error: 'not_found' });
    assert.equal(reply.json.debug_message, 'There is no such path. See /docs for the paths of this service.');
  });
}
