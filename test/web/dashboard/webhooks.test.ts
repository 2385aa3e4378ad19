// Addresses that receive webhooks, in the dashboard.
import assert from 'node:assert/strict';
import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { orderBody } from '../../support/service.js';
import { startPayService, textOf } from '../fixtures.js';
import { signIn } from './sign-in.js';

const service = await startPayService();
const merchant = await signIn(service, service.key);

test('an address is tested, switched off and on again, and an order tells what it knows', async () => {
  let status = 204;
  const receiver = createHttpServer((_request, response) => void response.writeHead(status).end());
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done));
  after(() => receiver.close());
  const { keys } = await service.account({});
  const shop = await signIn(service, keys.test.private);
  assert.match(textOf(await shop.get('/webhooks')), /No hay ninguna dirección/);
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
  const { json: endpoint } = await service.call('POST', '/v1/webhooks/stores', {
    key: keys.test.private,
    body: { url },
  });
  const { json: order } = await service.call('POST', '/v2/orders', { key: keys.test.private, body: orderBody() });

  assert.match(String((await shop.post(`/webhooks/${endpoint.id}/ping`)).headers['location']), /webhooks$/);
  status = 500;
  const failed = await shop.post(`/webhooks/${endpoint.id}/ping`);
  assert.equal(failed.status, 400);
  assert.match(textOf(failed), /HTTP 500/);
  await shop.post(`/webhooks/${endpoint.id}/off`);
  assert.match(textOf(await shop.get('/webhooks')), /Apagada/);
  assert.match(textOf(await shop.get(`/orders/${order.id}`)), /guardado mientras la dirección está apagada/);
  await shop.post(`/webhooks/${endpoint.id}/on`);
  assert.match(textOf(await shop.get('/webhooks')), /Activa/);
  assert.match(textOf(await shop.get(`/orders/${order.id}`)), /en camino/);
  assert.equal((await shop.post(`/orders/${order.id}/events/1/resend`)).status, 303);
  assert.equal((await shop.post(`/orders/${order.id}/events/7/resend`)).status, 404);
  assert.equal((await merchant.post(`/webhooks/${endpoint.id}/ping`)).status, 404);
});
