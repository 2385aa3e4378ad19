// The list of payment points: order, filters, currencies, modes, edits and pictures (spec, Endpoint 6; D11, D20, D56).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { updateAccount } from '../../src/actions/accounts/update-account.js';
import { editPaymentPoint, setLiveDetails } from '../../src/actions/points/edit-payment-point.js';
import { assertProblem } from '../support/problem.js';
import { until } from '../support/until.js';
import { startPayService } from '../web/fixtures.js';

const service = await startPayService();
const { key } = service;

type Point = { internal_name: string; rank: number; transaction_limit: number; image_small: string };
const list = async (query = '', options = {}): Promise<Point[]> => {
  const reply = await service.call('GET', `/v1/providers${query}`, { key, ...options });
  assert.equal(reply.status, 200, reply.text);
  return reply.json;
};
const all = await list();
const namesAbove = (total: number) =>
  all.filter((point) => point.transaction_limit >= total).map((point) => point.internal_name);
const names = (points: readonly Point[]) => points.map((point) => point.internal_name);

test('all points of test mode are listed by rank, with or without a trailing slash', async () => {
  assert.ok(all.length >= 24);
  assert.deepEqual(
    all.map(({ rank }) => rank),
    all.map((_, index) => index + 1),
  );
  assert.deepEqual(await list('/'), all);
});

for (const [total, least] of [
  ['10000', 10_000],
  ['10000.00', 10_000],
  ['10000.01', 10_000.01],
  ['15000', 15_000],
  ['0', 0],
  // Carts are summed up with more decimals than money has: the centavo above counts.
  ['23.1884', 23.19],
  ['10000.001', 10_000.01],
  ['9999.99000000000001', 9_999.99],
  ['10000.000000000002', 10_000],
  ['1.2345678e4', 12_345.68],
] as const) {
  test(`an order_total of ${total} keeps the points that take it, by query and by body`, async () => {
    assert.deepEqual(names(await list(`?order_total=${total}`)), namesAbove(least));
    assert.deepEqual(names(await list('', { body: { order_total: total } })), namesAbove(least));
    assert.deepEqual(names(await list('', { body: { order_total: Number(total) } })), namesAbove(least));
  });
}

test('more than any point takes leaves none', async () => {
  for (const total of ['99999999999', '9'.repeat(30), '1.5E7'])
    assert.deepEqual(await list(`?order_total=${total}`), []);
});

test('a currency that is no text is refused, whoever asks', async () => {
  const body = { currency: { toString: 1, valueOf: 1 }, order_total: 5 };
  assertProblem(await service.call('GET', '/v1/providers/true', { body }), { status: 400, error: 'invalid_request' });
});

test('the query wins over the body, and junk in a body is no filter', async () => {
  assert.deepEqual(await list('?order_total=1', { body: { order_total: 15_000 } }), all);
  for (const body of ['{"order_total":', '"x"', '[]', '{"order_total":"many"}', '{"order_total":null}'])
    assert.deepEqual(await list('', { body }), all, body);
});

test('a total in dollars is converted before it filters', async () => {
  const some = names(await list('?order_total=900&currency=USD'));
  assert.ok(some.length < all.length && some.length > 0);
  assert.deepEqual(names(await list('?order_total=900&currency=usd')), some);
});

for (const query of ['order_total=many', 'order_total=-1', 'order_total=100&currency=YEN']) {
  test(`${query} is refused`, async () => {
    const refused = await service.call('GET', `/v1/providers?${query}`, { key });
    assertProblem(refused, { status: 400, error: 'invalid_request' });
  });
}

test('without a key there is the list for anyone, and only that', async () => {
  assertProblem(await service.call('GET', '/v1/providers'), { status: 401, code: 4001, error: 'invalid_api_key' });
  const anyone = await service.call('GET', '/v1/providers/true');
  assert.deepEqual(anyone.json, all);
  assert.deepEqual(
    (await service.call('GET', '/v1/providers/true?order_total=15000')).json,
    await list('?order_total=15000'),
  );
});

test('live mode lists points with live details, and an edit shows within two seconds', async () => {
  const live = () => list('', { key: service.merchant.keys.live.private });
  assert.deepEqual(await live(), []);
  const details = { company_reference_number: '555', company_bank_number: '7' };
  await setLiveDetails(service.deps, { code: 'OXXO', details, cards: [], actor: 'test' });
  await until('OXXO is there', async () => names(await live()).includes('OXXO'), 2_000);
  await editPaymentPoint(service.deps, { code: 'OXXO', change: { isActive: false }, actor: 'test' });
  await until('OXXO is gone', async () => !names(await list()).includes('OXXO'), 2_000);
  assert.deepEqual(await live(), []);
});

test('with a live key the list for anyone has the points of live mode; a key that opens nothing counts as none', async () => {
  const { live, test: tests } = service.merchant.keys;
  const anyone = async (key?: string) => {
    const reply = await service.call('GET', '/v1/providers/true', key === undefined ? {} : { key });
    assert.equal(reply.status, 200, reply.text);
    return names(reply.json);
  };
  const everything = await anyone();
  assert.ok(everything.length > 20);
  const details = { company_reference_number: '555', company_bank_number: '7' };
  await setLiveDetails(service.deps, { code: 'EXTRA', details, cards: [], actor: 'test' });
  await until('EXTRA is live', async () => (await anyone(live.private)).length > 0, 2_000);
  for (const key of [live.private, live.public]) assert.deepEqual(await anyone(key), ['EXTRA']);
  for (const key of [tests.private, tests.public, 'sk_live_nobody_has_this_key', ''])
    assert.deepEqual(await anyone(key), everything, key);
  const suspended = await service.account({});
  await updateAccount(service.deps, { id: suspended.account.id, keys: 'suspend', actor: 'test' });
  await until('its keys are closed', async () => {
    const refused = await service.call('GET', '/v1/providers', { key: suspended.keys.live.private });
    return refused.status === 403;
  });
  assert.deepEqual(await anyone(suspended.keys.live.private), everything);
});

test('a picture is ours, cached by its ETag, and none is drawn for an unknown point', async () => {
  const path = new URL(all[1]?.image_small ?? '').pathname;
  const picture = await service.call('GET', path);
  assert.equal(picture.status, 200);
  assert.equal(picture.headers['content-type'], 'image/png');
  const etag = String(picture.headers['etag']);
  assert.equal((await service.call('GET', path, { headers: { 'if-none-match': etag } })).status, 304);
  assert.equal((await service.call('GET', '/assets/providers/NOWHERE-small.png')).status, 404);
});
