// Where each table is on a cluster.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { planDistribution } from '../../../src/actions/keeping/distribute.js';
import { violates } from '../../../src/store/db.js';
import { shardsOf } from '../../../src/store/in-shards.js';
import { sql } from '../../../src/store/sql.js';
import { TABLES } from '../../../src/store/tables.js';
import { openTestDb } from '../../support/database.js';

const db = await openTestDb();

test('every table has a place on a cluster, and each one by account has the account in its keys', async () => {
  // A unique index that is no constraint holds on one PostgreSQL alone: `distribute` makes a plain one of it.
  const tables = await db.query<{ name: string; keys: string[] }>(sql`
    select c.relname::text as name, array(
      select pg_get_indexdef(i.indexrelid)
      from pg_index i
      where i.indrelid = c.oid
        and i.indisunique
        and exists (
          select from pg_constraint
          where conindid = i.indexrelid)) as keys
    from pg_class c
    where c.relnamespace = 'public'::regnamespace
      and c.relkind = 'r'`);
  assert.deepEqual(Object.keys(TABLES).sort(), tables.map(({ name }) => name).sort());
  for (const { name, keys } of tables)
    if (TABLES[name]?.placement === 'by-account') for (const key of keys) assert.match(key, /account_id/, key);
});

test('one PostgreSQL is laid out whole, and its tables are not moved anywhere', async () => {
  assert.ok(!db.isSpread);
  assert.deepEqual(shardsOf(db), [db]);
  assert.equal(await planDistribution({ db }), 'no-extension');
});

test('a violated constraint is known by its name, also with the number that a shard adds', async () => {
  await db.query(sql`create table things_102008 (id integer constraint things_key_102008 unique)`);
  await db.query(sql`insert into things_102008 values (1)`);
  const error = await db.query(sql`insert into things_102008 values (1)`).catch((caught: unknown) => caught);
  assert.ok(violates(error, 'things_key'));
  assert.ok(!violates(error, 'things'));
});
