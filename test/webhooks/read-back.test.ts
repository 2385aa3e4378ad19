// D53: plugins read the order back from inside the webhook. What a webhook says is committed before it is sent.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createClient, inParallel } from '../support/http-client.js';
import { assertProblem } from '../support/problem.js';
import { chargeBody, type Reply } from '../support/service.js';
import { until } from '../support/until.js';
import { hook, startEngine, startHookService, takeTurn } from './engines.js';

const ORDERS = Number(process.env['READ_BACK_ORDERS'] ?? 100); // two webhooks each

test('the state that a webhook names is read back from inside it, every time', async () => {
  const service = await startHookService({ COBRO_WEBHOOK_TIMEOUT_MS: '30000' });
  const { key } = service;
  const client = createClient(`http://127.0.0.1:${await service.listen()}`, { connections: 32 });
  after(() => client.close());
  const seen: { told: string; read: string }[] = [];
  const shop = await hook(service, async ({ json }) => {
    const read = await client.call('GET', `/v1/charges/${json.id}`, { key });
    const isOlder = json.type === 'charge.pending' && read.json.type === 'charge.success';
    // The order may have gone on meanwhile; it may never be behind.
    seen.push({ told: json.type, read: isOlder ? json.type : read.json.type });
    return { status: 200 };
  });
  startEngine(service.deps);
  await inParallel(Array.from({ length: ORDERS }), 8, async () => {
    const made = await client.call('POST', '/v1/charges', { key, body: chargeBody() });
    const path = `/v1/test/orders/${made.json.id}/payments`;
    assert.equal((await client.call('POST', path, { key, body: { scenario: 'exact' } })).status, 200);
  });
  const arrived = async () => {
    await takeTurn(service.deps, 'unblock deliveries');
    return new Set(shop.receiver.hits.filter(({ status }) => status === 200).map(({ id }) => id)).size;
  };
  await until('all webhooks have come', async () => (await arrived()) === 2 * ORDERS, 60_000);
  for (const { told, read } of seen) assert.equal(read, told);
});

test('the charge of a ping is read back from inside it, in both modes and in the version of the account', async () => {
  const service = await startHookService();
  service.setTime(Date.now());
  for (const interfaceVersion of ['2026-11-15', '2017-06-10', '2017-06-09', '2015-06-15']) {
    const { keys } = await service.account({ interfaceVersion, ordersEnvelope: interfaceVersion === '2017-06-10' });
    const seen: { body: string; read: Reply }[] = [];
    const shop = await hook(
      service,
      async ({ text, json }) => {
        seen.push({
          body: text,
          read: await service.call('GET', `/v1/charges/${json.id}`, { key: keys.test.private }),
        });
        return { status: seen.at(-1)?.read.status ?? 500 };
      },
      {},
      keys.test.private,
    );
    const { json } = await service.call('POST', `/v1/webhooks/stores/${shop.id}/ping`, { key: keys.test.private });
    assert.deepEqual(json, { status: 'delivered', http_status: 200, reason: null });
    const [{ body, read } = { body: '', read: undefined }] = seen;
    const told = JSON.parse(body);
    const { id, type, paid, livemode, order_info: info } = read?.json ?? {};
    assert.deepEqual([id, type, paid, livemode], ['ch_00000-000-0000-000000', 'charge.success', true, false]);
    assert.equal(info.order_id, 'test_12');
    if (interfaceVersion > '2017-06-09') assert.equal(read?.text, body, 'a webhook body is the verify record');
    else assert.deepEqual([told.id, told.order_info.order_id], [id, info.order_id]);
    const live = await service.call('GET', `/v1/charges/${id}`, { key: keys.live.private });
    assert.deepEqual([live.status, live.json.livemode], [200, true]);
    assert.equal((await service.call('GET', `/v1/charges/${id}`, { key: keys.test.public })).status, 403);
    assert.equal((await service.call('GET', `/v1/charges/${id}`)).status, 401);
  }
});

test('the charge of a ping is nothing to change, to send or to list, and v2 knows no such order', async () => {
  const service = await startHookService();
  const { key } = service;
  const path = '/v1/charges/ch_00000-000-0000-000000';
  for (const verb of ['cancel', 'refunds', 'sms'])
    assertProblem(await service.call('POST', `${path}/${verb}`, { key, body: {} }), {
      status: 404,
      code: 5001,
      error: 'order_not_found',
    });
  for (const list of ['payments', 'refunds'])
    assert.equal((await service.call('GET', `${path}/${list}`, { key })).status, 404);
  assert.equal((await service.call('GET', '/v2/orders/ch_00000-000-0000-000000', { key })).status, 404);
  assert.deepEqual((await service.call('GET', '/v1/charges', { key })).json.data, []);
});
