// The caller's options with defaults, and the machine. Every part of the package receives it.
import type { Machine } from './machine.js';
import type { EmbeddedPostgresOptions, Log, Words } from './options.js';
import { TUNABLE, type Tuned } from './tuned-settings.js';

export type Context = {
  readonly machine: Machine;
  readonly name: string;
  readonly openFolder: string;
  readonly words: Words;
  readonly log: Log;
  readonly settings: Tuned;
  onLaunched(): void;
};

const plainWords: Words = {
  program: 'this program',
  dataDir: '`dataDir`',
  ownServer: 'use a PostgreSQL server of your own',
};

const ignore = (): void => undefined;
const noLog: Log = { info: ignore, warn: ignore, error: ignore };

export function createContext(machine: Machine, options: EmbeddedPostgresOptions): Context {
  const { name, log = noLog, words, openFolder = `/var/lib/${name}`, settings = {}, onLaunched = ignore } = options;
  // The name is used unquoted as an SQL identifier and in a path. PostgreSQL reserves names that start with pg_.
  if (!/^(?!pg_)[a-z][a-z0-9_]{0,30}$/.test(name)) throw new TypeError(`not a name for a role and a database: ${name}`);
  const foreign = Object.keys(settings).find((one) => !TUNABLE.some((known) => known === one));
  if (foreign !== undefined) throw new TypeError(`not a setting that may be changed: ${foreign}`);
  return { machine, name, openFolder, words: { ...plainWords, ...words }, log, settings, onLaunched };
}
