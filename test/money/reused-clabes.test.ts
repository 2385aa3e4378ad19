// CLABEs that are used again after a rest, and the money that comes to them (D77).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expireOrders } from '../../src/actions/orders/expire-orders.js';
import { readPoolUses, watchPools } from '../../src/actions/points/watch-pools.js';
import { transfer } from '../support/arrived-money.js';
import { assertProblem } from '../support/problem.js';
import { orderBody, startTestService, type TestService } from '../support/service.js';
import { assertBooks } from './books.js';

const DAY_MS = 86_400_000;
const START = Date.parse('2026-11-15T18:00:00Z');

type Made = { readonly id: string; readonly clabe: string };

/** A service whose prefix has no new CLABE left after the first order of each account. */
async function startScarce(prefix: string, days: string): Promise<TestService> {
  const service = await startTestService({ COBRO_CLABE_PREFIX: prefix, COBRO_CLABE_REUSE_DAYS: days });
  service.setTime(START);
  return service;
}

async function useUp(service: TestService, prefix: string): Promise<void> {
  await service.deps.db.query({
    text: 'update number_pools set next_serial = 100000 where name = $1',
    values: [prefix],
  });
  const next = async () => service.deps.clabes.next(prefix, service.merchant.account.id);
  for (let more = true; more; )
    more = await next().then(
      ({ isReused }) => !isReused || assert.fail('a CLABE was used again too early'),
      () => false,
    );
}

const make = (service: TestService, change = {}, key = service.merchant.keys.live.private) =>
  service.call('POST', '/v2/orders', { key, body: orderBody(change) });
async function made(service: TestService, key?: string): Promise<Made> {
  const { id, payment } = (await make(service, {}, key)).json;
  return { id, clabe: payment.clabe };
}
const read = async (service: TestService, { id }: Made, key = service.merchant.keys.live.private) =>
  (await service.call('GET', `/v2/orders/${id}`, { key })).json;

test('a CLABE is used again as many days after the end of its order as the setting says, and not before', async () => {
  const prefix = '646180123461';
  const service = await startScarce(prefix, '30');
  const first = await made(service);
  await useUp(service, prefix);
  service.setTime(START + 2 * DAY_MS); // SPEI orders live two days
  await expireOrders(service.deps);
  service.setTime(START + 32 * DAY_MS - 2_000);
  assertProblem(await make(service), { status: 503, error: 'clabe_pool_exhausted' });
  service.setTime(START + 32 * DAY_MS);
  assert.equal(
    (await make(service, { customer: { id: 'c', name: 'Eva', email: 'eva@example.com' } })).status,
    503,
    'a customer keeps a CLABE for ever, so it must be a new one',
  );
  const second = await made(service);
  assert.equal(second.clabe, first.clabe);
  assert.equal((await read(service, first)).payment.clabe, first.clabe, 'the record still shows what it was');
  assert.equal((await read(service, first)).status, 'EXPIRED');
  service.setTime(START + 32 * DAY_MS + 2_000);
  assertProblem(await make(service), { status: 503, error: 'clabe_pool_exhausted' });
});

test('of two nodes and many requests at once, each rested CLABE goes to one order', async () => {
  const prefix = '646180123462';
  const service = await startScarce(prefix, '1');
  const firsts = await Promise.all(Array.from({ length: 30 }, () => made(service)));
  await useUp(service, prefix);
  const second = await startTestService(
    { COBRO_CLABE_PREFIX: prefix, COBRO_CLABE_REUSE_DAYS: '1' },
    { databaseUrl: service.databaseUrl },
  );
  service.setTime(START + 2 * DAY_MS);
  await expireOrders(service.deps);
  for (const one of [service, second]) one.setTime(START + 3 * DAY_MS);
  const keys = [service.merchant.keys.live.private, service.other.keys.live.private];
  const replies = await Promise.all(
    Array.from({ length: 50 }, (_, i) => make(i % 2 === 0 ? service : second, {}, keys[i % 3 === 0 ? 1 : 0])),
  );
  const clabes = replies.flatMap(({ status, json }) => (status === 200 ? [json.payment.clabe as string] : []));
  assert.equal(new Set(clabes).size, clabes.length, 'none twice');
  assert.ok(clabes.every((clabe) => firsts.some((one) => one.clabe === clabe)));
  assert.ok(clabes.length >= 20, `${clabes.length} were used again`);
});

test('money to a reused CLABE pays its open order exactly, and anything else is unmatched', async () => {
  const prefix = '646180123463';
  const service = await startScarce(prefix, '30');
  const first = await made(service);
  await useUp(service, prefix);
  service.setTime(START + 2 * DAY_MS);
  await expireOrders(service.deps);
  const pay = (amount: string) => transfer(service, { clabe: first.clabe, amount, mode: 'live' });

  service.setTime(START + 33 * DAY_MS);
  const second = await made(service, service.other.keys.live.private);
  assert.equal(second.clabe, first.clabe);
  const state = () => read(service, second, service.other.keys.live.private);
  for (const amount of ['100.00', '149.99', '150.01', '300.00']) {
    const late = await pay(amount);
    assert.deepEqual([late.unmatched === late.amount, late.orderId, late.accountId], [true, null, null], amount);
  }
  assert.equal((await state()).status, 'PENDING');
  const exact = await pay('150.00');
  assert.deepEqual([exact.applied, exact.accountId], [15_000n, service.other.account.id]);
  assert.equal((await state()).status, 'ACCEPTED');
  const again = await pay('150.00');
  assert.equal(again.unmatched, 15_000n, 'the order is paid: whose money it is nobody knows');
  assert.equal((await read(service, first)).status, 'EXPIRED', 'the first order gets nothing any more');
  await assertBooks(service.deps.db);
});

test('a CLABE of a pending order, or of one that got money since, is not used again', async () => {
  const prefix = '646180123464';
  const service = await startScarce(prefix, '1');
  const far = { expiresAt: START + 20 * DAY_MS };
  const open = (await make(service, far)).json;
  const paid = await made(service);
  await useUp(service, prefix);
  service.setTime(START + 2 * DAY_MS + 1);
  await expireOrders(service.deps);
  service.setTime(START + 2 * DAY_MS + 3_600_000);
  await transfer(service, { clabe: paid.clabe, amount: '150.00', mode: 'live' });
  assert.equal((await read(service, paid)).status, 'ACCEPTED');
  service.setTime(START + 3 * DAY_MS + 1);
  assert.equal((await make(service)).status, 503);
  service.setTime(START + 4 * DAY_MS);
  assert.equal((await made(service)).clabe, paid.clabe);
  service.setTime(START + 4 * DAY_MS + 2_000);
  assert.equal((await make(service)).status, 503);
  assert.equal((await read(service, { id: open.id, clabe: '' })).status, 'PENDING');
});

test('the setting is 0 by default: a CLABE is never used again', async () => {
  const prefix = '646180123465';
  const service = await startScarce(prefix, '');
  await made(service);
  await useUp(service, prefix);
  service.setTime(START + 2 * DAY_MS);
  await expireOrders(service.deps);
  service.setTime(START + 3_000 * DAY_MS);
  assertProblem(await make(service), { status: 503, error: 'clabe_pool_exhausted' });
});

test('a pool is watched from 80 % on, and CLABEs that can be used again count as free', async () => {
  const prefix = '646180123466';
  const lines: unknown[] = [];
  const service = await startScarce(prefix, '1');
  const log = { ...service.deps.log, warn: (fields: unknown) => void lines.push(fields) };
  const use = async () =>
    (await readPoolUses(service.deps.db, service.deps.settings, service.deps.clock.now())).find(
      ({ pool }) => pool === `CLABEs ${prefix}`,
    );
  for (let i = 0; i < 30; i++) await made(service);
  const setUsed = (next: number) =>
    service.deps.db.query({ text: 'update number_pools set next_serial = $2 where name = $1', values: [prefix, next] });
  await setUsed(79_999);
  await watchPools({ ...service.deps, log });
  assert.deepEqual(lines, []);
  await setUsed(80_000);
  await watchPools({ ...service.deps, log });
  assert.deepEqual(lines, [{ pool: `CLABEs ${prefix}`, used: 80_000, capacity: 100_000 }]);
  service.setTime(START + 2 * DAY_MS);
  await expireOrders(service.deps);
  service.setTime(START + 3 * DAY_MS);
  lines.length = 0;
  await watchPools({ ...service.deps, log });
  assert.deepEqual([lines, await use()], [[], { pool: `CLABEs ${prefix}`, used: 79_970, capacity: 100_000 }]);
});
