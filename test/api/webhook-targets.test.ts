// Where webhooks must not go (D54, D76), at registration and at delivery, in the layout that docs/deploy.md
// describes: the service listens on loopback, and a proxy publishes it.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { registerEndpoint } from '../../src/actions/webhooks/register-endpoint.js';
import { assertProblem } from '../support/problem.js';
import { startTestService, type TestService } from '../support/service.js';
import { startReceiver } from '../webhooks/receiver.js';

const STORES = '/v1/webhooks/stores';
const published = await startTestService({ COBRO_BASE_URL: 'https://pay.example.com' });
const local = await startTestService();

const register = ({ call }: TestService, key: string, url: string) => call('POST', STORES, { key, body: { url } });

test('behind a proxy nobody reads from loopback, not in test mode either', async () => {
  for (const host of [
    '127.0.0.1:9200',
    'localhost:9200',
    'x.localhost:9200',
    '[::1]:9200',
    '0.0.0.0:9200',
    '2130706433',
  ])
    for (const key of [published.key, published.merchant.keys.live.private]) {
      const { errors } = assertProblem(await register(published, key, `https://${host}/_cat`), { status: 400 }, host);
      assert.deepEqual(
        errors.map(({ param, error }) => [param, error]),
        [['url', 'forbidden_address']],
      );
    }
});

test('an endpoint of before is not sent to, and its answer not read', async () => {
  const receiver = await startReceiver(() => ({ status: 200, body: 'the secrets of an internal service' }));
  after(() => receiver.close());
  const { accountId, mode } = { accountId: published.merchant.account.id, mode: 'test' as const };
  const merchant = { scope: { accountId, mode }, interfaceVersion: '2017-06-10' };
  // As a version without the check has stored it.
  const open = { ...published.deps, guard: { ...published.deps.guard, refusal: () => Promise.resolve(null) } };
  const { endpoint } = await registerEndpoint(
    open,
    merchant as Parameters<typeof registerEndpoint>[1],
    { url: receiver.url },
    'test',
  );
  const ping = await published.call('POST', `${STORES}/${endpoint.id}/ping`, { key: published.key });
  assert.deepEqual([ping.json.status, ping.json.reason], ['failed', 'the address may not be reached']);
  assert.equal(receiver.hits.length, 0);
});

test('COBRO_WEBHOOK_ALLOW opens loopback behind a proxy, and only what it names', async () => {
  const opened = await startTestService({
    COBRO_BASE_URL: 'https://pay.example.com',
    COBRO_WEBHOOK_ALLOW: '127.0.0.1',
    COBRO_WEBHOOK_ALLOW_HTTP: 'on',
  });
  const receiver = await startReceiver();
  after(() => receiver.close());
  for (const key of [opened.key, opened.merchant.keys.live.private]) {
    const made = await register(opened, key, receiver.url);
    assert.equal(made.status, 200, made.text);
    assert.equal((await opened.call('POST', `${STORES}/${made.json.id}/ping`, { key })).json.status, 'delivered');
  }
  assertProblem(await register(opened, opened.key, 'http://127.0.0.2:3000/x'), { status: 400, params: ['url'] });
});

test('on a developer’s machine, loopback works in test mode', async () => {
  assert.equal((await register(local, local.key, 'http://127.0.0.1:3000/hook')).status, 200);
  assert.equal((await register(local, local.key, 'http://localhost:3000/hook')).status, 200);
});

test('ports of other services, users in URLs and the service itself are refused, and the error says which', async () => {
  const faultOf = async (service: TestService, url: string, method: 'POST' | 'PUT' = 'POST', path = STORES) => {
    const { errors } = assertProblem(
      await service.call(method, path, { key: service.key, body: { url } }),
      { status: 400, params: ['url'] },
      url,
    );
    return errors[0]?.error;
  };
  const { id } = (await register(local, local.key, 'http://127.0.0.1:3000/changed')).json;
  for (const port of [22, 25, 465, 587, 5432, 6379, 6667]) {
    assert.equal(await faultOf(local, `http://127.0.0.1:${port}/x`), 'forbidden_port');
    assert.equal(await faultOf(local, `https://93.184.216.34:${port}/x`), 'forbidden_port');
    assert.equal(await faultOf(local, `http://127.0.0.1:${port}/x`, 'PUT', `${STORES}/${id}`), 'forbidden_port');
  }
  for (const url of ['http://user@shop.example/', 'http://user:pass@shop.example/', 'http://:pass@shop.example/'])
    assert.equal(await faultOf(local, url), 'invalid_url');
  assert.equal(await faultOf(local, 'http://127.0.0.1:8080/v1/charges'), 'own_address');
  assert.equal(await faultOf(published, 'https://pay.example.com/rails/spei/deposits'), 'own_address');
});
