// cobro distribute on a real Citus cluster. Runs with npm run test:cluster alone.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { distribute, planDistribution } from '../../src/actions/keeping/distribute.js';
import { createLog } from '../../src/log.js';
import { MIGRATIONS_FOLDER } from '../../src/paths.js';
import { listPlacedTables } from '../../src/store/cluster/distribution.js';
import { type Db, openDb } from '../../src/store/db.js';
import { migrate } from '../../src/store/migrate.js';
import { sql } from '../../src/store/sql.js';
import { TABLES } from '../../src/store/tables.js';
import { runInside } from '../cli/run-inside.js';
import { CLUSTER_VARIABLE, createOnCluster, onAll } from '../support/cluster.js';
import { databaseUrl } from '../support/database.js';

const serverUrl = process.env[CLUSTER_VARIABLE] ?? '';
const name = `test_${randomBytes(6).toString('hex')}`;
const url = databaseUrl(serverUrl, name);
await createOnCluster(serverUrl, name);
await migrate(url, MIGRATIONS_FOLDER);
const db = open();
after(async () => {
  await db.close();
  await onAll(serverUrl, `drop database if exists ${name} with (force)`);
});

const ACCOUNT = '01890000-0000-7000-8000-000000000001';

function open(at = url): Db {
  return openDb({ url: at, poolSize: 1, timeoutMs: 300_000, log: createLog({ level: 'silent', destination: 2 }) });
}

async function plan() {
  const made = await planDistribution({ db });
  assert.notEqual(typeof made, 'string', String(made));
  return made as Exclude<typeof made, string>;
}

test('the rows of before are moved, and nothing of them stays on the coordinator', async () => {
  await db.query(sql`
    insert into accounts (id, name, interface_version, orders_envelope, created_at)
    values (${ACCOUNT}, 'A', '2026-11-15', false, now())`);
  await db.query(sql`
    insert into ledger_entries (account_id, livemode, id, kind, rail, held, created_at)
    values (${ACCOUNT}, false, ${ACCOUNT}, 'hold', -100, 100, now())`);
  const before = await plan();
  assert.equal(before.tables.find(({ table }) => table === 'ledger_entries')?.todo, 'move');
  // The first run ends after five tables, as if it had been killed.
  await distribute({ db }, { ...before, tables: before.tables.slice(0, 5) }, 4, () => undefined);
  const moved: string[] = [];
  await distribute({ db }, await plan(), 4, ({ table }) => moved.push(table));
  assert.ok(moved.includes('ledger_entries') && !moved.includes('accounts'), 'the second run does the rest alone');
  const rows = await db.query<{ held: bigint }>(sql`select held from ledger_entries where account_id = ${ACCOUNT}`);
  assert.deepEqual(rows, [{ held: 100n }]);
  const [left] = await db.query<{ bytes: bigint }>(sql`select pg_relation_size('ledger_entries') as bytes`);
  assert.equal(left?.bytes, 0n);
});

test('then every table is where it belongs, and there is nothing to do', async () => {
  const states = await listPlacedTables(db);
  for (const [table, { placement }] of Object.entries(TABLES))
    assert.equal(states.find((one) => one.table === table)?.place, placement, table);
  assert.deepEqual(
    (await plan()).tables.filter(({ todo }) => todo !== 'nothing'),
    [],
  );
});

test('the books stay append only on the nodes', async () => {
  for (const text of ['update ledger_entries set kind = kind', 'delete from ledger_entries', 'truncate ledger_entries'])
    await assert.rejects(db.query({ text, values: [] }), /append only/, text);
});

test('while the service is connected the plan is shown, and no table is moved', async () => {
  const service = open();
  await service.query(sql`select 1`);
  assert.equal((await runInside(['distribute', '--plan'], { DATABASE_URL: url })).code, 0);
  const run = await runInside(['distribute'], { DATABASE_URL: url });
  assert.equal(run.code, 1);
  assert.match(run.stderr, /The service is connected to the database/);
  await service.close();
});

test('a node that has tables of its own is refused', async () => {
  const other = `${name}_nodes`;
  await createOnCluster(serverUrl, other);
  await migrate(databaseUrl(serverUrl, other), MIGRATIONS_FOLDER);
  const coordinator = open(databaseUrl(serverUrl, other));
  try {
    await coordinator.query(sql`select run_command_on_workers('create table accounts (id uuid)')`);
    assert.equal(await planDistribution({ db: coordinator }), 'tables-on-nodes');
  } finally {
    await coordinator.close();
    await onAll(serverUrl, `drop database if exists ${other} with (force)`);
  }
});

test('a later migration changes the tables on all nodes', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'cobro-later-'));
  const { readdir, copyFile } = await import('node:fs/promises');
  for (const file of await readdir(MIGRATIONS_FOLDER))
    await copyFile(join(MIGRATIONS_FOLDER, file), join(folder, file));
  await writeFile(
    join(folder, '9999_later.sql'),
    `-- Step by step.
alter table orders add column if not exists later text;
create index concurrently if not exists orders_later on orders (account_id, livemode, later) where later is not null;
create table if not exists later_things (account_id uuid not null, id uuid not null, primary key (account_id, id));
`,
  );
  assert.deepEqual(await migrate(url, folder), ['9999_later.sql']);
  assert.deepEqual(await db.query(sql`select later from orders where account_id = ${ACCOUNT}`), []);
});
