// Who may call and what he sees: keys, kinds and modes (spec, Authentication; D5, D16-D19).

import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { createKey, rollKey } from '../../src/actions/accounts/create-key.js';
import { revokeKey } from '../../src/actions/accounts/revoke-key.js';
import { updateAccount } from '../../src/actions/accounts/update-account.js';
import type { Mode } from '../../src/domain/base/mode.js';
import { listKeys } from '../../src/store/accounts/accounts.js';
import { assertProblem } from '../support/problem.js';
import { basic, orderBody, startTestService, type TestService } from '../support/service.js';
import { until } from '../support/until.js';

const service = await startTestService();
const { merchant, other } = service;
const { test: testKeys, live: liveKeys } = merchant.keys;
const HOUR_MS = 3_600_000;

const create = (key: string, headers: Record<string, string> = {}) =>
  service.call('POST', '/v2/orders', { key, body: orderBody(), headers });
const read = (key: string, id: string) => service.call('GET', `/v2/orders/${id}`, { key });
const statusWith = async (key: string, on: TestService = service) =>
  (await on.call('GET', '/v2/orders/ch_x', { key })).status === 404 ? 'open' : 'closed';
const keyId = async (accountId: string, mode: Mode, kind: 'public' | 'private') => {
  const keys = await listKeys(service.deps.db, accountId);
  return keys.find((key) => key.mode === mode && key.kind === kind)?.id ?? assert.fail('no such key');
};

test('each of the four keys opens, with the form that its mode and kind have', async () => {
  assert.match(testKeys.public, /^pk_test_[A-Za-z0-9]{32}$/);
  assert.match(testKeys.private, /^sk_test_[A-Za-z0-9]{32}$/);
  assert.match(liveKeys.public, /^pk_live_[A-Za-z0-9]{32}$/);
  assert.match(liveKeys.private, /^sk_live_[A-Za-z0-9]{32}$/);
  for (const key of [testKeys.public, testKeys.private]) assert.equal((await create(key)).json.testMode, true);
  for (const key of [liveKeys.public, liveKeys.private]) assert.equal((await create(key)).json.testMode, false);
});

test('the user name alone decides; any password is ignored', async () => {
  for (const password of ['', testKeys.public, 'null', ':', 'a:b:c', 'ñ', ' ', liveKeys.private, '\u0000']) {
    const reply = await service.call('POST', '/v2/orders', {
      body: orderBody(),
      headers: { authorization: basic(testKeys.private, password) },
    });
    assert.deepEqual([reply.status, reply.json.testMode], [200, true], password);
  }
});

test('the credentials may come without a colon, with odd spacing, in any case of "Basic" and without it', async () => {
  const bare = Buffer.from(testKeys.private).toString('base64');
  const usual = basic(testKeys.private).slice('Basic '.length);
  for (const authorization of [
    `Basic ${bare}`,
    `basic ${usual}`,
    `BASIC  ${usual} `,
    `Basic ${usual.replace(/=+$/, '')}`,
    usual,
    bare,
  ]) {
    const reply = await service.call('GET', '/v2/orders', { headers: { authorization } });
    assert.equal(reply.status, 200, authorization);
  }
});

test('no key, an unknown one or malformed credentials: 401, code 4001, WWW-Authenticate', async () => {
  const attempts: Readonly<Record<string, string | undefined>> = {
    none: undefined,
    'an empty header': '',
    unknown: basic('sk_test_thiskeydoesnotexist'),
    'an empty user name': basic(''),
    'the key as password': basic('', testKeys.private),
    bearer: `Bearer ${testKeys.private}`,
    junk: 'Basic !!!',
    'nothing after Basic': 'Basic',
    'a cut key': basic(testKeys.private.slice(0, -1)),
    'a key with a space': basic(`${testKeys.private} `),
    'a key in capitals': basic(testKeys.private.toUpperCase()),
    'a NUL': basic(`${testKeys.private}\u0000`),
    'bytes that are no text': `Basic ${Buffer.from([0xff, 0xfe, 0x00]).toString('base64')}`,
    'very long': basic('x'.repeat(5_000)),
  };
  for (const [what, authorization] of Object.entries(attempts)) {
    const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
    for (const [method, path] of [
      ['GET', '/v2/orders'],
      ['GET', '/v2/orders/ch_x'],
      ['POST', '/v2/orders'],
    ] as const) {
      const reply = await service.call(method, path, { headers });
      assertProblem(reply, { status: 401, code: 4001, error: 'invalid_api_key' }, `${what} ${method} ${path}`);
      assert.equal(reply.headers['www-authenticate'], 'Basic realm="cobro"');
    }
  }
});

test('who has no key learns nothing about his body', async () => {
  for (const body of ['{', 'x'.repeat(70_000), '{}']) {
    assertProblem(await service.call('POST', '/v2/orders', { body }), { status: 401, code: 4001 });
  }
});

test('the public key creates and reads orders, but lists need the private one', async () => {
  const { id } = (await create(testKeys.public)).json;
  assert.equal((await service.call('GET', `/v2/orders/${id}`, { key: testKeys.public })).status, 200);
  assert.equal((await service.call('GET', '/v2/orders', { key: testKeys.private })).status, 200);
  for (const authorization of [
    basic(testKeys.public),
    basic(testKeys.public, testKeys.private),
    basic(liveKeys.public),
  ]) {
    const reply = await service.call('GET', '/v2/orders', { headers: { authorization } });
    assertProblem(reply, { status: 403, error: 'private_key_required' });
    assert.equal(reply.headers['www-authenticate'], undefined);
  }
});

test('an order of another account or of the other mode is 404, indistinguishable from one that never was', async () => {
  const [mine, lively] = [(await create(testKeys.private)).json, (await create(liveKeys.private)).json];
  assert.deepEqual([mine.testMode, lively.testMode], [true, false]);
  const never = 'ch_01890000-0000-7000-8000-000000000000';
  const answer = async (key: string, id: string) => {
    const reply = await service.call('GET', `/v2/orders/${id}`, { key, headers: { 'x-request-id': 'same' } });
    assertProblem(reply, { status: 404, code: 5001, error: 'order_not_found' });
    const { date: _, ...headers } = reply.headers;
    return JSON.stringify([headers, reply.text]).replaceAll(id, '*');
  };
  for (const [key, id] of [
    [other.keys.test.private, mine.id],
    [other.keys.live.private, mine.id],
    [liveKeys.private, mine.id],
    [liveKeys.public, mine.id],
    [testKeys.private, lively.id],
    [other.keys.live.private, lively.id],
  ] as const) {
    assert.equal(await answer(key, id), await answer(key, never));
  }
  assert.equal((await service.call('GET', `/v2/orders/${mine.id}`, { key: testKeys.private })).status, 200);
  assert.equal((await service.call('GET', `/v2/orders/${lively.id}`, { key: liveKeys.public })).status, 200);
});

test('who asks at the same moment as the owner still sees nothing', async () => {
  const { id } = (await create(testKeys.private)).json;
  const keys = [testKeys.private, other.keys.test.private, liveKeys.private, testKeys.public, other.keys.live.public];
  const read = (key: string) => service.call('GET', `/v2/orders/${id}`, { key });
  for (const key of keys) await read(key); // known to the service, so that the next ones do not wait for their keys
  const replies = await Promise.all(
    Array.from({ length: 10 }, () => keys)
      .flat()
      .map(read),
  );
  assert.deepEqual(
    replies.map(({ status }) => status),
    Array.from({ length: 10 }, () => [200, 404, 404, 200, 404]).flat(),
  );
});

test('a malformed id is 404 like any that never was', async () => {
  const { id } = (await create(testKeys.private)).json;
  for (const odd of [
    'ch_',
    'ch_x',
    '123',
    id.slice(3),
    id.toUpperCase(),
    `${id}0`,
    `ch_${id}`,
    `${id}%20`,
    'ch_null',
  ]) {
    const reply = await service.call('GET', `/v2/orders/${odd}`, { key: testKeys.private });
    assertProblem(reply, { status: 404, code: 5001, error: 'order_not_found' }, odd);
  }
});

test('imported keys work as they are, in the mode and kind that brought them', async () => {
  const key = () => randomBytes(12).toString('hex');
  const imported = {
    test: { public: '8-char_K', private: 'sixteen_charsKEY' },
    live: { public: key(), private: `${'x'.repeat(79)}-` },
  };
  const { keys } = await service.account({ imported });
  assert.deepEqual(keys, imported);
  for (const mode of ['test', 'live'] as const) {
    const created = await create(keys[mode].public);
    assert.deepEqual([created.status, created.json.testMode], [200, mode === 'test']);
    assertProblem(await service.call('GET', '/v2/orders', { key: keys[mode].public }), { status: 403 });
    const list = await service.call('GET', '/v2/orders', { key: keys[mode].private });
    assert.deepEqual(
      list.json.data.map(({ id }: { id: string }) => id),
      [created.json.id],
    );
  }
});

test('a key that is too short, too long, of odd characters or taken cannot be imported, and leaves no account', async () => {
  const accounts = async () => (await service.deps.db.query({ text: 'select id from accounts', values: [] })).length;
  const before = await accounts();
  for (const key of ['1234567', 'x'.repeat(81), 'with space', 'ñandúñandú', 'a:b:c:d:e', '', testKeys.private]) {
    const code = key === testKeys.private ? 'key_taken' : 'invalid_request';
    await assert.rejects(service.account({ imported: { test: { private: key } } }), { code }, key);
  }
  const twice = { public: 'the-same-long-key', private: 'the-same-long-key' };
  await assert.rejects(service.account({ imported: { test: twice } }), { code: 'key_taken' });
  assert.equal(await accounts(), before);
});

test('a key that looks as if it were of another slot is imported only as given, a short private one never', async () => {
  const misplaced = [
    { test: { private: 'pk_0123456789abcdef' } },
    { live: { public: 'sk_0123456789abcdef' } },
    { test: { public: 'pk_live_0123456789abcdef' } },
    { test: { private: 'SK_LIVE_0123456789abcdef' } },
    { live: { private: 'my_test_key_0123456789' } },
  ];
  for (const imported of misplaced) {
    await assert.rejects(service.account({ imported }), { code: 'key_misplaced' }, JSON.stringify(imported));
    await service.account({ imported, slots: 'as-given' });
  }
  for (const mode of ['test', 'live'] as const) {
    const short = { imported: { [mode]: { private: 'short-key' } }, slots: 'as-given' } as const;
    await assert.rejects(service.account(short), { code: 'invalid_request' });
  }
});

test('the keys of a suspended account are refused on every node, and work again when it is resumed', async () => {
  const { account, keys } = await service.account({});
  const second = await startTestService({}, { databaseUrl: service.databaseUrl });
  const { id } = (await create(keys.test.private)).json;
  const change = (what: 'suspend' | 'resume') =>
    updateAccount(service.deps, { id: account.id, keys: what, actor: 'test' });
  await change('suspend');
  for (const on of [service, second]) {
    for (const key of [keys.test.public, keys.test.private, keys.live.public, keys.live.private])
      await until('it is refused', async () => (await on.call('GET', '/v1/providers', { key })).status === 403, 2_500);
    const refusal = await on.call('GET', `/v2/orders/${id}`, { key: keys.test.private });
    assertProblem(refusal, { status: 403, error: 'account_suspended' });
  }
  assert.equal((await service.call('GET', `/pay/${id}`)).status, 200, 'customers still see how to pay');
  await change('resume');
  await until('it opens', async () => (await read(keys.test.private, id)).status === 200, 2_500);
});

test('keys are stored as a digest only', async () => {
  const rows = await service.deps.db.query<Record<string, unknown>>({
    text: `select k::text as row from api_keys k where account_id = $1`,
    values: [merchant.account.id],
  });
  const text = JSON.stringify(rows);
  for (const key of [...Object.values(testKeys), ...Object.values(liveKeys)]) {
    assert.equal(text.includes(key), false);
    assert.equal(text.includes(key.slice(12)), false);
  }
});

test('a revoked key stops working within two seconds on every server of the database, however busy it is', async () => {
  const second = await startTestService({}, { databaseUrl: service.databaseUrl });
  const { account, keys } = await service.account({ name: 'Revoked' });
  const servers = [service, second];
  // Used until every server has read it a second time: it is fresh in all memories when it is revoked.
  const started = performance.now();
  await until('it has been in use for a while', async () => {
    for (const on of servers) assert.equal(await statusWith(keys.test.public, on), 'open');
    return performance.now() - started > 1_200;
  });
  // One that is used seldom: its next use comes long after it was revoked.
  for (const on of servers) assert.equal(await statusWith(keys.live.public, on), 'open');
  await revokeKey(service.deps, { id: await keyId(account.id, 'live', 'public'), actor: 'test' });
  const revoked = await revokeKey(service.deps, { id: await keyId(account.id, 'test', 'public'), actor: 'test' });
  const at = performance.now();
  assert.ok(revoked.revoked_at !== null);
  for (const on of servers) {
    await until('the key is refused', async () => (await statusWith(keys.test.public, on)) === 'closed', 2_000);
  }
  const took = performance.now() - at;
  assert.ok(took < 2_000, `it took ${took} ms`);
  for (const on of servers) {
    assertProblem(await on.call('GET', '/v2/orders/ch_x', { key: keys.test.public }), { status: 401, code: 4001 });
    assert.equal(await statusWith(keys.test.private, on), 'open', 'the other keys go on');
  }
  await until('two seconds have passed', () => performance.now() - at > 2_000, 3_000);
  for (const on of servers)
    assert.equal(await statusWith(keys.live.public, on), 'closed', 'at its first use after that');
  const again = await revokeKey(service.deps, { id: revoked.id, actor: 'test' });
  assert.equal(again.revoked_at, revoked.revoked_at, 'revoking twice keeps the first time');
});

test('a new key works at once, also when it was tried before it was there', async () => {
  const { account } = await service.account({});
  const { key } = await createKey(service.deps, {
    accountId: account.id,
    mode: 'live',
    kind: 'private',
    actor: 'test',
  });
  assert.equal((await create(key)).json.testMode, false);
  const brought = 'a-key-tried-too-early';
  assert.equal(await statusWith(brought), 'closed');
  await service.account({ imported: { test: { private: brought } } });
  await until('it opens', async () => (await statusWith(brought)) === 'open', 2_000);
});

test('a rolled key works beside the new one for its grace time and not a moment longer', async () => {
  const rolling = await startTestService();
  const start = Date.now();
  rolling.setTime(start);
  const keys = await listKeys(rolling.deps.db, rolling.merchant.account.id);
  const old = keys.find(({ mode: livemode, kind }) => livemode === 'test' && kind === 'private') ?? assert.fail();
  const fresh = await rollKey(rolling.deps, { id: old.id, graceHours: 24, actor: 'test' });
  assert.equal(fresh.oldEndsAt, start + 24 * HOUR_MS);
  assert.match(fresh.key, /^sk_test_/);
  rolling.setTime(start + 24 * HOUR_MS - 1);
  assert.equal(await statusWith(fresh.key, rolling), 'open');
  assert.equal(await statusWith(rolling.key, rolling), 'open');
  rolling.setTime(start + 24 * HOUR_MS);
  assert.equal(await statusWith(fresh.key, rolling), 'open');
  assertProblem(await rolling.call('GET', '/v2/orders', { key: rolling.key }), { status: 401, code: 4001 });
});

test('rolling again never lengthens the life of the old key, and a revoked key cannot be rolled', async () => {
  const { account } = await service.account({});
  const id = await keyId(account.id, 'test', 'private');
  await rollKey(service.deps, { id, graceHours: 1, actor: 'test' });
  const [ends] = (await listKeys(service.deps.db, account.id)).filter((key) => key.id === id).map((key) => key.ends_at);
  await rollKey(service.deps, { id, graceHours: 48, actor: 'test' });
  const [still] = (await listKeys(service.deps.db, account.id))
    .filter((key) => key.id === id)
    .map((key) => key.ends_at);
  assert.equal(still, ends);
  await revokeKey(service.deps, { id, actor: 'test' });
  await assert.rejects(rollKey(service.deps, { id, graceHours: 1, actor: 'test' }), { code: 'key_revoked' });
  for (const unknown of ['nonsense', '01890000-0000-7000-8000-000000000000', testKeys.private]) {
    await assert.rejects(rollKey(service.deps, { id: unknown, graceHours: 1, actor: 'test' }), { code: 'unknown_key' });
    await assert.rejects(revokeKey(service.deps, { id: unknown, actor: 'test' }), { code: 'unknown_key' });
  }
});

test('a key rolled without grace ends within two seconds', async () => {
  const { account, keys } = await service.account({});
  assert.equal(await statusWith(keys.live.public), 'open');
  const fresh = await rollKey(service.deps, {
    id: await keyId(account.id, 'live', 'public'),
    graceHours: 0,
    actor: 'test',
  });
  assert.equal(await statusWith(fresh.key), 'open');
  await until('the old one is refused', async () => (await statusWith(keys.live.public)) === 'closed', 2_000);
});

test('the last use of a key is written when uses are flushed, and never goes back', async () => {
  const noting = await startTestService();
  const lastUse = async () => {
    const rows = await listKeys(noting.deps.db, noting.merchant.account.id);
    return rows.find(({ mode: livemode, kind }) => livemode === 'test' && kind === 'private')?.last_used_at;
  };
  const start = Date.now();
  await noting.deps.credentials.flushUses();
  assert.equal(await lastUse(), null);
  for (const at of [start, start + 5_000]) {
    noting.setTime(at);
    await noting.call('GET', '/v2/orders', { key: noting.key });
  }
  assert.equal(await lastUse(), null, 'not on the way of a request');
  await noting.deps.credentials.flushUses();
  assert.equal(await lastUse(), start + 5_000);
  noting.setTime(start - 60_000);
  await noting.call('GET', '/v2/orders', { key: noting.key });
  await noting.deps.credentials.flushUses();
  assert.equal(await lastUse(), start + 5_000);
  const rows = await listKeys(noting.deps.db, noting.merchant.account.id);
  assert.equal(rows.filter(({ last_used_at }) => last_used_at !== null).length, 1, 'only the key that was used');
});

test('a refused key is not noted as used', async () => {
  const { account, keys } = await service.account({});
  const id = await keyId(account.id, 'test', 'private');
  await revokeKey(service.deps, { id, actor: 'test' });
  assert.equal(await statusWith(keys.test.private), 'closed');
  await service.deps.credentials.flushUses();
  const row = (await listKeys(service.deps.db, account.id)).find((key) => key.id === id);
  assert.equal(row?.last_used_at, null);
});
