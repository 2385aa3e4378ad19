// The proof of the audit log against the database and the anchor.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { createKey } from '../../../src/actions/accounts/create-key.js';
import { sealAudit } from '../../../src/actions/keeping/seal-audit.js';
import { verifyAudit } from '../../../src/actions/keeping/verify-audit.js';
import { createAuditAnchor } from '../../../src/adapters/audit-anchor.js';
import { AUDIT_START } from '../../../src/domain/keeping/audit.js';
import { openDb } from '../../../src/store/db.js';
import { hasPending, listAudit } from '../../../src/store/keeping/audit.js';
import { findLastSeal } from '../../../src/store/keeping/audit-seals.js';
import { type Sql, sql } from '../../../src/store/sql.js';
import { createDatabase } from '../../support/database.js';
import { makeFolder } from '../../support/process.js';
import { startTestService } from '../../support/service.js';

const service = await startTestService();
const auditAnchor = createAuditAnchor(join(await makeFolder(), 'audit-anchor'));
const deps = { ...service.deps, auditAnchor };

/** What somebody with every right on the database could do. */
async function tamper(...statements: Sql[]): Promise<void> {
  await deps.db.transaction(async (tx) => {
    for (const table of ['audit_log', 'audit_seals'])
      await tx.query({ text: `alter table ${table} disable trigger user`, values: [] });
    for (const statement of statements) await tx.query(statement);
    for (const table of ['audit_log', 'audit_seals'])
      await tx.query({ text: `alter table ${table} enable trigger user`, values: [] });
  });
}

const makeKeys = (count: number) => {
  const call = { accountId: service.merchant.account.id, mode: 'test', kind: 'public', actor: 'test' } as const;
  return Promise.all(Array.from({ length: count }, () => createKey(deps, call)));
};
const faultNow = async () => (await verifyAudit(deps)).fault;

test('an empty log holds', async () => {
  const empty = await createDatabase();
  const db = openDb({ url: empty.url, poolSize: 2, timeoutMs: 10_000, log: deps.log });
  const proof = { ok: true, lines: 0, seals: 0, lastSeal: `0:${AUDIT_START.hash}`, fault: null };
  assert.deepEqual(await verifyAudit({ ...deps, db, auditAnchor: null }), proof);
  await db.close();
  await empty.drop();
});

test('steps of many at once are sealed in a moment, and the anchor knows the newest seal', async () => {
  await makeKeys(12);
  assert.equal(await hasPending(deps.db), true);
  await sealAudit(deps);
  assert.equal(await hasPending(deps.db), false);
  const last = await findLastSeal(deps.db);
  assert.deepEqual(await auditAnchor.read(), last);
  assert.deepEqual(await verifyAudit(deps), {
    ...{ ok: true, lines: (await listAudit(deps.db, 100)).length, seals: Number(last.number) },
    ...{ lastSeal: `${last.number}:${last.hash}`, fault: null },
  });
});

test('two sealers at once make one chain', async () => {
  await makeKeys(20);
  await Promise.all([sealAudit(deps), sealAudit(deps), sealAudit(deps)]);
  assert.equal(await faultNow(), null);
});

test('a changed line is found, and is fine again when it is put back', async () => {
  const line = (await listAudit(deps.db, 100)).at(-2);
  assert.ok(line);
  await tamper(sql`update audit_log set actor = 'nobody' where sequence = ${line.sequence}`);
  assert.deepEqual(await faultNow(), { is: 'changed', line: line.sequence });
  await tamper(sql`update audit_log set actor = ${line.actor} where sequence = ${line.sequence}`);
  assert.equal(await faultNow(), null);
});

test('a line that was inserted past the service is found, with or without a place in the queue', async () => {
  const copy = sql`
    insert into audit_log (sequence, at, actor, action, subject, details, id, key_id, mac)
    select 9000, at, 'somebody', action, subject, details, gen_random_uuid(), key_id, mac
    from audit_log
    limit 1`;
  await deps.db.query(copy);
  assert.deepEqual(await faultNow(), { is: 'unsealed', line: 9000n });
  await deps.db.query(sql`insert into audit_pending (sequence) values (9000)`);
  assert.deepEqual(await faultNow(), { is: 'changed', line: 9000n });
});

test('a line that is deleted before its seal, with its place in the queue left, is found', async () => {
  const own = await startTestService();
  await own.deps.db.query(sql`insert into audit_pending (sequence) values (77)`);
  assert.deepEqual((await verifyAudit(own.deps)).fault, { is: 'missing', line: 77n });
});

test('a line that was taken out is found', async () => {
  await tamper(sql`delete from audit_log where sequence = 2`);
  assert.deepEqual(await faultNow(), { is: 'missing', line: 2n });
});

test('an end that was cut off is found by the anchor, which does not follow the shorter log', async () => {
  const own = await startTestService();
  const anchor = createAuditAnchor(join(await makeFolder(), 'deeper', 'audit-anchor'));
  const errors: string[] = [];
  const log = { ...own.deps.log, error: (_fields: unknown, text: string) => void errors.push(text) };
  const cutDeps = { ...own.deps, log: log as typeof own.deps.log, auditAnchor: anchor };
  const call = { accountId: own.merchant.account.id, mode: 'test', kind: 'public', actor: 'test' } as const;
  await sealAudit(cutDeps);
  await createKey(cutDeps, call);
  const { lastSeal } = await verifyAudit(cutDeps);
  const known = await anchor.read();
  await own.deps.db.transaction(async (tx) => {
    for (const text of [
      'alter table audit_log disable trigger user',
      'alter table audit_seals disable trigger user',
      'delete from audit_log where sequence = any (select unnest(lines) from audit_seals where number = 2)',
      'delete from audit_seals where number = 2',
      'alter table audit_log enable trigger user',
      'alter table audit_seals enable trigger user',
    ])
      await tx.query({ text, values: [] });
  });
  assert.deepEqual((await verifyAudit(cutDeps)).fault, { is: 'cut', seal: 2n });
  // The log goes on with another second seal. It is not the one that was known.
  await createKey(cutDeps, call);
  assert.deepEqual((await verifyAudit(cutDeps)).fault, { is: 'cut', seal: 2n });
  assert.deepEqual(await anchor.read(), known);
  assert.match(errors[0] ?? '', /cut or replaced/);
  // Without the file, a seal noted elsewhere tells the same.
  const blind = { ...cutDeps, auditAnchor: null };
  assert.equal((await verifyAudit(blind)).fault, null);
  const [number = '', hash = ''] = lastSeal.split(':');
  assert.deepEqual((await verifyAudit(blind, [{ number: BigInt(number), hash }])).fault, { is: 'cut', seal: 2n });
});
