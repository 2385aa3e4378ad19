// The audit log: writers do not wait for each other, and a rolled back step leaves no line.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { readVaultKey } from '../../../src/domain/base/vault.js';
import { createVault } from '../../../src/memory/vault.js';
import { appendAudit, listAudit, listPending, readAudit } from '../../../src/store/keeping/audit.js';
import { openTestDb } from '../../support/database.js';

const db = await openTestDb();
const by = { clock: Date, vault: createVault({ bytes: randomBytes }, [readVaultKey('a'.repeat(64))]) };
const step = (subject: string) => ({
  at: 1_800_000_000_000,
  actor: 'cli:ana',
  action: 'key.revoke' as const,
  subject,
  details: {},
});

test('a transaction that stops after its line keeps nobody else from writing theirs', async () => {
  await db.transaction(async (tx) => {
    await appendAudit(tx, by, step('stopped'));
    // On another connection, while the first transaction stays open.
    await Promise.all(
      Array.from({ length: 4 }, (_, index) => db.transaction((one) => appendAudit(one, by, step(`key ${index}`)))),
    );
    assert.equal((await listPending(db, 100)).length, 4);
  });
  assert.equal((await listPending(db, 100)).length, 5);
});

test('a step that is rolled back leaves no line', async () => {
  const before = await listAudit(db, 100);
  await assert.rejects(
    db.transaction(async (tx) => {
      await appendAudit(tx, by, step('nothing'));
      throw new Error('no');
    }),
    /no/,
  );
  assert.deepEqual(await listAudit(db, 100), before);
});

test('the newest lines come first, and lines are read by their numbers', async () => {
  const all = await listAudit(db, 100);
  assert.deepEqual(await listAudit(db, 2), all.slice(0, 2));
  const numbers = all.map(({ sequence }) => sequence);
  assert.deepEqual(await readAudit(db, numbers), all);
  assert.deepEqual(await readAudit(db, [...numbers].reverse()), all.toReversed());
  assert.deepEqual(await readAudit(db, [999_999n]), []);
});

test('neither the log nor its seals nor the ledger can be changed, deleted or truncated', async () => {
  for (const text of [
    `update audit_log set actor = 'nobody'`,
    'delete from audit_log',
    'truncate audit_log',
    'truncate audit_seals',
    'truncate ledger_entries',
    'truncate audit_pending, audit_log cascade',
  ])
    await assert.rejects(db.query({ text, values: [] }), /append only/, text);
});
