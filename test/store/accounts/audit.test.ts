// The audit log: appends at the same moment make one chain, and a rolled back step leaves no line.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AUDIT_START, type AuditLine, auditFault } from '../../../src/domain/audit.js';
import { appendAudit, listAudit, readAudit } from '../../../src/store/accounts/audit.js';
import { openTestDb } from '../../support/database.js';

const db = await openTestDb();
const step = (subject: string) => ({
  at: 1_800_000_000_000,
  actor: 'cli:ana',
  action: 'key.revoke',
  subject,
  details: {},
});

test('lines that are appended at the same moment follow each other in one chain', async () => {
  await Promise.all(
    Array.from({ length: 8 }, (_, index) => db.transaction((tx) => appendAudit(tx, step(`key ${index}`)))),
  );
  const lines = await readAudit(db, 0n, 100);
  assert.equal(lines.length, 8);
  let last: Pick<AuditLine, 'sequence' | 'hash'> = AUDIT_START;
  for (const line of lines) {
    assert.equal(auditFault(last, line), null);
    last = line;
  }
});

test('a step that is rolled back leaves no line and no gap', async () => {
  const before = await listAudit(db, 1);
  await assert.rejects(
    db.transaction(async (tx) => {
      await appendAudit(tx, step('nothing'));
      throw new Error('no');
    }),
    /no/,
  );
  assert.deepEqual(await listAudit(db, 1), before);
  await db.transaction((tx) => appendAudit(tx, step('something')));
  const [line] = await listAudit(db, 1);
  assert.ok(line !== undefined && before[0] !== undefined);
  assert.equal(auditFault(before[0], line), null);
});

test('the newest lines come first, or the oldest after a line', async () => {
  const all = await readAudit(db, 0n, 100);
  assert.deepEqual(await listAudit(db, 2), all.slice(-2).reverse());
  assert.deepEqual(await readAudit(db, all[2]?.sequence ?? 0n, 2), all.slice(3, 5));
});
