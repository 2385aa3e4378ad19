// Payment links for merchants: make, list, read, deactivate (D67).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { auditOf } from '../support/audit.js';
import { assertProblem } from '../support/problem.js';
import { type Call, startTestService } from '../support/service.js';

const service = await startTestService({ COBRO_BASE_URL: 'https://pay.example.com' });
const { key, merchant, other } = service;
const LINK = { order_name: 'Curso de cerámica', order_price: 350 };
const create = (change: object = {}, call: Call = { key }) =>
  service.call('POST', '/v1/payment_links', { ...call, body: { ...LINK, ...change } });
const read = (id: string, as = key) => service.call('GET', `/v1/payment_links/${id}`, { key: as });
const NOW = Math.floor(Date.now() / 1000);

test('a link has all of its fields, with what was left out as null or its default', async () => {
  const { status, json, text } = await create();
  assert.equal(status, 200, text);
  assert.match(json.id, /^pl_[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f-]{21}$/);
  assert.ok(Math.abs(json.created_at - NOW) < 60);
  assert.deepEqual(json, {
    id: json.id,
    object: 'payment_link',
    url: `https://pay.example.com/checkout/${json.id}`,
    status: 'active',
    livemode: false,
    order_id: json.id,
    order_name: 'Curso de cerámica',
    order_price: 350,
    currency: 'MXN',
    image_url: null,
    success_url: null,
    failed_url: null,
    customer_phone: 'optional',
    max_uses: null,
    uses: 0,
    extras: {},
    created_at: json.created_at,
    expires_at: null,
    deactivated_at: null,
  });
  assert.equal((await read(json.id)).text, text);
  const [line] = await auditOf(service.deps, json.id);
  assert.deepEqual(line?.slice(1), [
    'link.create',
    {
      ...{ account: merchant.account.id, mode: 'test', order_id: json.id },
      ...{ price: '350.00', currency: 'MXN', max_uses: null, uses: 0 },
    },
  ]);
  assert.match(line?.[0] ?? '', /^key:[^@]+@127\.0\.0\.1$/);
});

test('everything that can be said of a link comes back, by the earlier names, too', async () => {
  const wanted = {
    ...{ order_id: 'CURSO-7', currency: 'USD', customer_phone: 'required', max_uses: 20, expires_at: NOW + 3600 },
    ...{ image_url: 'https://shop.example/c.png', success_url: 'https://shop.example/ok', extras: { campaign: 'x' } },
  };
  const { json } = await create({ ...wanted, failure_url: 'https://shop.example/no' });
  const { order_id, currency, customer_phone, max_uses, expires_at, image_url, success_url, extras } = json;
  assert.deepEqual(
    { order_id, currency, customer_phone, max_uses, expires_at, image_url, success_url, extras },
    wanted,
  );
  assert.equal(json.failed_url, 'https://shop.example/no');
  const earlier = await service.call('POST', '/v1/payment_links', {
    key,
    body: { product_id: 'P', product_name: 'Taza', product_price: '99.5' },
  });
  const { order_id: id, order_name: name, order_price: price } = earlier.json;
  assert.deepEqual([id, name, price], ['P', 'Taza', 99.5]);
});

test('all faults are named at once, and nothing is made', async () => {
  const faulty = {
    ...{ order_name: '', order_price: -1, currency: 'JPY', image_url: 'javascript:alert(1)', success_url: 'ftp://x' },
    ...{ customer_phone: 'maybe', expires_at: NOW - 10, max_uses: 0, extras: [1] },
  };
  const before = (await service.call('GET', '/v1/payment_links', { key })).json.data.length;
  assertProblem(await create(faulty), { status: 400, error: 'invalid_request', params: Object.keys(faulty) });
  for (const max_uses of [1.5, '1e3', 100_001, true])
    assertProblem(await create({ max_uses }), { status: 400, params: ['max_uses'] }, String(max_uses));
  assertProblem(await create({ order_price: 1 }), { status: 400, params: ['order_price'] });
  assert.equal((await service.call('GET', '/v1/payment_links', { key })).json.data.length, before);
});

test('a price that nobody could take is refused where it is made', async () => {
  const bare = await startTestService({ COBRO_CLABE_PREFIX: '' });
  const reply = await bare.call('POST', '/v1/payment_links', { key: bare.merchant.keys.live.private, body: LINK });
  assertProblem(reply, { status: 400, error: 'no_point_for_amount' });
});

test('only the private key makes, lists, reads and deactivates links', async () => {
  const { id } = (await create()).json;
  const call = { key: merchant.keys.test.public };
  for (const reply of [
    await create({}, call),
    await service.call('GET', '/v1/payment_links', call),
    await service.call('GET', `/v1/payment_links/${id}`, call),
    await service.call('POST', `/v1/payment_links/${id}/deactivate`, call),
  ])
    assertProblem(reply, { status: 403, error: 'private_key_required' });
});

test('a link of another account or of the other mode is as if it never was', async () => {
  const { id } = (await create()).json;
  for (const as of [other.keys.test.private, merchant.keys.live.private]) {
    assertProblem(await read(id, as), { status: 404, error: 'payment_link_not_found' });
    const gone = await service.call('POST', `/v1/payment_links/${id}/deactivate`, { key: as });
    assertProblem(gone, { status: 404, error: 'payment_link_not_found' });
    const { data } = (await service.call('GET', '/v1/payment_links', { key: as })).json;
    assert.deepEqual(
      data.filter((link: { id: string }) => link.id === id),
      [],
    );
  }
  for (const odd of ['pl_x', 'x', id.slice(3), `ch_${id.slice(3)}`, '%00'])
    assertProblem(await read(odd), { status: 404, error: 'payment_link_not_found' }, odd);
  assert.equal((await read(id)).json.status, 'active');
});

test('the list is newest first, page by page', async () => {
  const { keys } = await service.account({});
  const made: string[] = [];
  for (let number = 0; number < 5; number++) {
    const { json } = await create({ order_id: number }, { key: keys.live.private });
    assert.equal(json.livemode, true);
    made.unshift(json.id);
  }
  const seen: string[] = [];
  let cursor = '';
  do {
    const path = `/v1/payment_links?limit=2${cursor && `&cursor=${cursor}`}`;
    const { json } = await service.call('GET', path, { key: keys.live.private });
    assert.equal(json.has_more, json.next_cursor !== null);
    seen.push(...json.data.map((link: { id: string }) => link.id));
    cursor = json.next_cursor ?? '';
  } while (cursor !== '');
  assert.deepEqual(seen, made);
  assertProblem(await service.call('GET', '/v1/payment_links?cursor=x', { key }), { status: 400, params: ['cursor'] });
});

test('a request that is repeated with its Idempotency-Key makes one link, also at once', async () => {
  const { keys } = await service.account({});
  const call = { key: keys.test.private, headers: { 'idempotency-key': 'once' } };
  const replies = await Promise.all(Array.from({ length: 5 }, () => create({}, call)));
  assert.equal(new Set(replies.map(({ text }) => text)).size, 1, replies.map(({ text }) => text).join());
  const { data } = (await service.call('GET', '/v1/payment_links', { key: keys.test.private })).json;
  assert.equal(data.length, 1);
  assertProblem(await create({ order_price: 10 }, call), { status: 409, error: 'idempotency_key_reused' });
});

test('a link is deactivated once, however often it is asked', async () => {
  const { id } = (await create()).json;
  const replies = await Promise.all(
    Array.from({ length: 4 }, () => service.call('POST', `/v1/payment_links/${id}/deactivate`, { key })),
  );
  for (const { status, json } of replies) assert.deepEqual([status, json.status], [200, 'inactive']);
  assert.equal(new Set(replies.map(({ text }) => text)).size, 1);
  assert.deepEqual(
    (await auditOf(service.deps, id)).map(([, action]) => action),
    ['link.deactivate', 'link.create'],
  );
  const page = await service.call('GET', `/checkout/${id}`);
  assert.equal(page.status, 409);
  assert.match(page.text, /ya no está activa/);
});

test('a link expires by its time', async () => {
  const { id } = (await create({ expires_at: NOW + 600 })).json;
  service.setTime((NOW + 599) * 1000);
  assert.equal((await service.call('GET', `/checkout/${id}`)).status, 200);
  service.setTime((NOW + 600) * 1000);
  assert.equal((await read(id)).json.status, 'expired');
  const page = await service.call('GET', `/checkout/${id}`);
  assert.deepEqual([page.status, /ya venció/.test(page.text)], [409, true]);
  service.setTime(null);
});
