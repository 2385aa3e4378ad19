// What a merchant's key does is in the audit log: which key, from which address, what it was before and after (D79).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listAudit } from '../../src/store/keeping/audit.js';
import { auditOf } from '../support/audit.js';
import { credentialOf, makePaidOrder } from '../support/made-orders.js';
import { chargeBody, orderBody, startTestService } from '../support/service.js';
import { signIn } from '../web/dashboard/sign-in.js';

const service = await startTestService();
const { deps, key } = service;
const merchant = await credentialOf(service);
const { accountId: account, mode } = merchant.scope;
const actor = `key:${merchant.keyId}@127.0.0.1`;
const STORES = '/v1/webhooks/stores';

async function call(method: 'POST' | 'PUT' | 'DELETE', path: string, body: unknown = {}) {
  const reply = await service.call(method, path, { key, body });
  assert.equal(reply.status, 200, `${path}: ${reply.text}`);
  return reply.json;
}

test('a webhook endpoint: made, changed, switched off and on, rotated, deleted; never with its secret', async () => {
  const { id, secret } = await call('POST', STORES, { url: 'http://127.0.0.1:8899/a' });
  await call('PUT', `${STORES}/${id}`, { url: 'http://127.0.0.1:8899/b' });
  await call('PUT', `${STORES}/${id}`, { url: 'http://127.0.0.1:8899/b' }); // nothing differs
  await call('DELETE', `${STORES}/${id}/deactive`);
  await call('POST', STORES, { url: 'http://127.0.0.1:8899/b' });
  const rotated = await call('POST', `${STORES}/${id}/rotate`);
  await call('DELETE', `${STORES}/${id}`);
  const lines = (await auditOf(deps, id)).reverse();
  assert.deepEqual(
    lines.map(([who, action]) => [who, action]),
    ['create', 'change', 'off', 'on', 'rotate', 'delete'].map((what) => [actor, `webhook.${what}`]),
  );
  const urls = { url_before: 'http://127.0.0.1:8899/a', url_after: 'http://127.0.0.1:8899/b' };
  assert.deepEqual(lines[1]?.[2], { account, mode, ...urls });
  const text = (await listAudit(deps.db, 1_000)).map(({ details }) => details).join('\n');
  assert.ok(!text.includes(secret) && !text.includes(rotated.secret) && !text.includes('whsec_'));
});

test('an order: canceled, refunded, texted; creating and verifying one writes no line', async () => {
  const before = await listAudit(deps.db, 1_000);
  const order = await call('POST', '/v2/orders', orderBody());
  const charge = await call('POST', '/v1/charges', chargeBody({ customer_phone: '5512345678' }));
  assert.equal((await service.call('GET', `/v2/orders/${order.id}`, { key })).status, 200);
  assert.deepEqual(await listAudit(deps.db, 1_000), before);

  await call('POST', `/v2/orders/${order.id}/cancel`);
  await call('POST', `/v2/orders/${order.id}/cancel`); // it is canceled already
  assert.deepEqual(await auditOf(deps, order.id), [[actor, 'order.cancel', { account, mode }]]);
  await call('POST', `/v1/charges/${charge.id}/sms`);
  assert.deepEqual(await auditOf(deps, charge.id), [[actor, 'sms.send', { account, mode, phone_end: '5678' }]]);
  const { uuid } = await makePaidOrder(deps, merchant);
  await call('POST', `/v2/orders/ch_${uuid}/refunds`, { amount: 10 });
  const [refund] = await auditOf(deps, `ch_${uuid}`);
  assert.deepEqual(refund?.slice(0, 2), [actor, 'order.refund']);
});

test('the same in the dashboard names the person', async () => {
  const { id } = await call('POST', '/v2/orders', orderBody());
  const dashboard = await signIn(service, key);
  assert.equal((await dashboard.post(`/orders/${id}/cancel`, 'received=0.00')).status, 303);
  const [line] = await auditOf(deps, id);
  assert.deepEqual(line?.slice(0, 2), [`person:${dashboard.person.id}@127.0.0.1`, 'order.cancel']);
});
