// Owns schema_migrations: upgrades the schema with numbered SQL files, forward only, each in its own transaction or step
// by step. An advisory lock lets several instances start at once: one migrates, the others wait and then have nothing to
// do. Instances of the version before keep working meanwhile.
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Queryable } from './db.js';
import { listMigrations } from './server.js';

/** The database cannot be upgraded to this version and was not changed. The message says why and what to do. */
export class MigrationRefused extends Error {
  override readonly name = 'MigrationRefused';
}

type Migration = {
  readonly version: number;
  readonly name: string;
  readonly text: string;
  readonly checksum: string;
};

const LOCK = 4_071_959_230; // an arbitrary number, the same on every instance
/** Building the indexes of a large table takes minutes. */
const LOCK_WAIT_MS = 600_000;
const LOCK_LOOK_MS = 100;

/**
 * While a change of a table waits for its lock, everybody else who needs the table waits behind it. So it waits for a
 * moment only, lets the others through, and tries again.
 */
const TABLE_LOCK_MS = 1_000;
const TRY_AGAIN_MS = 1_000;
const TRY_FOR_MS = 600_000;
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Applies the missing migrations and returns their names. If there are none, it writes nothing, so a role with no right
 * but on data may call it. `grantTo` is a role that gets those rights on all tables. `upTo` applies only the first ones,
 * as many as that.
 */
export async function migrate(
  url: string,
  folder: string,
  grantTo: string | null = null,
  upTo: number | null = null,
): Promise<string[]> {
  const migrations = (await readMigrations(folder)).slice(0, upTo ?? undefined);
  const client = new pg.Client({
    connectionString: url,
    application_name: 'cobro migrate',
    connectionTimeoutMillis: 5_000,
  });
  await client.connect();
  try {
    await checkServer(client);
    await takeLock(client);
    const missing = await findMissing(client, migrations);
    if (missing.length > 0) await client.query(SCHEMA_MIGRATIONS);
    for (const migration of missing) await apply(client, migration);
    if (grantTo !== null) await grantDataRights(client, grantTo);
    return missing.map(({ name }) => name);
  } finally {
    await client.end(); // also releases the lock
  }
}

/** Refuses a database that lacks a migration. Changes nothing. */
export async function requireMigrated(url: string, folder: string): Promise<void> {
  const migrations = await readMigrations(folder);
  const client = new pg.Client({ connectionString: url, application_name: 'cobro', connectionTimeoutMillis: 5_000 });
  await client.connect();
  try {
    await checkServer(client);
    const missing = await findMissing(client, migrations);
    if (missing.length === 0) return;
    throw new MigrationRefused(
      `The database lacks ${missing.map(({ name }) => name).join(', ')}. Run \`npx cobro migrate\` as its owner, or start the service, which migrates unless COBRO_MIGRATE=off.`,
    );
  } finally {
    await client.end();
  }
}

async function findMissing(client: pg.Client, migrations: readonly Migration[]): Promise<Migration[]> {
  const applied = await readApplied(client);
  refuseStrangers(migrations, applied);
  return migrations.filter(({ version }) => !applied.has(version));
}

/** Whether the database has every migration of this version. */
export async function isMigrated(db: Queryable, folder: string): Promise<boolean> {
  const wanted = await readMigrations(folder);
  const applied = await listMigrations(db).catch((): string[] => []);
  return wanted.every(({ name }) => applied.includes(name));
}

export async function readMigrations(folder: string): Promise<Migration[]> {
  const files = (await readdir(folder)).filter((name) => /^\d{4}_\w+\.sql$/.test(name)).sort();
  return Promise.all(
    files.map(async (name) => {
      const text = await readFile(join(folder, name), 'utf8');
      return {
        version: Number(name.slice(0, 4)),
        name,
        text,
        checksum: createHash('sha256').update(text).digest('hex'),
      };
    }),
  );
}

async function checkServer(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ version: number }>(
    `select current_setting('server_version_num')::int as version`,
  );
  const version = rows[0]?.version ?? 0;
  if (version < 150_000) {
    throw new MigrationRefused(
      `PostgreSQL ${Math.floor(version / 10_000)} is too old: Cobro needs 15 or newer (DATABASE_URL).`,
    );
  }
}

const SCHEMA_MIGRATIONS = `
  create table if not exists schema_migrations (
    version integer primary key,
    name text not null,
    checksum text not null,
    applied_at timestamptz not null default now()
  )`;

async function readApplied(client: pg.Client): Promise<Map<number, { name: string; checksum: string }>> {
  const { rows: found } = await client.query(`select to_regclass('schema_migrations') is not null as exists`);
  if (found[0]?.exists !== true) return new Map();
  const { rows } = await client.query('select version, name, checksum from schema_migrations order by version');
  return new Map(rows.map(({ version, name, checksum }) => [version, { name, checksum }]));
}

/** Refuses a database that is newer than the program, or whose applied migrations were edited. */
function refuseStrangers(
  migrations: readonly Migration[],
  applied: ReadonlyMap<number, { name: string; checksum: string }>,
): void {
  for (const [version, { name, checksum }] of applied) {
    const ours = migrations.find((migration) => migration.version === version);
    if (ours === undefined) {
      throw new MigrationRefused(
        `The database has migration ${name}, which this version does not know. Run the newer version of Cobro.`,
      );
    }
    if (ours.checksum !== checksum) {
      throw new MigrationRefused(
        `Migration ${name} differs from the one this database was made with. Restore the original file.`,
      );
    }
  }
}

/**
 * Looks again and again instead of waiting inside a statement: an index that is built concurrently waits for every
 * statement that runs, and the two would wait for each other.
 */
async function takeLock(client: pg.Client): Promise<void> {
  const deadline = performance.now() + LOCK_WAIT_MS;
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [LOCK]);
    if (rows[0]?.taken === true) return;
    if (performance.now() > deadline) throw new MigrationRefused('Another instance has been migrating for too long.');
    await sleep(LOCK_LOOK_MS);
  }
}

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  if (STEP_BY_STEP.test(migration.text)) return applySteps(client, migration);
  try {
    await patiently(client, async () => {
      await client.query(`begin; set local lock_timeout = ${TABLE_LOCK_MS}`);
      await client.query(migration.text);
      await note(client, migration);
      await client.query('commit');
    });
  } catch (error) {
    throw new Error(`Migration ${migration.name} failed; the database is as it was before it.`, { cause: error });
  }
}

/** The line that makes a migration one of steps. */
const STEP_BY_STEP = /^-- Step by step\b/m;
const NEW_INDEX = /^create (?:unique )?index concurrently if not exists (\w+)/i;

/**
 * Each statement is committed by itself, because an index of a table in use is built concurrently, outside of every
 * transaction. After a failure all of them run again, so each must be harmless when repeated. A statement ends with a
 * semicolon at the end of its line.
 */
async function applySteps(client: pg.Client, migration: Migration): Promise<void> {
  const steps = migration.text
    .replaceAll(/^[ \t]*--.*$/gm, '')
    .split(/;\s*(?:\n|$)/)
    .map((step) => step.trim())
    .filter((step) => step !== '');
  try {
    for (const step of steps) await patiently(client, () => applyStep(client, step));
    await note(client, migration);
  } catch (error) {
    throw new Error(`Migration ${migration.name} failed; run it again once the cause is mended.`, { cause: error });
  } finally {
    await client.query('set lock_timeout = 0');
  }
}

/** What is built concurrently stops nobody while it waits, so it may wait for as long as it takes. */
async function applyStep(client: pg.Client, step: string): Promise<void> {
  const index = NEW_INDEX.exec(step)?.[1];
  if (index !== undefined) await dropHalfBuilt(client, index);
  await client.query(`set lock_timeout = ${/ concurrently /i.test(step) ? 0 : TABLE_LOCK_MS}`);
  await client.query(step);
}

/** An index whose building was cut off is there but unused. */
async function dropHalfBuilt(client: pg.Client, index: string): Promise<void> {
  const { rows } = await client.query('select from pg_index where indexrelid = to_regclass($1) and not indisvalid', [
    index,
  ]);
  await client.query('set lock_timeout = 0');
  if (rows.length > 0) await client.query(`drop index concurrently if exists ${index}`);
}

/** Runs `work` again while it fails for want of a lock. */
async function patiently(client: pg.Client, work: () => Promise<void>): Promise<void> {
  const deadline = performance.now() + TRY_FOR_MS;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      await client.query('rollback').catch(() => undefined);
      if (!(error instanceof pg.DatabaseError) || error.code !== LOCK_NOT_AVAILABLE) throw error;
      if (performance.now() > deadline) throw error;
      await sleep(TRY_AGAIN_MS);
    }
  }
}

async function note(client: pg.Client, { version, name, checksum }: Migration): Promise<void> {
  await client.query('insert into schema_migrations (version, name, checksum) values ($1, $2, $3)', [
    version,
    name,
    checksum,
  ]);
}

// The rights of the role that the service runs as (D79): to read and write data, and nothing else. It can neither change
// tables nor the books and the audit log that were written before.
/** Tables whose rows are never changed or deleted. */
const APPEND_ONLY = ['audit_log', 'audit_seals', 'ledger_entries'];

/** Call it as the owner of the tables. Repeating it changes nothing. */
async function grantDataRights(client: pg.Client, role: string): Promise<void> {
  const to = client.escapeIdentifier(role);
  for (const statement of [
    `grant usage on schema public to ${to}`,
    `grant select, insert, update, delete on all tables in schema public to ${to}`,
    `grant usage, select on all sequences in schema public to ${to}`,
    // Those of later migrations, too.
    `alter default privileges in schema public grant select, insert, update, delete on tables to ${to}`,
    `alter default privileges in schema public grant usage, select on sequences to ${to}`,
    `revoke insert, update, delete on schema_migrations from ${to}`,
    ...APPEND_ONLY.map((table) => `revoke update, delete on ${table} from ${to}`),
  ])
    await client.query(statement);
}
