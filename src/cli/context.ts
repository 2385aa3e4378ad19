// What commands are given to work with. compose.ts builds it; a command never builds anything of the service itself.
import type { DemoMerchant } from '../adapters/demo-file.js';
import type { Deps } from '../deps.js';
import type { Log, ServiceLog } from '../log.js';
import type { Settings } from '../settings.js';
import type { Db } from '../store/db.js';

export type RunningService = {
  readonly url: string;
  readonly demo: DemoMerchant | null;
  /** Lets requests under way end, then stops everything; nothing is left behind. */
  stop(): Promise<void>;
};

export type CommandContext = {
  /** Opens the database, does the work and closes it again, whatever happens. */
  withDeps<Result>(work: (deps: Deps) => Promise<Result>, change?: Partial<Settings>): Promise<Result>;
  openDatabase(settings: Settings, log: Log): Promise<{ readonly db: Db; close(): Promise<void> }>;
  startService(settings: Settings, log: ServiceLog): Promise<RunningService>;
};

/** For proofs and reports, which read whole tables: a minute is no sign of a sick database there. */
export const LONG_READS: Partial<Settings> = { databaseTimeoutMs: 600_000 };
