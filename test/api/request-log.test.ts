// The log of API requests: what is kept, how much of it, and when it goes (D78, D80).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eraseCustomer } from '../../src/actions/keeping/erase-customer.js';
import { purgeTable } from '../../src/actions/keeping/purge.js';
import type { Scope } from '../../src/domain/accounts/account.js';
import { DAY_MS } from '../../src/domain/base/duration.js';
import { findRequest, listByRequestId, listRequests } from '../../src/store/keeping/request-log.js';
import { sql } from '../../src/store/sql.js';
import { orderBody, startTestService } from '../support/service.js';

const service = await startTestService({ COBRO_KEEP_REQUESTS_ROWS: '1000' });
const { deps } = service;

async function merchant() {
  const { account, keys } = await service.account({});
  const scope: Scope = { accountId: account.id, mode: 'test' };
  const list = async (filter: 'all' | 'refused' | 'failed' = 'all', of: Scope = scope) => {
    await deps.requestLog.flush();
    return listRequests(deps.db, of, filter, { at: null, towards: 'next', limit: 500 });
  };
  return { keys, scope, list, key: keys.test.private };
}

test('every request of the account in this mode is kept, and what a refused one said', async () => {
  const { keys, scope, key, list } = await merchant();
  const { json } = await service.call('POST', '/v2/orders', {
    key,
    body: orderBody(),
    headers: { 'user-agent': '<b>shop</b>' },
  });
  await service.call('GET', `/v2/orders/${json.id}`, { key: keys.test.public });
  const bad = orderBody({ product: { id: 'SMG-1', price: -3, name: 'Funda' } });
  const refused = await service.call('POST', '/v2/orders', { key, body: bad, headers: { 'x-request-id': 'mine' } });
  await service.call('GET', '/v2/orders', { key: keys.test.public });
  await service.call('GET', '/v2/orders', { key: keys.live.private });
  await service.call('GET', '/v2/orders', { key: 'sk_test_unknown_to_all' });
  const [needs, wrong, read, made, ...more] = await list();
  assert.equal(more.length, 0);
  assert.deepEqual([made?.method, made?.path, made?.status, made?.error], ['POST', '/v2/orders', 200, null]);
  assert.deepEqual([made?.requestBody, made?.replyBody, made?.userAgent], [null, null, '<b>shop</b>']);
  assert.deepEqual([read?.path, read?.status], [`/v2/orders/${json.id}`, 200]);
  assert.deepEqual([wrong?.status, wrong?.error, wrong?.requestId], [400, 'invalid_request', 'mine']);
  assert.match(wrong?.requestBody ?? '', /"price":-3/);
  assert.doesNotMatch(wrong?.requestBody ?? '', /Ana|ana@/);
  assert.equal(wrong?.replyBody, refused.text);
  assert.deepEqual([needs?.status, needs?.error], [403, 'private_key_required']);
  assert.notEqual(needs?.keyId, wrong?.keyId);
  assert.equal((await list('refused')).length, 2);
  assert.equal((await list('failed')).length, 0);
  assert.equal((await list('all', { ...scope, mode: 'live' })).length, 1);
  assert.deepEqual(await listByRequestId(deps.db, scope, 'mine', 5), [wrong]);
  assert.deepEqual(await findRequest(deps.db, scope, wrong?.id ?? ''), wrong);
  assert.equal(await findRequest(deps.db, { ...scope, mode: 'live' }, wrong?.id ?? ''), null);
});

test('a refusal that is repeated from before is kept with its code', async () => {
  const { key, list } = await merchant();
  const send = () =>
    service.call('POST', '/v2/orders', { key, body: { product: 1 }, headers: { 'idempotency-key': 'again' } });
  await send();
  await send();
  assert.deepEqual(
    (await list()).map(({ error }) => error),
    ['invalid_request', 'invalid_request'],
  );
});

test('a flood is kept in part, refusals apart from successes, and what is not kept is counted', async () => {
  const { key, list } = await merchant();
  await deps.requestLog.flush();
  for (let call = 0; call < 130; call++) await service.call('GET', '/v1/users/auth', { key });
  for (let call = 0; call < 120; call++) await service.call('GET', '/v2/orders/x', { key });
  const kept = await list();
  assert.deepEqual([kept.length, kept.filter(({ status }) => status === 404).length], [200, 100]);
  const { text } = await service.call('GET', '/metrics');
  assert.match(text, /^cobro_request_log_dropped_total 50$/m);
  await service.call('GET', '/v1/users/auth', { key });
  assert.equal((await list()).length, 201);
});

test('what the database does not take is tried again, and memory stays bounded', async () => {
  const { createRequestLog } = await import('../../src/memory/request-log.js');
  const { scope, list } = await merchant();
  let isDown = true;
  const query = (async (...args: Parameters<typeof deps.db.query>) => {
    if (isDown) throw new Error('the database is gone');
    return deps.db.query(...args);
  }) as typeof deps.db.query;
  const log = createRequestLog({ ...deps.db, query, shards: null }, () => undefined);
  const request = {
    ...{ at: 0, requestId: 'x', method: 'GET', path: '/\0\ud800', status: 200, error: null, durationMs: 1 },
    ...{ keyId: deps.random.uuid(1), address: '::1', userAgent: null, requestBody: null, replyBody: null },
  };
  for (let second = 0; second < 30; second++) {
    for (let call = 0; call < 200; call++)
      if (log.hasRoom(scope, false)) log.add(scope, { ...request, id: deps.random.uuid(deps.clock.now()) });
    await assert.rejects(log.flush());
  }
  isDown = false;
  await log.flush();
  const kept = await deps.db.query(sql`select from request_log where account_id = ${scope.accountId}`);
  assert.equal(kept.length, 2_000);
  assert.equal((await list())[0]?.path, '/�');
});

test('requests go after their days, or when there are too many, and others stay', async () => {
  const [old, many] = [await merchant(), await merchant()];
  await service.call('GET', '/v1/users/auth', { key: old.key });
  await old.list();
  await deps.db.query(sql`
    insert into request_log (account_id, livemode, id, request_id, method, path, status, duration_ms, key_id, address)
    select ${many.scope.accountId}, false, gen_random_uuid(), 'x', 'GET', '/', 200, 1, gen_random_uuid(), '::1'
    from generate_series(1, 2500)`);
  const count = async ({ scope }: { scope: Scope }) =>
    (await deps.db.query(sql`select from request_log where account_id = ${scope.accountId}`)).length;
  const purge = async () => {
    while (await purgeTable(deps, 'request_log'));
  };
  await purge();
  assert.deepEqual([await count(old), await count(many)], [1, 1_000]);
  service.setTime(Date.now() + 8 * DAY_MS);
  await purge();
  service.setTime(null);
  assert.equal(await count(old), 0);
});

test('an erased customer is gone from the log, wherever their name got into it', async () => {
  const { key, scope, list } = await merchant();
  const customer = { name: 'Rosa 100%', email: 'rosa@example.com' };
  await service.call('POST', '/v2/orders', { key, body: orderBody({ customer }) });
  const agent = (text: string) => service.call('GET', '/v2/orders/x', { key, headers: { 'user-agent': text } });
  await agent('by ROSA 100%');
  await agent('by Rosa 1000');
  await list();
  await eraseCustomer(deps, { email: 'rosa@example.com', accountId: scope.accountId, actor: 'test' });
  assert.deepEqual(
    (await list('refused')).map(({ userAgent }) => userAgent),
    ['by Rosa 1000', null],
  );
});

test('switched off, nothing is kept', async () => {
  const quiet = await startTestService({ COBRO_REQUEST_LOG: 'off' });
  await quiet.call('GET', '/v2/orders/x', { key: quiet.key });
  await quiet.deps.requestLog.flush();
  assert.equal((await quiet.deps.db.query(sql`select from request_log`)).length, 0);
});
