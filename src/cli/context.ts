// What commands receive. compose.ts builds it; a command never builds a part of the service itself.

import type { AfterRestore, Finished } from '../actions/keeping/finish-restore.js';
import type { DemoLinks } from '../actions/people/ensure-demo-people.js';
import type { DemoMerchant } from '../adapters/demo-file.js';
import type { Siblings } from '../adapters/siblings.js';
import type { Deps } from '../deps.js';
import type { Log, ServiceLog } from '../log.js';
import type { Settings } from '../settings/settings.js';
import type { Db } from '../store/db.js';

export type RunningService = {
  readonly url: string;
  readonly demo: DemoMerchant | null;
  /** Links to sign in to the demo, for the terminal alone; null without the embedded demo. */
  readonly signIn: DemoLinks | null;
  /** Lets running requests finish, then stops everything and leaves nothing behind. */
  stop(manner: Stop): Promise<void>;
};

/** `drained` first tells the load balancer and goes on answering for the drain time; `at-once` takes nothing new. */
export type Stop = 'drained' | 'at-once';

/** The part of the service that a process runs: everything, HTTP alone, or what works beside the requests. */
export type Part = 'all' | 'api' | 'workers';

type DatabaseOpening = {
  readonly schema: 'create' | 'migrate' | 'check';
  readonly grantTo?: string | undefined;
};

/** What most commands need: the database, and the key to its secrets. */
export type CommandDeps = Pick<
  Deps,
  'settings' | 'log' | 'db' | 'clock' | 'random' | 'vault' | 'auditAnchor' | 'shippedFormats'
>;

export type CommandContext = {
  /** Opens the database, runs the work and always closes the database again. */
  withDeps<Result>(work: (deps: CommandDeps) => Promise<Result>, change?: Partial<Settings>): Promise<Result>;
  /** The same with all that the service has, which takes longer to load: to create orders, or to reach endpoints. */
  withService<Result>(work: (deps: Deps) => Promise<Result>, change?: Partial<Settings>): Promise<Result>;
  /**
   * `migrate` brings the database to this version, and `create` makes an embedded one first if there is none. Otherwise
   * what is missing is refused.
   */
  openDatabase(
    settings: Settings,
    log: Log,
    opening?: DatabaseOpening,
  ): Promise<{ readonly db: Db; readonly url: string; close(): Promise<void> }>;
  /** Checks the secret key against the database; makes one for a database that has none. */
  openVault(settings: Settings, db: Db): Promise<{ currentId(): string }>;
  /** `given` is for one of several processes: the database is migrated already, and runs if it is embedded. */
  startService(settings: Settings, log: ServiceLog, part: Part, given?: Given): Promise<RunningService>;
  restoreDatabase(settings: Settings, log: Log, options: RestoreOptions): Promise<RestoreReport>;
  /** For a database that PostgreSQL itself has brought back to a moment. */
  finishOwnRestore(settings: Settings, log: Log, options: FinishOptions): Promise<FinishReport>;
};

export type Given = {
  readonly siblings: Siblings;
  /** Where another process keeps the embedded database running; null with a database of the operator's own. */
  readonly databaseUrl: string | null;
};

export type RestoreOptions = Omit<AfterRestore, 'at'> & {
  readonly file: string;
  /** The file with the private key that opens it; undefined: the secret key of the service does, if it is encrypted. */
  readonly identity: string | undefined;
  /** Whether an embedded database that is in use may be replaced. */
  readonly force: boolean;
  /** Whether an embedded database may be made where there is none. */
  readonly create: boolean;
  /** Whether the backup takes the place of an embedded database although its books do not hold. */
  readonly unproven: boolean;
};

export type FinishOptions = AfterRestore & {
  /** Whether it goes on although the database has traces of after the moment. */
  readonly force: boolean;
};

export type FinishReport = Finished & {
  /** Where the anchor of the replaced audit log is now. */
  readonly auditAnchor: string | null;
};

export type RestoreReport = FinishReport & {
  readonly madeAt: number;
  readonly rowCount: number;
  /** The name that the replaced database has now. */
  readonly former: string | null;
};

/**
 * For proofs and reports, which read whole tables. There a query of a minute does not mean that the database is ill.
 */
export const LONG_READS: Partial<Settings> = { databaseTimeoutMs: 600_000 };
