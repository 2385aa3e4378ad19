// Webhook endpoints over HTTP (D49, D54).
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { assertProblem } from '../support/problem.js';
import { startTestService } from '../support/service.js';
import { hook } from '../webhooks/engines.js';

const STORES = '/v1/webhooks/stores';
const service = await startTestService();
const { key } = service;
const live = service.merchant.keys.live.private;
let made = 0;
const freshUrl = () => `http://127.0.0.1:2/shop-${made++}`;

const call = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown, as = key) => {
  const reply = await service.call(method, path, { key: as, ...(body !== undefined && { body }) });
  assert.equal(reply.status, 200, reply.text);
  return reply.json;
};

test('a registration is new with its secret, and the same URL again exists without it', async () => {
  const url = freshUrl();
  const created = await call('POST', STORES, { url });
  assert.deepEqual(Object.keys(created), [
    'id',
    'url',
    'mode',
    'status',
    'type',
    'events',
    'interface_version',
    'secret',
  ]);
  assert.deepEqual([created.url, created.mode, created.status, created.type], [url, 'test', 'new', 'primary']);
  assert.deepEqual(created.events, ['charge.pending', 'charge.success', 'charge.expired', 'charge.canceled']);
  assert.match(created.secret, /^whsec_/);
  const again = await call('POST', STORES, { url });
  assert.deepEqual([again.status, again.id, again.secret], ['exists', created.id, undefined]);
  const list = await call('GET', STORES);
  assert.ok(Array.isArray(list));
  assert.deepEqual(list.find(({ id }: { id: string }) => id === created.id)?.status, 'active');
});

test('many registrations of one URL at once make one endpoint', async () => {
  const url = freshUrl();
  const all = await Promise.all(Array.from({ length: 8 }, () => call('POST', STORES, { url })));
  assert.equal(new Set(all.map(({ id }) => id)).size, 1);
  assert.equal(all.filter(({ status }) => status === 'new').length, 1);
});

test('an Idempotency-Key gives the first answer again, secret included', async () => {
  const request = { key, body: { url: freshUrl() }, headers: { 'idempotency-key': randomUUID() } };
  const first = await service.call('POST', STORES, request);
  const second = await service.call('POST', STORES, request);
  assert.equal(second.text, first.text);
  assert.equal(second.headers['idempotent-replayed'], 'true');
});

test('a change keeps what it does not name; off and on again; deleted twice', async () => {
  const { id, url } = await call('POST', STORES, { url: freshUrl() });
  const moved = `${url}-moved`;
  const changed = await call('PUT', `${STORES}/${id}`, {
    url: moved,
    webhookType: 'secondary',
    events: ['charge.partial'],
    interface_version: '2016-01-01',
  });
  assert.deepEqual(
    [changed.status, changed.url, changed.type, changed.events, changed.interface_version, changed.secret],
    ['updated', moved, 'secondary', ['charge.partial'], '2016-01-01', undefined],
  );
  for (const method of ['PUT', 'POST'] as const) assert.deepEqual(await call(method, `${STORES}/${id}`, {}), changed);
  const word = async () => (await call('GET', `${STORES}/${id}`)).status;
  assert.equal((await call('DELETE', `${STORES}/${id}/deactive`)).status, 'deactivated');
  assert.equal(await word(), 'inactive');
  assert.equal((await call('PUT', `${STORES}/${id}`, { type: 'primary' })).status, 'updated');
  assert.equal(await word(), 'inactive');
  await call('PUT', `${STORES}/${id}`, { status: 'active' });
  assert.equal(await word(), 'active');
  await call('DELETE', `${STORES}/${id}/deactive`);
  assert.deepEqual([(await call('POST', STORES, { url: moved })).id, await word()], [id, 'active']);
  for (let time = 0; time < 2; time++) assert.equal((await call('DELETE', `${STORES}/${id}`)).status, 'deleted');
  assertProblem(await service.call('GET', `${STORES}/${id}`, { key }), { status: 404 });
  assert.notEqual((await call('POST', STORES, { url: moved })).id, id);
});

test('a change to the address of another endpoint gives that one, switched on, and changes nothing (D91)', async () => {
  const [one, two] = [await call('POST', STORES, { url: freshUrl() }), await call('POST', STORES, { url: freshUrl() })];
  await call('DELETE', `${STORES}/${one.id}/deactive`);
  for (const method of ['PUT', 'POST'] as const) {
    const answer = await call(method, `${STORES}/${two.id}`, { url: one.url, events: ['charge.late'] });
    assert.deepEqual([answer.status, answer.id, answer.secret], ['exists', one.id, undefined]);
  }
  const seen = await Promise.all([one.id, two.id].map((id) => call('GET', `${STORES}/${id}`)));
  assert.deepEqual(
    seen.map(({ url, status, events }) => ({ url, status, events })),
    [one, two].map(({ url, events }) => ({ url, status: 'active', events })),
  );
});

test('switching off what is not there is no error (D91)', async () => {
  for (const id of [randomUUID(), 'nothing'])
    assert.deepEqual(await call('DELETE', `${STORES}/${id}/deactive`), { id, status: 'deactivated' });
});

test('a URL without scheme means http://, and what is no URL is refused', async () => {
  assert.equal((await call('POST', STORES, { url: 'localhost:2/bare' })).url, 'http://localhost:2/bare');
  for (const url of [
    'ftp://example.com/x',
    'file:///etc/passwd',
    'http://',
    '',
    null,
    5,
    'javascript:alert(1)',
    'http://a b/',
    'http://u:p@example.com/',
    `http://e.com/${'x'.repeat(2_100)}`,
  ])
    assertProblem(
      await service.call('POST', STORES, { key, body: { url } }),
      { status: 400, params: ['url'] },
      String(url),
    );
  const faulty = { url: 'x:', webhookType: 'third', events: ['charge.unknown'], interface_version: 'yesterday' };
  assertProblem(await service.call('POST', STORES, { key, body: { ...faulty, url: '' } }), {
    status: 400,
    params: ['url', 'webhookType', 'events', 'interface_version'],
  });
  for (const interface_version of ['2026-02-30', '0000-01-01'])
    assertProblem(await service.call('POST', STORES, { key, body: { url: freshUrl(), interface_version } }), {
      status: 400,
      params: ['interface_version'],
    });
});

test('forbidden addresses are refused at registration and at a change', async () => {
  const { id } = await call('POST', STORES, { url: freshUrl() });
  for (const host of [
    '10.0.0.1',
    '169.254.169.254',
    '100.64.0.1',
    '[fe80::1]',
    '[::ffff:10.0.0.1]',
    '[2002:a00:1::]',
    '[64:ff9b::a00:1]',
  ]) {
    const body = { url: `https://${host}/x` };
    for (const as of [key, live])
      assertProblem(await service.call('POST', STORES, { key: as, body }), { status: 400, params: ['url'] }, host);
    assertProblem(await service.call('PUT', `${STORES}/${id}`, { key, body }), { status: 400, params: ['url'] }, host);
  }
  for (const host of ['127.0.0.1', '[::1]', '2130706433', '0x7f.1', '0177.0.0.1', 'localhost'])
    assertProblem(
      await service.call('POST', STORES, { key: live, body: { url: `https://${host}/x` } }),
      { status: 400, params: ['url'] },
      host,
    );
});

test('another account and the other mode neither see nor change it', async () => {
  const { id, url } = await call('POST', STORES, { url: freshUrl() });
  for (const other of [service.other.keys.test.private, live]) {
    assert.deepEqual(await call('GET', STORES, undefined, other), []);
    for (const [method, path] of [
      ['GET', ''],
      ['PUT', ''],
      ['POST', '/rotate'],
      ['POST', '/ping'],
    ] as const)
      assertProblem(
        await service.call(method, `${STORES}/${id}${path}`, { key: other, body: {} }),
        { status: 404 },
        path,
      );
    for (const [path, status] of [
      ['', 'deleted'],
      ['/deactive', 'deactivated'],
    ] as const)
      assert.deepEqual(await call('DELETE', `${STORES}/${id}${path}`, undefined, other), { id, status });
  }
  const { url: kept, status } = await call('GET', `${STORES}/${id}`);
  assert.deepEqual([kept, status], [url, 'active']);
  assertProblem(await service.call('GET', STORES, { key: service.merchant.keys.test.public }), { status: 403 });
});

test('a ping is signed by the new secret and by the old after a rotation, and tells how it went', async () => {
  const { id, secret, receiver } = await hook(service);
  const rotated = await call('POST', `${STORES}/${id}/rotate`);
  assert.notEqual(rotated.secret, secret);
  assert.deepEqual(await call('POST', `${STORES}/${id}/ping`), { status: 'delivered', http_status: 200, reason: null });
  const [hit] = receiver.hits;
  assert.ok(hit);
  for (const one of [secret, rotated.secret]) new Webhook(one).verify(hit.text, hit.headers as Record<string, string>);
  assert.deepEqual(
    [hit.json.id, hit.json.short_id, hit.json.type, hit.json.order_info.order_id],
    ['ch_00000-000-0000-000000', '000000', 'charge.success', 'test_12'],
  );
  receiver.answer(() => ({ status: 200, body: '{"status":"error"}' }));
  assert.equal((await call('POST', `${STORES}/${id}/ping`)).status, 'failed');
});
