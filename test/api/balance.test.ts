// The balance and what made it: D48.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { releaseFunds } from '../../src/actions/orders/release-funds.js';
import { sql } from '../../src/store/sql.js';
import { assertBooks } from '../money/books.js';
import { chargeBody, orderBody, startTestService, type TestService } from '../support/service.js';

const service = await startTestService();
const { deps, key, merchant, other } = service;

const balance = async (of: TestService = service, own = of.key) =>
  (await of.call('GET', '/v1/balance', { key: own })).json;
const paid = async (of: TestService, scenario: string, path = '/v2/orders', body: object = orderBody()) => {
  const made = await of.call('POST', path, { key: of.key, body });
  const reply = await of.call('POST', `/v1/test/orders/${made.json.id}/payments`, { key: of.key, body: { scenario } });
  assert.equal(reply.status, 200, reply.text);
  return made.json.id as string;
};
const priced = (price: number) => orderBody({ product: { id: 'P', name: 'Funda', price } });
const NOTHING = { available: 0, pending: 0, held: 0, currency: 'MXN', outgoing: 0 };

test('a new account has nothing; only a private key may ask', async () => {
  assert.deepEqual(await balance(), NOTHING);
  for (const path of ['/v1/balance', '/v1/balance/transactions']) {
    assert.equal((await service.call('GET', path, { key: merchant.keys.test.public })).status, 403);
    assert.equal((await service.call('GET', path)).status, 401);
  }
});

test('a payment less fee and IVA is available; parts and surplus are held; other scopes see nothing of it', async () => {
  await paid(service, 'exact', '/v2/orders', priced(100)); // 100 - 9.50 - 1.52
  assert.deepEqual(await balance(), { ...NOTHING, available: 88.98 });
  await paid(service, 'exact', '/v1/charges', chargeBody({ order_price: 75 })); // fee 5.18 (2.175 + 3), IVA 0.83
  assert.deepEqual(await balance(), { ...NOTHING, available: 157.97 });
  await paid(service, 'short', '/v2/orders', priced(100));
  assert.deepEqual(await balance(), { ...NOTHING, available: 157.97, held: 50 });
  await paid(service, 'over', '/v2/orders', priced(100));
  assert.deepEqual(await balance(), { ...NOTHING, available: 246.95, held: 60 });
  assert.deepEqual(await balance(service, merchant.keys.live.private), NOTHING);
  assert.deepEqual(await balance(service, other.keys.test.private), NOTHING);
});

test('the transactions add up to the balance and come in pages, newest first', async () => {
  const all: Record<string, unknown>[] = [];
  let cursor: string | null = null;
  do {
    const url: string = `/v1/balance/transactions?limit=2${cursor === null ? '' : `&cursor=${cursor}`}`;
    const page = (await service.call('GET', url, { key })).json;
    assert.equal(page.object, 'list');
    assert.ok(page.data.length <= 2);
    assert.equal(page.has_more, page.next_cursor !== null);
    all.push(...page.data);
    cursor = page.next_cursor;
  } while (cursor !== null);
  const total = (name: string) => all.reduce((sum, one) => sum + Math.round(Number(one[name]) * 100), 0) / 100;
  const { available, pending, held } = await balance();
  assert.deepEqual([total('available'), total('pending'), total('held')], [available, pending, held]);
  const ids = all.map(({ id }) => String(id));
  assert.deepEqual(ids, [...new Set(ids)].sort().reverse());
  assert.equal(all.length, 4);
  const whole = (await service.call('GET', '/v1/balance/transactions', { key })).json;
  assert.deepEqual(whole.data, all);
  assert.equal(
    (await service.call('GET', '/v1/balance/transactions', { key: other.keys.test.private })).json.data.length,
    0,
  );
  for (const query of ['limit=0', 'limit=101', 'limit=x', 'cursor=nonsense'])
    assert.equal((await service.call('GET', `/v1/balance/transactions?${query}`, { key })).status, 400, query);
});

test('the smallest order leaves nothing, and never less than nothing', async () => {
  const before = await balance();
  assert.equal((await service.call('POST', '/v2/orders', { key, body: priced(9.43) })).status, 400);
  await paid(service, 'exact', '/v2/orders', priced(9.44));
  await paid(service, 'over', '/v2/orders', priced(9.44));
  assert.equal((await balance()).available, before.available);
});

test('with a settlement delay the net amount is pending until its time, then available, once', async () => {
  const slow = await startTestService({ COBRO_SETTLEMENT_DELAY_HOURS: '24' });
  const now = Date.now();
  slow.setTime(now);
  await paid(slow, 'exact', '/v2/orders', priced(100));
  assert.deepEqual(await balance(slow), { ...NOTHING, pending: 88.98 });
  slow.setTime(now + 24 * 3_600_000 - 1);
  await releaseFunds(slow.deps);
  assert.equal((await balance(slow)).pending, 88.98);
  slow.setTime(now + 24 * 3_600_000);
  await Promise.all([releaseFunds(slow.deps), releaseFunds(slow.deps), releaseFunds(slow.deps)]);
  assert.deepEqual(await balance(slow), { ...NOTHING, available: 88.98 });
  await assertBooks(slow.deps.db);
});

test('the books can be added to and never changed', async () => {
  for (const statement of ['update ledger_entries set kind = kind', 'delete from ledger_entries'])
    await assert.rejects(deps.db.query({ text: statement, values: [] }), /append only/);
  await assert.rejects(
    deps.db.query(sql`
      insert into ledger_entries (account_id, livemode, id, kind, held, created_at)
      values (${merchant.account.id}, false, ${merchant.account.id}, 'hold', 1, now())`),
    /check/,
    'an entry that does not sum to zero',
  );
});

test('after all of this the books hold', () => assertBooks(deps.db));
