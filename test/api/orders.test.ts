// v2 orders over HTTP: spec, "Order (v2)"; D21-D31.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { orderBody, startTestService } from '../support/service.js';

const service = await startTestService();
const { key } = service;

test('a created order is read back as the same record', async () => {
  const created = await service.call('POST', '/v2/orders', { key, body: orderBody() });
  assert.equal(created.status, 200);
  const verified = await service.call('GET', `/v2/orders/${created.json.id}`, { key });
  assert.equal(verified.text, created.text);
});
