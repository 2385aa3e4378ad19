// Sessions of the dashboard: known by a digest, until they are over or ended.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { deleteSession, findSession, insertSession } from '../../../src/store/people/sessions.js';
import { sql } from '../../../src/store/sql.js';
import { openTestDb } from '../../support/database.js';

const db = await openTestDb();
const NOW = 1_800_000_000_000;

async function open(expiresAt = NOW + 1_000, now = NOW) {
  const session = { digest: randomBytes(32), openedWith: randomBytes(32), now, expiresAt };
  await insertSession(db, session);
  return session;
}

test('a session says what opened it, until the moment it is over', async () => {
  const { digest, openedWith } = await open();
  assert.deepEqual(await findSession(db, digest, NOW + 999), openedWith);
  assert.equal(await findSession(db, digest, NOW + 1_000), null);
  assert.equal(await findSession(db, randomBytes(32), NOW), null);
});

test('a session that is ended is over at once, and no other one is', async () => {
  const [one, other] = [await open(), await open()];
  await deleteSession(db, one.digest);
  assert.equal(await findSession(db, one.digest, NOW), null);
  assert.deepEqual(await findSession(db, other.digest, NOW), other.openedWith);
});

test('opening a session takes away those that are over', async () => {
  const over = await open(NOW + 10);
  await open(NOW + 60_000, NOW + 20);
  const left = await db.query(sql`select 1 from dashboard_sessions where digest = ${over.digest}`);
  assert.deepEqual(left, []);
});
