// D53: plugins read the order back from inside the webhook. What a webhook says is committed before it is sent.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createClient, inParallel } from '../support/http-client.js';
import { chargeBody } from '../support/service.js';
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
