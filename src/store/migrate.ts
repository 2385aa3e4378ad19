// Owns schema_migrations: upgrades the schema with numbered SQL files, forward only, each in its own transaction. An
// advisory lock lets several instances start at once: one migrates, the others wait and then have nothing to do.
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import type { Queryable } from './db.js';
import { grantDataRights } from './grants.js';
import { listMigrations } from './server.js';

/** The database cannot be upgraded to this version and was not changed. The message says why and what to do. */
export class MigrationRefused extends Error {
  override readonly name = 'MigrationRefused';
}

export type Migration = {
  readonly version: number;
  readonly name: string;
  readonly text: string;
  readonly checksum: string;
};

const LOCK = 4_071_959_230; // an arbitrary number, the same on every instance
const LOCK_WAIT_MS = 120_000;

/**
 * Applies the missing migrations and returns their names. If there are none, it writes nothing, so a role with no right
 * but on data may call it. `grantTo` is a role that gets those rights on all tables.
 */
export async function migrate(url: string, folder: string, grantTo: string | null = null): Promise<string[]> {
  const migrations = await readMigrations(folder);
  const client = new pg.Client({
    connectionString: url,
    application_name: 'cobro migrate',
    connectionTimeoutMillis: 5_000,
  });
  await client.connect();
  try {
    await checkServer(client);
    await client.query(`set lock_timeout = ${LOCK_WAIT_MS}`);
    await client.query('select pg_advisory_lock($1)', [LOCK]);
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

async function readMigrations(folder: string): Promise<Migration[]> {
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

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  await client.query('begin');
  try {
    await client.query(migration.text);
    await client.query('insert into schema_migrations (version, name, checksum) values ($1, $2, $3)', [
      migration.version,
      migration.name,
      migration.checksum,
    ]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw new Error(`Migration ${migration.name} failed; the database is as it was before it.`, { cause: error });
  }
}
