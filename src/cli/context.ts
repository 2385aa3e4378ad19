// What commands work with: the same database as the service, opened for the time of the command.
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
  const database = await openDatabase({ ...settings, databasePool: 4 }, log);
  try {
    return await work(await createDeps({ settings, log, db: database.db }));
  } finally {
    await database.close();
  }
}

/** For proofs and reports, which read whole tables: a minute is no sign of a sick database there. */
export const LONG_READS: Partial<Settings> = { databaseTimeoutMs: 600_000 };
