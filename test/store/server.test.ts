// What the server says of itself, and a snapshot that stays while others write.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeServer, serverTime } from '../../src/store/server.js';
import { startSnapshot } from '../../src/store/snapshot.js';
import { sql } from '../../src/store/sql.js';
import { openTestDb } from '../support/database.js';

const db = await openTestDb();

test('the server says its version, its clock and whether it keeps what it confirmed', async () => {
  const { version, isDurable, hasJit } = await describeServer(db);
  assert.match(version, /^\d+/);
  assert.deepEqual([isDurable, hasJit], [true, false]);
  assert.ok(Math.abs((await serverTime(db)) - Date.now()) < 60_000);
});

test('a server that may lose what it confirmed is not durable', async () => {
  const { isDurable } = await db.transaction(async (tx) => {
    await tx.query(sql`set local synchronous_commit = off`);
    return describeServer(tx);
  });
  assert.equal(isDurable, false);
});

test('a server that compiles statements says so (D97)', async () => {
  const { hasJit } = await db.transaction(async (tx) => {
    await tx.query(sql`set local jit = on`);
    return describeServer(tx);
  });
  assert.equal(hasJit, true);
});

test('a snapshot sees one moment, whatever is written meanwhile, and refuses to write', async () => {
  await db.query(sql`create table moments (id integer)`);
  const count = sql`select count(*) as count from moments`;
  await db.transaction(async (tx) => {
    await startSnapshot(tx);
    assert.deepEqual(await tx.query(count), [{ count: 0n }]);
    await db.query(sql`insert into moments (id) values (1)`);
    assert.deepEqual(await tx.query(count), [{ count: 0n }]);
  });
  assert.deepEqual(await db.query(count), [{ count: 1n }]);
  await assert.rejects(
    db.transaction(async (tx) => {
      await startSnapshot(tx);
      await tx.query(sql`insert into moments (id) values (2)`);
    }),
  );
});
