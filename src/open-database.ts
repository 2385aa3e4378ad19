// Opens the database of these settings: the embedded PostgreSQL, or the one of DATABASE_URL (D3). The service and every
// command find the same one, also while the other runs.
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type EmbeddedPostgres, EmbeddedPostgresError, startEmbeddedPostgres } from '@cobro/embedded-postgres';
import type { Log } from './log.js';
import { OperatorError } from './operator-error.js';
import { CATALOGUE_FOLDER, MIGRATIONS_FOLDER } from './paths.js';
import type { Settings } from './settings.js';
import { type Db, openDb, type Queryable } from './store/db.js';
import { MigrationRefused, migrate } from './store/migrate.js';
import { seedPaymentPoints } from './store/points/payment-points.js';
import { readCatalogue } from './wire/catalogue.js';

export type Database = { readonly db: Db; readonly url: string; close(): Promise<void> };

/** Opened and migrated. */
export async function openDatabase(settings: Settings, log: Log, plans: 'by-key' | 'any' = 'any'): Promise<Database> {
  if (plans === 'any') warnOfNewDatabase(settings);
  const embedded = settings.databaseUrl === null ? await startPostgres(settings.dataDir, log) : null;
  const url = settings.databaseUrl ?? embedded?.url ?? '';
  try {
    const applied = await migrate(url, MIGRATIONS_FOLDER).catch(explainConnection);
    if (applied.length > 0) log.info({ applied }, 'the database was migrated');
  } catch (error) {
    await embedded?.stop();
    throw error;
  }
  const db = openDb({ url, poolSize: settings.databasePool, timeoutMs: settings.databaseTimeoutMs, log, plans });
  await seedCatalogue(db).catch(async (error: unknown) => {
    await db.close();
    await embedded?.stop();
    throw error;
  });
  return {
    db,
    url,
    async close() {
      await db.close();
      await embedded?.stop();
    },
  };
}

/** The embedded PostgreSQL under our own name, with messages that name our settings. */
export async function startPostgres(dataDir: string, log: Log): Promise<EmbeddedPostgres> {
  const words = {
    program: 'Cobro',
    dataDir: 'COBRO_DATA_DIR',
    ownServer: 'set DATABASE_URL to a PostgreSQL 15 or later of your own',
  };
  try {
    return await startEmbeddedPostgres({ dataDir, log, name: 'cobro', openFolder: '/var/lib/cobro', words });
  } catch (error) {
    if (!(error instanceof EmbeddedPostgresError)) throw error;
    throw new OperatorError(error.message, { cause: error });
  }
}

/** A command in another folder than the service's would otherwise make a database of its own without saying so. */
function warnOfNewDatabase({ databaseUrl, dataDir }: Settings): void {
  if (databaseUrl !== null || existsSync(join(dataDir, 'postgres'))) return;
  console.error(
    `There was no database in ${dataDir}: a new one is made. A service that runs elsewhere is reached with its COBRO_DATA_DIR or DATABASE_URL.`,
  );
}

/** Loads the shipped payment points; an operator's edits stay (D56). */
export async function seedCatalogue(db: Queryable): Promise<void> {
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

function explainConnection(error: unknown): never {
  if (error instanceof MigrationRefused) throw new OperatorError(error.message, { cause: error });
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const reason =
    REASONS[code] ?? (error instanceof Error && /timeout/.test(error.message) ? 'it does not answer' : undefined);
  if (reason === undefined) throw error;
  throw new OperatorError(`Cannot open the database of DATABASE_URL: ${reason}.`, { cause: error });
}
