// What commands work with: the same database as the service, opened for the time of the command.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase } from '../database.js';
import { createDeps, type Deps } from '../deps.js';
import { createLog } from '../log.js';
import { loadSettings, type Settings } from '../settings.js';

/** Opens the database, does the work and closes it again, whatever happens. */
export async function withDeps<Result>(
  work: (deps: Deps) => Promise<Result>,
  change: Partial<Settings> = {},
): Promise<Result> {
  const settings = { ...loadSettings(), ...change };
  const log = createLog({ level: 'warn', destination: 2 });
  warnOfNewDatabase(settings);
  const database = await openDatabase({ ...settings, databasePool: 4 }, log);
  try {
    return await work(await createDeps({ settings, log, db: database.db }));
  } finally {
    await database.close();
  }
}

/** A command in another folder than the service's would else make a database of its own without a word. */
function warnOfNewDatabase({ databaseUrl, dataDir }: Settings): void {
  if (databaseUrl !== null || existsSync(join(dataDir, 'postgres'))) return;
  console.error(
    `There was no database in ${dataDir}: a new one is made. A service that runs elsewhere is reached with its COBRO_DATA_DIR or DATABASE_URL.`,
  );
}

/** For proofs and reports, which read whole tables: a minute is no sign of a sick database there. */
export const LONG_READS: Partial<Settings> = { databaseTimeoutMs: 600_000 };
