// Migrations: forward only, each whole or not at all, by any number of instances at once.
import assert from 'node:assert/strict';
import { copyFile, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import pg from 'pg';
import { createLog } from '../../src/log.js';
import { MIGRATIONS_FOLDER } from '../../src/paths.js';
import { openDb } from '../../src/store/db.js';
import { isMigrated, MigrationRefused, migrate } from '../../src/store/migrate.js';
import { listMigrations } from '../../src/store/server.js';
import { createEmptyDatabase, type TestDatabase } from '../support/database.js';
import { makeFolder } from '../support/process.js';

const shipped = (await readdir(MIGRATIONS_FOLDER)).filter((name) => name.endsWith('.sql')).sort();

async function emptyDatabase(t: { after(work: () => Promise<void>): void }): Promise<TestDatabase> {
  const database = await createEmptyDatabase();
  t.after(() => database.drop());
  return database;
}

async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

const tables = async (url: string) =>
  (await query(url, `select table_name from information_schema.tables where table_schema = 'public' order by 1`)).map(
    (row) => row['table_name'],
  );
const applied = async (url: string) =>
  (await query(url, 'select name from schema_migrations order by version')).map((row) => row['name']);

/** A folder with the shipped migrations and these. */
async function folderWith(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await makeFolder();
  for (const name of shipped) await copyFile(join(MIGRATIONS_FOLDER, name), join(folder, name));
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  return folder;
}

test('the files are numbered without a gap and each begins with why', async () => {
  assert.deepEqual(
    shipped.map((name) => Number(name.slice(0, 4))),
    shipped.map((_, i) => i + 1),
  );
  for (const name of shipped) {
    assert.match(name, /^\d{4}_[a-z0-9_]+\.sql$/);
    assert.match(await readFile(join(MIGRATIONS_FOLDER, name), 'utf8'), /^-- \S/);
  }
});

test('from 0016 on, an index of a table that may be large is built beside the work', async () => {
  for (const name of shipped.filter((file) => file >= '0016')) {
    const text = await readFile(join(MIGRATIONS_FOLDER, name), 'utf8');
    const own = [...text.matchAll(/^create table (?:if not exists )?(\w+)/gim)].map(([, table]) => table);
    for (const [statement, concurrently, table] of text.matchAll(
      /^create (?:unique )?index (concurrently )?[\s\S]*? on (\w+)/gim,
    )) {
      assert.ok(concurrently !== undefined || own.includes(table), `${name}: ${statement}`);
    }
    if (/concurrently/i.test(text)) assert.match(text, /^-- Step by step/m, name);
  }
});

test('a fresh database gets every migration, in their order; a second run finds nothing to do', async (t) => {
  const { url } = await emptyDatabase(t);
  assert.deepEqual(await migrate(url, MIGRATIONS_FOLDER), shipped);
  assert.deepEqual(await applied(url), shipped);
  const before = await query(url, 'select * from schema_migrations order by version');
  assert.deepEqual(await migrate(url, MIGRATIONS_FOLDER), []);
  assert.deepEqual(await query(url, 'select * from schema_migrations order by version'), before);
});

test('a newer version applies only what is missing, and data stays', async (t) => {
  const { url } = await emptyDatabase(t);
  await migrate(url, MIGRATIONS_FOLDER);
  await query(url, `insert into exchange_rates values ('USD', now(), 18.5, 'fixed')`);
  const folder = await folderWith({
    '9001_more.sql': 'create table more (id int);',
    '9002_most.sql': 'drop table more;',
  });
  assert.deepEqual(await migrate(url, folder), ['9001_more.sql', '9002_most.sql']);
  assert.equal((await query(url, 'select * from exchange_rates')).length, 1);
});

test('eight instances that start at once migrate once', async (t) => {
  const { url } = await emptyDatabase(t);
  const runs = await Promise.all(Array.from({ length: 8 }, () => migrate(url, MIGRATIONS_FOLDER)));
  assert.deepEqual(runs.flat().sort(), shipped);
  assert.equal(runs.filter((names) => names.length > 0).length, 1);
});

test('a database ahead of the program is refused and not touched', async (t) => {
  const { url } = await emptyDatabase(t);
  const newer = await folderWith({ '9001_future.sql': 'create table future (id int);' });
  await migrate(url, newer);
  const before = [await tables(url), await applied(url)];
  await assert.rejects(migrate(url, MIGRATIONS_FOLDER), (error: Error) => {
    assert.ok(error instanceof MigrationRefused);
    assert.match(error.message, /9001_future\.sql.*newer version/);
    return true;
  });
  assert.deepEqual([await tables(url), await applied(url)], before);
});

test('a migration that was changed afterwards is refused, and nothing after it is applied', async (t) => {
  const { url } = await emptyDatabase(t);
  await migrate(url, MIGRATIONS_FOLDER);
  const [first = ''] = shipped;
  const text = await readFile(join(MIGRATIONS_FOLDER, first), 'utf8');
  const folder = await folderWith({
    [first]: `${text}\n-- one more line`,
    '9001_more.sql': 'create table more (id int);',
  });
  await assert.rejects(migrate(url, folder), (error: Error) => {
    assert.ok(error instanceof MigrationRefused);
    assert.match(error.message, new RegExp(`${first}.*differs`));
    return true;
  });
  assert.equal((await tables(url)).includes('more'), false);
});

test('a migration that fails leaves nothing of itself, keeps those before it, and can be mended', async (t) => {
  const { url } = await emptyDatabase(t);
  const files = {
    '9001_good.sql': 'create table good (id int);',
    '9002_bad.sql': 'create table half (id int); insert into half values (1); select 1 / 0;',
    '9003_later.sql': 'create table later (id int);',
  };
  const folder = await folderWith(files);
  await assert.rejects(migrate(url, folder), (error: Error) => {
    assert.match(error.message, /9002_bad\.sql failed/);
    assert.match(String(error.cause), /division by zero/);
    return true;
  });
  assert.deepEqual(await applied(url), [...shipped, '9001_good.sql']);
  const there = await tables(url);
  assert.deepEqual(
    ['good', 'half', 'later'].map((name) => there.includes(name)),
    [true, false, false],
  );
  await writeFile(join(folder, '9002_bad.sql'), 'create table half (id int);');
  assert.deepEqual(await migrate(url, folder), ['9002_bad.sql', '9003_later.sql']);
});

test('a migration that cannot be noted leaves nothing either: two files with one number', async (t) => {
  const { url } = await emptyDatabase(t);
  const folder = await folderWith({
    '9001_one.sql': 'create table one (id int);',
    '9001_two.sql': 'create table two (id int);',
  });
  await assert.rejects(migrate(url, folder), /9001_two\.sql failed/);
  const there = await tables(url);
  assert.deepEqual([there.includes('one'), there.includes('two')], [true, false]);
});

test('a failed run gives its lock back', async (t) => {
  const { url } = await emptyDatabase(t);
  const bad = await folderWith({ '9001_bad.sql': 'nonsense' });
  await assert.rejects(migrate(url, bad));
  assert.deepEqual(await migrate(url, MIGRATIONS_FOLDER), []);
});

test('other files in the folder are no migrations', async (t) => {
  const { url } = await emptyDatabase(t);
  const folder = await folderWith({
    'README.md': 'x',
    '1_short.sql': 'x',
    '0009_up.sql.bak': 'x',
    'x0009_up.sql': 'x',
  });
  assert.deepEqual(await migrate(url, folder), shipped);
});

test('whether a database is migrated can be asked of any of them', async (t) => {
  const { url } = await emptyDatabase(t);
  const db = openDb({ url, poolSize: 1, timeoutMs: 10_000, log: createLog({ level: 'error', destination: 2 }) });
  t.after(() => db.close());
  const ask = (folder: string) => isMigrated(db, folder);
  assert.equal(await ask(MIGRATIONS_FOLDER), false);
  await migrate(url, MIGRATIONS_FOLDER);
  assert.equal(await ask(MIGRATIONS_FOLDER), true);
  assert.deepEqual(await listMigrations(db), shipped);
  assert.equal(await ask(await folderWith({ '9001_more.sql': 'select 1;' })), false);
});
