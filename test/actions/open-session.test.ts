// Signing in to the dashboard and out of it, apart from HTTP.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { closeSession } from '../../src/actions/close-session.js';
import { findVisitor } from '../../src/actions/find-visitor.js';
import { noteRefusedSignIns } from '../../src/actions/note-refused-sign-ins.js';
import { openSession, SESSION_SECONDS } from '../../src/actions/open-session.js';
import { keyDigest } from '../../src/store/accounts/accounts.js';
import { sql } from '../../src/store/sql.js';
import { auditOf } from '../support/audit.js';
import { startTestService } from '../support/service.js';

const OPERATOR_TOKEN = 'the-token-of-the-operator';
const service = await startTestService({ COBRO_OPERATOR_TOKEN: OPERATOR_TOKEN });
const { deps, merchant } = service;

async function open(secret: string) {
  return (await openSession(deps, secret, '203.0.113.7')) ?? assert.fail('it opens nothing');
}

test('a private key opens a session of its merchant in its mode, the token one of the operator', async () => {
  for (const mode of ['test', 'live'] as const) {
    const { token, visitor } = await open(merchant.keys[mode].private);
    assert.ok(visitor.kind === 'merchant');
    assert.equal(visitor.account.id, merchant.account.id);
    assert.deepEqual(await findVisitor(deps, token), visitor);
  }
  const { token, visitor } = await open(OPERATOR_TOKEN);
  assert.deepEqual([visitor.kind, (await findVisitor(deps, token))?.kind], ['operator', 'operator']);
});

test('a public key, an unknown text and the token of a session open nothing', async () => {
  const { token } = await open(service.key);
  for (const secret of ['', 'wrong', merchant.keys.test.public, merchant.keys.live.public, token, `${service.key} `])
    assert.equal(await openSession(deps, secret, '203.0.113.7'), null, secret);
});

test('who signed in with which key and from where is in the audit log, and how often others were refused', async () => {
  const { visitor } = await open(service.key);
  assert.ok(visitor.kind === 'merchant');
  const [newest] = await auditOf(deps, merchant.account.id);
  assert.deepEqual(newest, [`dashboard:key:${visitor.account.keyId}@203.0.113.7`, 'session.open', {}]);
  await open(OPERATOR_TOKEN);
  assert.deepEqual((await auditOf(deps, 'operator'))[0], ['dashboard:operator@203.0.113.7', 'session.open', {}]);

  await noteRefusedSignIns(deps); // those of the tests before
  for (let round = 0; round < 1_000; round++) await openSession(deps, 'wrong', `198.51.100.${round % 200}`);
  await openSession(deps, 'wrong', '198.51.100.1');
  await noteRefusedSignIns(deps);
  assert.deepEqual(await auditOf(deps, '198.51.100.1'), [['dashboard@198.51.100.1', 'session.refused', { times: 6 }]]);
  const [rest] = await auditOf(deps, 'other addresses');
  assert.deepEqual(rest, ['dashboard@other addresses', 'session.refused', { times: 750 }], 'a flood is one line');
  await noteRefusedSignIns(deps);
  assert.equal((await auditOf(deps, '198.51.100.1')).length, 1);
});

test('what the database keeps of the operator’s sessions cannot be computed from the token', async () => {
  await open(OPERATOR_TOKEN);
  const rows = await deps.db.query<{ with: Buffer }>(sql`select opened_with as with from dashboard_sessions`);
  assert.ok(!rows.some((row) => row.with.equals(keyDigest(OPERATOR_TOKEN))));
});

test('neither the key nor the token of a session is stored', async () => {
  const { token } = await open(service.key);
  const rows = await deps.db.query<{ row: string }>(sql`select s::text as row from dashboard_sessions s`);
  assert.ok(rows.length > 0);
  for (const secret of [token, service.key])
    for (const form of [secret, Buffer.from(secret).toString('hex')])
      assert.ok(!rows.some(({ row }) => row.includes(form)));
});

test('a session that is closed is over, and can be closed again; others stay open', async () => {
  const [first, second] = [await open(service.key), await open(service.key)];
  await closeSession(deps, first.token);
  await closeSession(deps, first.token);
  assert.equal(await findVisitor(deps, first.token), null);
  assert.deepEqual(await findVisitor(deps, second.token), second.visitor);
});

test('a session is over after its time, and with the key that opened it', async () => {
  const { keys } = await service.account({});
  const now = Date.now();
  service.setTime(now);
  const { token } = await open(keys.test.private);
  service.setTime(now + SESSION_SECONDS * 1_000 - 1);
  assert.ok(await findVisitor(deps, token));
  service.setTime(now + SESSION_SECONDS * 1_000);
  assert.equal(await findVisitor(deps, token), null);
  service.setTime(null);
  const again = await open(keys.test.private);
  await deps.db.query(sql`update api_keys set ends_at = ${new Date(Date.now() - 1)} where id = ${idOf(again)}`);
  assert.equal(await findVisitor(deps, again.token), null);
});

test('another token of the operator ends the sessions of the one before', async () => {
  const { token } = await open(OPERATOR_TOKEN);
  const changed = { ...deps, settings: { ...deps.settings, operatorToken: 'another-token-of-the-operator' } };
  assert.equal(await findVisitor(changed, token), null);
  assert.equal(await findVisitor({ ...deps, settings: { ...deps.settings, operatorToken: null } }, token), null);
});

function idOf({ visitor }: Awaited<ReturnType<typeof open>>): string {
  return visitor.kind === 'merchant' ? visitor.account.keyId : '';
}
