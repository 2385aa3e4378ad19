// What commands receive. compose.ts builds it; a command never builds a part of the service itself.
import type { DemoMerchant } from '../adapters/demo-file.js';
import type { Deps } from '../deps.js';
import type { Log, ServiceLog } from '../log.js';
import type { Settings } from '../settings.js';
import type { Db } from '../store/db.js';

export type RunningService = {
  readonly url: string;
  readonly demo: DemoMerchant | null;
  /** Lets running requests finish, then stops everything and leaves nothing behind. */
  stop(manner: Stop): Promise<void>;
};

/** `drained` first tells the load balancer and goes on answering for the drain time; `at-once` takes nothing new. */
export type Stop = 'drained' | 'at-once';

/** The part of the service that a process runs: everything, HTTP alone, or what works beside the requests. */
export type Part = 'all' | 'api' | 'workers';

export type DatabaseOpening = {
  readonly schema: 'create' | 'migrate' | 'check';
  readonly grantTo?: string | undefined;
};

export type CommandContext = {
  /** Opens the database, runs the work and always closes the database again. */
  withDeps<Result>(work: (deps: Deps) => Promise<Result>, change?: Partial<Settings>): Promise<Result>;
  /**
   * `migrate` brings the database to this version, and `create` makes an embedded one first if there is none. Otherwise
   * what is missing is refused.
   */
  openDatabase(
    settings: Settings,
    log: Log,
    opening?: DatabaseOpening,
  ): Promise<{ readonly db: Db; close(): Promise<void> }>;
  /** Checks the secret key against the database; makes one for a database that has none. */
  openVault(settings: Settings, db: Db): Promise<{ currentId(): string }>;
  startService(settings: Settings, log: ServiceLog, part: Part): Promise<RunningService>;
};

/**
 * For proofs and reports, which read whole tables. There a query of a minute does not mean that the database is ill.
 */
export const LONG_READS: Partial<Settings> = { databaseTimeoutMs: 600_000 };
