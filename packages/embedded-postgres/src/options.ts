// The caller's options: where the data is, which names to use, and where to log.
import type { Tuned } from './tuned-settings.js';

export type EmbeddedPostgresOptions = {
  /** Created if it is missing. Holds the cluster `postgres`, its password and its log. */
  readonly dataDir: string;
  /**
   * The name of the role and the database, a lower-case word. It is also part of process titles and of the default
   * `openFolder`. It must not change during the life of the data folder.
   */
  readonly name: string;
  readonly log?: Log;
  /** The words that messages to the operator use. */
  readonly words?: Partial<Words>;
  /** Where root puts files for another user if the data folder is closed to that user; `/var/lib/<name>` by default. */
  readonly openFolder?: string;
  /**
   * Settings of PostgreSQL instead of those that follow from the machine: any of `TUNABLE`, such as
   * `{ shared_buffers: '4GB' }`. They count when the server is started, not when a running one is joined.
   */
  readonly settings?: Tuned;
  /** The program of the server runs, and gets ready by itself: time for other work. Not called if a server is joined. */
  onLaunched?(): void;
  /** How often to check the server's process, which is restarted if it has died. */
  readonly superviseMs?: number;
};

export type Words = {
  /** As in "restart …". */
  readonly program: string;
  /** The setting that becomes `dataDir`, as in "set … to another folder". */
  readonly dataDir: string;
  /** How to do without this package, as in "or …". */
  readonly ownServer: string;
};

/** A pino logger fits. */
export type Log = {
  info(fields: object, text: string): void;
  warn(fields: object, text: string): void;
  error(fields: object, text: string): void;
};
