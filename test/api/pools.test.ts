// Numbers that all merchants share: what is refused or repeated takes none, and no account takes them all (D77).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readPoolUses } from '../../src/actions/points/watch-pools.js';
import { isScarce } from '../../src/domain/points/pools.js';
import { assertProblem } from '../support/problem.js';
import { chargeBody, orderBody, type Reply, startTestService, type TestService } from '../support/service.js';

const DAY_MS = 86_400_000;

/** Gives the point live details and this many cards, which cost nothing to make up. */
async function openCardPoint(on: TestService, point: string, count: number): Promise<void> {
  const cards = Array.from({ length: count }, (_, i) => String(4_000_000_000_000_000 + i));
  await on.deps.db.query({
    text: `update payment_points set live_details = '{"bank_name":"Banco"}' where code = $1`,
    values: [point],
  });
  await on.deps.db.query({
    text: 'insert into point_cards (point_code, card_number) select $1, unnest($2::text[])',
    values: [point, cards],
  });
}

const charge = (on: TestService, key: string, point: string, headers: Record<string, string> = {}) =>
  on.call('POST', '/v1/charges', { key, body: chargeBody({ payment_type: point, expiration_time: null }), headers });
const statuses = (replies: readonly Reply[]) =>
  Object.fromEntries([200, 429, 500, 503].map((one) => [one, replies.filter(({ status }) => status === one).length]));
async function cardsInUse(on: TestService, point: string): Promise<{ used: number; stored: number }> {
  const rows = await on.deps.db.query<{ used: bigint; stored: bigint }>({
    text: `select (select count(*) from point_cards where point_code = $1 and free_at > now()) as used,
      (select count(*) from orders where point_code = $1) as stored`,
    values: [point],
  });
  return { used: Number(rows[0]?.used), stored: Number(rows[0]?.stored) };
}

test('creates that are refused because the service is busy keep no card', async () => {
  const busy = await startTestService({ COBRO_WRITE_QUEUE: '1', COBRO_CARD_SHARE_PERCENT: '100' });
  await openCardPoint(busy, 'PITICO', 60);
  const key = busy.merchant.keys.live.private;
  const replies = await Promise.all(Array.from({ length: 40 }, () => charge(busy, key, 'PITICO')));
  const told = statuses(replies);
  assert.ok((told[503] ?? 0) > 0, JSON.stringify(told));
  const { used, stored } = await cardsInUse(busy, 'PITICO');
  assert.equal(stored, told[200]);
  assert.equal(used, stored, `${used} cards in use for ${stored} orders`);
});

test('a repeated request takes no card, no reference and no CLABE, also of many at once and under another body', async () => {
  const prefix = '646180123458';
  const own = await startTestService({ COBRO_CLABE_PREFIX: prefix });
  await openCardPoint(own, 'PITICO', 10);
  const key = own.merchant.keys.live.private;
  const headers = { 'idempotency-key': 'again' };
  const first = await charge(own, key, 'PITICO', headers);
  assert.equal(first.status, 200);
  const again = await Promise.all(Array.from({ length: 20 }, () => charge(own, key, 'PITICO', headers)));
  for (const reply of again) assert.equal(reply.text, first.text);
  const other = await own.call('POST', '/v1/charges', {
    key,
    body: chargeBody({ payment_type: 'PITICO', order_id: 'X' }),
    headers,
  });
  assertProblem(other, { status: 409, error: 'idempotency_key_reused' });
  assert.deepEqual(await cardsInUse(own, 'PITICO'), { used: 1, stored: 1 });

  const order = (name: string) =>
    own.call('POST', '/v2/orders', { key, body: orderBody(), headers: { 'idempotency-key': name } });
  const made = (await order('clabe')).json.payment.clabe;
  await own.deps.db.query({ text: 'update number_pools set next_serial = 100000 where name = $1', values: [prefix] });
  for (let i = 0; i < 120; i++) assert.equal((await order('clabe')).json.payment.clabe, made);
  const others = await Promise.all(Array.from({ length: 99 }, (_, i) => order(`other-${i}`)));
  assert.deepEqual(statuses(others)[200], 99, 'the block of a hundred still has the other ninety-nine');
  assertProblem(await order('one too many'), { status: 503, error: 'clabe_pool_exhausted' });
  assert.equal((await order('clabe')).json.payment.clabe, made, 'a repeat needs no number');

  const reference = (name: string) => charge(own, own.key, 'OXXO', { 'idempotency-key': name });
  const before = (await reference('a')).json.instructions.details.order_reference_number;
  for (let i = 0; i < 3; i++) await reference('a');
  const next = (await reference('b')).json.instructions.details.order_reference_number;
  assert.notEqual(next, before);
});

test('a public key takes half of the cards that its account may have, also where one account may have all', async () => {
  const own = await startTestService({ COBRO_CARD_SHARE_PERCENT: '100' });
  await openCardPoint(own, 'PITICO', 8);
  const { live } = own.merchant.keys;
  const flood = await Promise.all(Array.from({ length: 20 }, () => charge(own, live.public, 'PITICO')));
  assert.equal(statuses(flood)[200], 4);
  for (let i = 0; i < 4; i++) assert.equal((await charge(own, live.private, 'PITICO')).status, 200);
  assertProblem(await charge(own, live.private, 'PITICO'), { status: 503, error: 'point_exhausted' });
});

test('one account has at most its share of the cards, also of many at once on two nodes, and others still get some', async () => {
  const first = await startTestService({ COBRO_CARD_SHARE_PERCENT: '50' });
  const second = await startTestService({ COBRO_CARD_SHARE_PERCENT: '50' }, { databaseUrl: first.databaseUrl });
  await openCardPoint(first, 'PITICO', 20);
  const { live } = first.merchant.keys;
  const flood = await Promise.all(
    Array.from({ length: 60 }, (_, i) => charge(i % 2 === 0 ? first : second, live.public, 'PITICO')),
  );
  const made = statuses(flood)[200] ?? 0;
  assert.ok(made > 0 && made <= 10, `${made} cards went to one account`);
  for (let i = made; i < 10; i++) assert.equal((await charge(first, live.private, 'PITICO')).status, 200);
  assertProblem(await charge(second, live.private, 'PITICO'), { status: 503, error: 'point_exhausted' });
  assert.deepEqual(await cardsInUse(first, 'PITICO'), { used: 10, stored: 10 });
  for (let i = 0; i < 10; i++)
    assert.equal((await charge(second, first.other.keys.live.private, 'PITICO')).status, 200, 'another merchant');
});

test('a canceled order gives its card back thirty days after it was canceled, an expired one after it expired', async () => {
  const own = await startTestService({ COBRO_CARD_SHARE_PERCENT: '100' });
  await openCardPoint(own, 'PITICO', 1);
  const key = own.merchant.keys.live.private;
  const start = Date.now();
  own.setTime(start);
  const far = Math.floor((start + 20 * DAY_MS) / 1000);
  const body = chargeBody({ payment_type: 'PITICO', expiration_time: far });
  const { id } = (await own.call('POST', '/v1/charges', { key, body })).json;
  own.setTime(start + DAY_MS);
  assert.equal((await own.call('POST', `/v1/charges/${id}/cancel`, { key, body: {} })).status, 200);
  own.setTime(start + 5 * DAY_MS);
  assert.equal((await own.call('POST', `/v1/charges/${id}/cancel`, { key, body: {} })).status, 200, 'again');
  own.setTime(start + 31 * DAY_MS - 1);
  assertProblem(await charge(own, key, 'PITICO'), { status: 503, error: 'point_exhausted' });
  own.setTime(start + 31 * DAY_MS);
  assert.equal((await charge(own, key, 'PITICO')).status, 200);
  own.setTime(start + 62 * DAY_MS - 1);
  assertProblem(await charge(own, key, 'PITICO'), { status: 503, error: 'point_exhausted' });
  own.setTime(start + 62 * DAY_MS);
  assert.equal((await charge(own, key, 'PITICO')).status, 200, 'a day of life and thirty of rest');
});

test('a public key leaves its own shop half of its share, and the account takes no more than that', async () => {
  const prefix = '646180123459';
  const own = await startTestService({ COBRO_CLABE_PREFIX: prefix, COBRO_CLABE_SHARE_PERCENT: '1' });
  const { merchant, other, deps } = own;
  const order = (key: string) => own.call('POST', '/v2/orders', { key, body: orderBody() });
  assert.equal((await order(merchant.keys.live.public)).status, 200);
  const use = (pool: string, serials: number) =>
    deps.db.query({ text: 'update number_pools set next_serial = $2 where name = $1', values: [pool, serials] });
  const flood = async (key: string) => {
    const replies = await Promise.all(Array.from({ length: 30 }, () => order(key)));
    assert.deepEqual(statuses(replies), { 200: 10, 429: 0, 500: 0, 503: 20 });
    const refused = replies.find(({ status }) => status === 503) ?? assert.fail();
    assertProblem(refused, { status: 503, error: 'clabe_share_exhausted' });
  };
  await use(`share public ${prefix} ${merchant.account.id}`, 490);
  await flood(merchant.keys.live.public);
  assert.equal((await order(merchant.keys.live.private)).status, 200, 'the shop itself still sells');
  const bought = await own.call('POST', '/comprobante', {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      ...{ public_key: merchant.keys.live.public, checkout_token: 'A'.repeat(22), payment_type: 'SPEI' },
      ...{
        order_id: '1',
        order_name: 'Funda',
        order_price: '150',
        customer_name: 'Ana',
        customer_email: 'a@example.com',
      },
    }).toString(),
  });
  const told = await own.call('GET', bought.headers['location'] ?? assert.fail(bought.text));
  assert.match(told.text, /name="payment_type"/, 'the customer can choose another way');
  await use(`share ${prefix} ${merchant.account.id}`, 990);
  await flood(merchant.keys.live.private);
  assert.equal((await order(other.keys.live.public)).status, 200, 'others have theirs');
  assert.equal((await order(merchant.keys.test.public)).status, 200, 'test mode has no shares');
  const uses = await readPoolUses(deps.db, deps.settings, deps.clock.now());
  const share = uses.find(({ pool }) => pool === `CLABEs ${prefix} of ${merchant.account.id}`) ?? assert.fail();
  assert.deepEqual([share.used, share.capacity, isScarce(share)], [1_000, 1_000, true]);
  await use(`share public ${prefix}`, 50_000);
  const later = await startTestService({ COBRO_CLABE_PREFIX: prefix }, { databaseUrl: own.databaseUrl });
  const fresh = await own.account({});
  const orderLater = (key: string) => later.call('POST', '/v2/orders', { key, body: orderBody() });
  assertProblem(await orderLater(fresh.keys.live.public), { status: 503, error: 'clabe_share_exhausted' });
  assert.equal(
    (await orderLater(fresh.keys.live.private)).status,
    200,
    'public keys together leave half of the prefix',
  );
  const ofPublic = (await readPoolUses(deps.db, deps.settings, 0)).find(({ pool }) => pool.endsWith(' of public keys'));
  assert.deepEqual(ofPublic, { pool: `CLABEs ${prefix} of public keys`, used: 50_000, capacity: 50_000 });
  const metrics = (await own.call('GET', '/metrics')).text;
  assert.match(metrics, new RegExp(`cobro_clabe_share_used\\{pool="${prefix}"\\} 1000`));
  assert.doesNotMatch(metrics, /pool="share/);
});
