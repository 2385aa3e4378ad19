// What a caller may say: where the data is, what things are called, who is told what happens.

export type EmbeddedPostgresOptions = {
  /** Made when it is missing. Holds the cluster `postgres`, its password and its log. */
  readonly dataDir: string;
  /**
   * The role and the database, a lower-case word; also part of process titles and of the default `openFolder`. Must stay
   * the same as long as the data folder lives.
   */
  readonly name: string;
  readonly log?: Log;
  /** How the messages for the operator call things. */
  readonly words?: Partial<Words>;
  /** Where root puts what another user must reach when the data folder is closed to it; `/var/lib/<name>`. */
  readonly openFolder?: string;
  /** How often the server's process is looked at; it is started again when it has died. */
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
