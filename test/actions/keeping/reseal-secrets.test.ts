// Secrets that an earlier version stored in clear, or that another key sealed, are encrypted with the current key.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { inspect } from 'node:util';
import { changeSecretKey, followSecretKey } from '../../../src/actions/keeping/change-secret-key.js';
import { resealSecrets } from '../../../src/actions/keeping/reseal-secrets.js';
import { verifyAudit } from '../../../src/actions/keeping/verify-audit.js';
import { pingEndpoint } from '../../../src/actions/webhooks/ping-endpoint.js';
import { registerEndpoint } from '../../../src/actions/webhooks/register-endpoint.js';
import { requireEndpoint } from '../../../src/actions/webhooks/require-endpoint.js';
import { rotateSecret } from '../../../src/actions/webhooks/rotate-secret.js';
import { poolRow, readVaultKey } from '../../../src/domain/base/vault.js';
import { openSecrets } from '../../../src/domain/webhooks/endpoint.js';
import { createVault } from '../../../src/memory/vault.js';
import { findCurrentKey } from '../../../src/store/keeping/secret-keys.js';
import { sql } from '../../../src/store/sql.js';
import { credentialOf } from '../../support/made-orders.js';
import { TEST_SECRET_KEY } from '../../support/secret-key.js';
import { startTestService } from '../../support/service.js';

const service = await startTestService();
const { deps } = service;
const { db } = deps;
const merchant = await credentialOf(service);
const { scope } = merchant;
/** Of a merchant with more endpoints than one may have today. */
const crowded = { accountId: service.other.account.id, mode: 'test' } as const;

const CLEAR = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

/** As an earlier version left them: more than a batch, each with a secret of its own, some being rotated. */
async function storeInClear(count: number): Promise<void> {
  await db.query(sql`
    insert into webhook_endpoints (account_id, livemode, id, url, kind, events, interface_version, secret,
      previous_secret, previous_secret_until, is_active, created_at)
    select ${crowded.accountId}, false, gen_random_uuid(), 'http://127.0.0.1:2/clear/' || n, 'primary', '{}', '2017-06-10',
      ${CLEAR} || n, case when n % 3 = 0 then ${CLEAR} || 'old' || n end, now() + interval '1 day', true, '2020-01-01'
    from generate_series(1, ${count}::integer) as n`);
  await db.query(sql`insert into number_pools (name, secret) values ('clear', 'pool secret')`);
}

async function textOfTables(): Promise<string> {
  const rows = await db.query<{ row: string }>(sql`
    select e::text as row from webhook_endpoints e
    union all select p::text from number_pools p
    union all select i::text from idempotency_keys i`);
  return rows.map(({ row }) => row).join('\n');
}

test('secrets in clear are encrypted by several processes at once, while others are rotated, and stay what they were', async () => {
  await storeInClear(1_201);
  const [row] = await db.query<{ id: string }>(sql`
    select id
    from webhook_endpoints
    where url like '%/clear/3'`);
  assert.ok(row);
  const [rotated] = await Promise.all([
    rotateSecret(deps, crowded, row.id, 'test'),
    ...[1, 2, 3].map(() => resealSecrets(deps)),
  ]);
  const text = await textOfTables();
  assert.ok(!text.includes('whsec_') && !text.includes('pool secret'));
  assert.deepEqual(await resealSecrets(deps), { done: 0, unreadable: 0 });
  const secrets = openSecrets(deps.vault, await requireEndpoint(deps, crowded, row.id));
  assert.deepEqual(
    [secrets.secret, ...secrets.previous.map((one) => one.secret)],
    [rotated.secret, `${CLEAR}3`, `${CLEAR}old3`],
  );
  const [pool] = await db.query<{ secret: string }>(sql`select secret from number_pools where name = 'clear'`);
  assert.equal(deps.vault.open(poolRow('clear'), { sealed: pool?.secret ?? '' }), 'pool secret');
});

test('neither log lines nor errors hold a secret or the key', async () => {
  const lines: string[] = [];
  const note = (...parts: unknown[]) => void lines.push(inspect(parts, { depth: 10 }));
  const log = { ...deps.log, debug: note, info: note, warn: note, error: note, fatal: note } as typeof deps.log;
  await db.query(sql`
    update webhook_endpoints
    set secret = ${`${CLEAR}again`}
    where url like '%/clear/7'`);
  await resealSecrets({ ...deps, log });
  const [row] = await db.query<{ id: string }>(sql`select id from webhook_endpoints where url like '%/clear/7'`);
  await db.query(sql`update webhook_endpoints set secret = ${`${CLEAR}broken`} where id = ${row?.id}`);
  const writePing = () => '{}';
  const failed = await pingEndpoint({ ...deps }, crowded, row?.id ?? '', writePing).catch((error: unknown) => error);
  note(failed, deps.vault, await requireEndpoint(deps, crowded, row?.id ?? '').then(({ id }) => id));
  assert.ok(failed instanceof Error && lines.length >= 2);
  await resealSecrets({ ...deps, log });
  const text = lines.join('\n');
  for (const secret of ['whsec_', CLEAR.slice(6), TEST_SECRET_KEY]) assert.ok(!text.includes(secret), text);
});

test('a secret that was copied to another endpoint does not open there', async () => {
  const url = () => `http://127.0.0.1:2/${randomBytes(8).toString('hex')}`;
  const [one, two] = [
    await registerEndpoint(deps, merchant, { url: url() }, 'test'),
    await registerEndpoint(deps, merchant, { url: url() }, 'test'),
  ];
  await db.query(sql`
    update webhook_endpoints
    set secret = (select secret from webhook_endpoints where id = ${one.endpoint.id})
    where id = ${two.endpoint.id}`);
  const swapped = await requireEndpoint(deps, scope, two.endpoint.id);
  assert.throws(() => openSecrets(deps.vault, swapped), /another row/);
});

test('the answer that a repeated request gets again holds its secret, and the table does not', async () => {
  const headers = { 'idempotency-key': 'webhook-1' };
  const body = { url: 'http://127.0.0.1:2/repeated' };
  const first = await service.call('POST', '/v1/webhooks/stores', { key: service.key, headers, body });
  const again = await service.call('POST', '/v1/webhooks/stores', { key: service.key, headers, body });
  assert.match(first.json.secret, /^whsec_/);
  assert.deepEqual([again.text, again.headers['idempotent-replayed']], [first.text, 'true']);
  assert.ok(!(await textOfTables()).includes('whsec_'));
});

test('the key is changed under running processes that have both, and the log holds with the new one alone', async () => {
  const own = await startTestService();
  const ownMerchant = await credentialOf(own);
  const made = await registerEndpoint(own.deps, ownMerchant, { url: 'http://127.0.0.1:2/own' }, 'test');
  const [old, next] = [readVaultKey(TEST_SECRET_KEY), readVaultKey('f'.repeat(64))];
  const vaultOf = (...keys: [typeof old, ...(typeof old)[]]) => createVault({ bytes: randomBytes }, keys);
  const node = { ...own.deps, vault: vaultOf(old, next) };
  const operator = { ...own.deps, vault: vaultOf(old, next) };
  const changed = await changeSecretKey(operator, { to: next.id, actor: 'cli:ana' });
  assert.deepEqual(changed, { done: 1, unreadable: 0 });
  assert.equal((await findCurrentKey(own.deps.db))?.id, next.id);
  const endpoint = await requireEndpoint(node, ownMerchant.scope, made.endpoint.id);
  assert.equal(openSecrets(node.vault, endpoint).secret, made.secret, 'the running node opens it at once');
  await followSecretKey(node);
  assert.equal(node.vault.currentId(), next.id);

  const restarted = { ...own.deps, vault: vaultOf(next) };
  assert.equal(openSecrets(restarted.vault, endpoint).secret, made.secret);
  assert.equal((await verifyAudit(restarted)).fault, null);
  assert.deepEqual((await verifyAudit({ ...own.deps, vault: vaultOf(old) })).fault?.is, 'seal_changed');
  // The second time, as after a crash, there is nothing more to do.
  assert.deepEqual(await changeSecretKey(operator, { to: next.id, actor: 'cli:ana' }), { done: 0, unreadable: 0 });
});

test('a request that is repeated after the key was changed gets its first answer, secret included', async () => {
  const own = await startTestService();
  const { key } = own;
  // More answers than one statement looks at, so that the encrypted ones are on several pages.
  await own.deps.db.query(sql`
    insert into idempotency_keys (account_id, livemode, key, request_digest, status, answer, created_at)
    select ${own.merchant.account.id}, false, 'k' || n, sha256('x'), 200, '{}', now()
    from generate_series(1, 12000) as n`);
  const register = (name: string, service = own) =>
    service.call('POST', '/v1/webhooks/stores', {
      key,
      headers: { 'idempotency-key': name },
      body: { url: `http://127.0.0.1:2/${name}` },
    });
  const first = [await register('a'), await register('k5'.padEnd(9, '5')), await register('z')];
  const [old, next] = [readVaultKey(TEST_SECRET_KEY), readVaultKey('e'.repeat(64))];
  const operator = { ...own.deps, vault: createVault({ bytes: randomBytes }, [old, next]) };
  assert.deepEqual(await changeSecretKey(operator, { to: next.id, actor: 'cli:ana' }), { done: 6, unreadable: 0 });
  const restarted = await startTestService({ COBRO_SECRET_KEY: 'e'.repeat(64) }, { databaseUrl: own.databaseUrl });
  const again = [];
  for (const name of ['a', 'k5'.padEnd(9, '5'), 'z']) again.push(await register(name, restarted));
  assert.deepEqual(
    again.map(({ status, text }) => [status, text]),
    first.map(({ status, text }) => [status, text]),
  );
});

test('what a running process encrypts before it has heard of the change can be read with the new key alone', async () => {
  const own = await startTestService();
  const ownMerchant = await credentialOf(own);
  const [old, next] = [readVaultKey(TEST_SECRET_KEY), readVaultKey('d'.repeat(64))];
  const vaultOf = (...keys: [typeof old, ...(typeof old)[]]) => createVault({ bytes: randomBytes }, keys);
  const node = { ...own.deps, vault: vaultOf(old, next) };
  await changeSecretKey({ ...own.deps, vault: vaultOf(old, next) }, { to: next.id, actor: 'cli:ana' });
  const made = await registerEndpoint(node, ownMerchant, { url: 'http://127.0.0.1:2/late' }, 'test');
  await followSecretKey(node);
  const endpoint = await requireEndpoint(node, ownMerchant.scope, made.endpoint.id);
  assert.equal(openSecrets(vaultOf(next), endpoint).secret, made.secret);
});
