// Migrations of a database that is in use: nobody waits behind a change of a table, and indexes are built beside the work.
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import pg from 'pg';
import { migrate } from '../../src/store/migrate.js';
import { createEmptyDatabase } from '../support/database.js';
import { makeFolder } from '../support/process.js';
import { until } from '../support/until.js';

type Context = { after(work: () => Promise<void>): void };

async function connect(t: Context, url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined); // the database is dropped before it is closed
  await client.connect();
  t.after(() => client.end());
  return client;
}

/** A database with one table, and a folder with these migrations. */
async function tableInUse(t: Context, files: Readonly<Record<string, string>>) {
  const database = await createEmptyDatabase();
  t.after(() => database.drop());
  const folder = await makeFolder();
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  const client = await connect(t, database.url);
  await client.query('create table busy (id integer)');
  await client.query('insert into busy values (1), (1), (2)');
  return { url: database.url, folder, client };
}

const isMigrating = `select from pg_stat_activity
  where datname = current_database() and application_name = 'cobro migrate' and query like 'alter table busy%'`;

test('who reads a table waits for a moment only behind a change of it that cannot have its lock', async (t) => {
  const { url, folder, client } = await tableInUse(t, { '0001_more.sql': 'alter table busy add column more integer;' });
  const [reader, watcher] = [await connect(t, url), await connect(t, url)];
  await client.query('begin');
  await client.query('select count(*) from busy');
  const migrated = migrate(url, folder);
  await until('the change asks for its lock', async () => (await watcher.query(isMigrating)).rowCount);
  await reader.query('set statement_timeout = 5000');
  for (let time = 1; time <= 3; time++) await reader.query('select count(*) from busy');
  await client.query('commit');
  assert.deepEqual(await migrated, ['0001_more.sql']);
  assert.equal((await client.query('select more from busy')).rowCount, 3);
});

const INDEX = '-- Step by step.\ncreate unique index concurrently if not exists busy_id on busy (id);\n';

test('an index is built while others write, with other instances waiting for their turn', async (t) => {
  const { url, folder, client } = await tableInUse(t, {
    '0001_index.sql': '-- Why.\n-- Step by step.\ncreate index concurrently if not exists busy_id on busy (id);\n',
  });
  const watcher = await connect(t, url);
  await client.query('begin');
  await client.query('insert into busy values (3)');
  const runs = Array.from({ length: 4 }, () => migrate(url, folder));
  await until('the index is being built', async () => {
    const { rowCount } = await watcher.query(`select from pg_stat_progress_create_index`);
    return rowCount;
  });
  await watcher.query('set statement_timeout = 2000');
  await watcher.query('insert into busy values (4)');
  await client.query('commit');
  assert.deepEqual((await Promise.all(runs)).flat(), ['0001_index.sql']);
  const { rows } = await client.query(`select indisvalid from pg_index where indexrelid = 'busy_id'::regclass`);
  assert.deepEqual(rows, [{ indisvalid: true }]);
});

test('a migration of steps that was cut off is done again, and a half-built index is built anew', async (t) => {
  const { url, folder, client } = await tableInUse(t, {
    '0001_index.sql': `-- Why.\nalter table busy add column if not exists more integer;\n${INDEX}`,
  });
  const isValid = async () =>
    (await client.query(`select indisvalid from pg_index where indexrelid = to_regclass('busy_id')`)).rows[0]
      ?.indisvalid;
  await assert.rejects(migrate(url, folder), (error: Error) => {
    assert.match(error.message, /0001_index\.sql failed; run it again/);
    assert.match(String(error.cause), /duplicate|could not create unique/);
    return true;
  });
  assert.equal(await isValid(), false);
  await client.query('delete from busy');
  assert.deepEqual(await migrate(url, folder), ['0001_index.sql']);
  assert.equal(await isValid(), true);
  assert.deepEqual(await migrate(url, folder), []);
});
