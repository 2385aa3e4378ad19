// Sessions of the dashboard: known by a digest, of one person, until they are over or ended.
import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { test } from 'node:test';
import type { Member } from '../../../src/domain/people/person.js';
import { insertPerson, saveDisabled } from '../../../src/store/people/people.js';
import {
  deleteSession,
  deleteSessionById,
  deleteSessionsOf,
  findSessionOwner,
  findSessionVisitor,
  insertSession,
  listSessions,
  touchSession,
} from '../../../src/store/people/sessions.js';
import { sql } from '../../../src/store/sql.js';
import { openTestDb } from '../../support/database.js';

const db = await openTestDb();
const NOW = 1_800_000_000_000;
const TIME = { now: NOW, usedSince: NOW - 1_000 };

async function somebody(): Promise<Member> {
  const person: Member = {
    ...{
      id: randomUUID(),
      team: null,
      role: 'admin',
      isDemo: false,
      language: 'es',
      name: 'Ana',
      email: `${randomUUID()}@example.com`,
    },
    ...{ hasPassword: false, hasSecondFactor: false, createdAt: NOW, seenAt: null, disabledAt: null },
  };
  await insertPerson(db, person, null);
  return person;
}

async function open(personId: string, change: { stage?: 'open' | 'code'; expiresAt?: number; now?: number } = {}) {
  const session = {
    ...{ digest: randomBytes(32), id: randomUUID(), personId, stage: 'open' as const, address: '203.0.113.7' },
    ...{ agent: 'Firefox', now: NOW, expiresAt: NOW + 60_000, ...change },
  };
  await insertSession(db, session);
  return session;
}

test('a session says whose it is, until its time is over or nobody has used it for too long', async () => {
  const person = await somebody();
  const { digest, id } = await open(person.id);
  const found = await findSessionVisitor(db, digest, TIME);
  assert.deepEqual([found?.sessionId, found?.person.id, found?.role, found?.account], [id, person.id, 'admin', null]);
  assert.equal(await findSessionVisitor(db, digest, { now: NOW + 60_000, usedSince: NOW - 1 }), null);
  const idle = { now: NOW + 5_000, usedSince: NOW };
  assert.equal(await findSessionVisitor(db, digest, idle), null);
  await touchSession(db, digest, NOW + 4_000);
  assert.equal((await findSessionVisitor(db, digest, idle))?.sessionId, id);
  assert.equal(await findSessionVisitor(db, randomBytes(32), TIME), null);
});

test('a session that waits for a code opens nothing', async () => {
  const { digest } = await open((await somebody()).id, { stage: 'code' });
  assert.equal(await findSessionVisitor(db, digest, TIME), null);
  assert.equal(await findSessionOwner(db, digest, { stage: 'open', ...TIME }), null);
  assert.notEqual(await findSessionOwner(db, digest, { stage: 'code', ...TIME }), null);
});

test('somebody without access has no session', async () => {
  const person = await somebody();
  const { digest } = await open(person.id);
  await saveDisabled(db, person.id, NOW);
  assert.equal(await findSessionVisitor(db, digest, TIME), null);
  assert.equal(await findSessionOwner(db, digest, { stage: 'open', ...TIME }), null);
});

test('one session can be ended, or all of a person, or all but one; nobody else’s', async () => {
  const [ana, eva] = [await somebody(), await somebody()];
  const [first, second, third] = [await open(ana.id), await open(ana.id), await open(ana.id)];
  const other = await open(eva.id);
  assert.equal(await deleteSessionById(db, eva.id, first.id), false);
  assert.equal(await deleteSessionById(db, ana.id, first.id), true);
  assert.equal(await deleteSessionsOf(db, ana.id, third.id), 1);
  assert.equal(await findSessionVisitor(db, second.digest, TIME), null);
  const listed = await listSessions(db, [ana.id, eva.id], TIME);
  assert.deepEqual(new Set(listed.map(({ id }) => id)), new Set([third.id, other.id]));
  await deleteSession(db, other.digest);
  assert.equal(await findSessionVisitor(db, other.digest, TIME), null);
});

test('opening a session takes away those that are over', async () => {
  const person = await somebody();
  const over = await open(person.id, { expiresAt: NOW + 10 });
  await open(person.id, { now: NOW + 20 });
  const left = await db.query(sql`select 1 from dashboard_sessions where digest = ${over.digest}`);
  assert.deepEqual(left, []);
});
