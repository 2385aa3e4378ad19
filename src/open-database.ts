// Opens the configured database: the embedded PostgreSQL, or the one in DATABASE_URL (D3). The service and every
// command find the same database, even while another of them is running.
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { EmbeddedPostgres } from '@cobro/embedded-postgres';
import type { Log } from './log.js';
import { OperatorError } from './operator-error.js';
import { CATALOGUE_FOLDER, MIGRATIONS_FOLDER } from './paths.js';
import type { Settings } from './settings.js';
import { type Db, openDb, type Queryable } from './store/db.js';
import { MigrationRefused, migrate, requireMigrated } from './store/migrate.js';

export type Database = {
  readonly db: Db;
  /** As the role that may only read and write data. */
  readonly url: string;
  /** As the owner of the tables; the same as `url` with a database of the operator's own. */
  readonly ownerUrl: string;
  close(): Promise<void>;
};

export type Opening = {
  readonly plans?: 'by-key' | 'any';
  /** `migrate` for the service's start and `cobro migrate`; with `check` a migration that is missing is refused. */
  readonly schema?: 'migrate' | 'check';
  /** A role of the operator's own database that gets the rights which the service needs. */
  readonly grantTo?: string | undefined;
};

/** Opens the database. */
export async function openDatabase(settings: Settings, log: Log, opening: Opening = {}): Promise<Database> {
  const { schema = 'check', plans = 'any' } = opening;
  if (schema === 'check') refuseNoDatabase(settings);
  const embedded = settings.databaseUrl === null ? await startPostgres(settings.dataDir, log) : null;
  const ownerUrl = settings.databaseUrl ?? embedded?.url ?? '';
  const url = settings.databaseUrl ?? embedded?.serviceUrl ?? '';
  let db: Db | null = null;
  const close = async () => {
    await db?.close();
    await embedded?.stop();
  };
  try {
    if (schema === 'migrate') await migrateSchema(ownerUrl, log, opening.grantTo ?? embedded?.serviceRole ?? null);
    else await requireMigrated(url, MIGRATIONS_FOLDER).catch(explainConnection);
    db = openDb({ url, poolSize: settings.databasePool, timeoutMs: settings.databaseTimeoutMs, log, plans });
    if (schema === 'migrate') await seedCatalogue(db);
    return { db, url, ownerUrl, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function migrateSchema(ownerUrl: string, log: Log, grantTo: string | null): Promise<void> {
  const applied = await migrate(ownerUrl, MIGRATIONS_FOLDER, grantTo).catch(explainConnection);
  if (applied.length > 0) log.info({ applied }, 'the database was migrated');
}

/** Starts the embedded PostgreSQL under our own name, with messages that mention our settings. */
export async function startPostgres(dataDir: string, log: Log): Promise<EmbeddedPostgres> {
  const words = {
    program: 'Cobro',
    dataDir: 'COBRO_DATA_DIR',
    ownServer: 'set DATABASE_URL to a PostgreSQL 15 or later of your own',
  };
  // Not loaded for a database of the operator's own.
  const { EmbeddedPostgresError, startEmbeddedPostgres } = await import('@cobro/embedded-postgres');
  try {
    return await startEmbeddedPostgres({ dataDir, log, name: 'cobro', openFolder: '/var/lib/cobro', words });
  } catch (error) {
    if (!(error instanceof EmbeddedPostgresError)) throw error;
    throw new OperatorError(error.message, { cause: error });
  }
}

/** Otherwise a command run outside the service's folder would create a second database. */
function refuseNoDatabase({ databaseUrl, dataDir }: Settings): void {
  if (databaseUrl !== null || existsSync(join(dataDir, 'postgres'))) return;
  throw new OperatorError(
    `There is no database in ${dataDir}. Start the service or run \`npx cobro migrate\` to make one. ` +
      'A service that runs elsewhere is reached with its COBRO_DATA_DIR or DATABASE_URL.',
  );
}

/** Loads the shipped payment points and keeps an operator's edits (D56). */
export async function seedCatalogue(db: Queryable): Promise<void> {
  const [{ seedPaymentPoints }, { readCatalogue }] = await Promise.all([
    import('./store/points/payment-points.js'),
    import('./wire/catalogue.js'),
  ]);
  const file = join(CATALOGUE_FOLDER, 'providers.json');
  await seedPaymentPoints(db, readCatalogue(JSON.parse(await readFile(file, 'utf8'))));
}

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing answers at that address',
  ENOTFOUND: 'its host name is unknown',
  EAI_AGAIN: 'its host name cannot be looked up',
  ETIMEDOUT: 'it does not answer',
  '28P01': 'it refuses the password',
  '28000': 'it refuses the user',
  '3D000': 'it has no such database',
};

export function explainConnection(error: unknown): never {
  if (error instanceof MigrationRefused) throw new OperatorError(error.message, { cause: error });
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const reason =
    REASONS[code] ?? (error instanceof Error && /timeout/.test(error.message) ? 'it does not answer' : undefined);
  if (reason === undefined) throw error;
  throw new OperatorError(`Cannot open the database of DATABASE_URL: ${reason}.`, { cause: error });
}
