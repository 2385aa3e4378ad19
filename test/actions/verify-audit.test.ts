// The proof of the audit log against the database.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createKey } from '../../src/actions/manage-account.js';
import { verifyAudit } from '../../src/actions/verify-audit.js';
import { AUDIT_START } from '../../src/domain/audit.js';
import { listAudit } from '../../src/store/accounts/audit.js';
import { openDb } from '../../src/store/db.js';
import { type Sql, sql } from '../../src/store/sql.js';
import { createDatabase } from '../support/database.js';
import { startTestService } from '../support/service.js';

const service = await startTestService();
const { deps } = service;

async function tamper(statement: Sql): Promise<void> {
  await deps.db.transaction(async (tx) => {
    await tx.query(sql`alter table audit_log disable trigger user`);
    await tx.query(statement);
    await tx.query(sql`alter table audit_log enable trigger user`);
  });
}

test('an empty log holds', async () => {
  const empty = await createDatabase();
  const db = openDb({ url: empty.url, poolSize: 2, timeoutMs: 10_000, log: deps.log });
  assert.deepEqual(await verifyAudit({ db }), { ok: true, lines: 0, lastHash: AUDIT_START.hash, fault: null });
  await db.close();
  await empty.drop();
});

test('steps of many at once make one chain', async () => {
  const accountId = service.merchant.account.id;
  const call = { accountId, mode: 'test', kind: 'public', actor: 'test' } as const;
  await Promise.all(Array.from({ length: 12 }, () => createKey(deps, call)));
  const lines = await listAudit(deps.db, 100);
  const proof = await verifyAudit(deps);
  assert.deepEqual(proof, { ok: true, lines: lines.length, lastHash: lines[0]?.hash, fault: null });
});

test('a changed line is found, and the hash of the last line that holds is told', async () => {
  const [, , second] = (await listAudit(deps.db, 100)).reverse();
  await tamper(sql`update audit_log set actor = 'nobody' where sequence = 4`);
  assert.deepEqual(await verifyAudit(deps), {
    ...{ ok: false, lines: 3, lastHash: second?.hash },
    fault: { is: 'changed', line: 4n },
  });
  await tamper(sql`update audit_log set actor = 'test' where sequence = 4`);
  assert.equal((await verifyAudit(deps)).ok, true);
});

test('a line that was taken out is found', async () => {
  await tamper(sql`delete from audit_log where sequence = 2`);
  assert.deepEqual((await verifyAudit(deps)).fault, { is: 'missing', line: 2n });
});
