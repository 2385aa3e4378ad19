// The caller's options, completed, and the machine: what every part of the package is given.
import type { Machine } from './machine.js';
import type { EmbeddedPostgresOptions, Log, Words } from './options.js';

export type Context = {
  readonly machine: Machine;
  readonly name: string;
  readonly openFolder: string;
  readonly words: Words;
  readonly log: Log;
};

const plainWords: Words = {
  program: 'this program',
  dataDir: '`dataDir`',
  ownServer: 'use a PostgreSQL server of your own',
};

const ignore = (): void => undefined;
const noLog: Log = { info: ignore, warn: ignore, error: ignore };

export function createContext(machine: Machine, options: EmbeddedPostgresOptions): Context {
  const { name, log = noLog, words, openFolder = `/var/lib/${name}` } = options;
  // It becomes an SQL identifier and part of a path without being quoted; PostgreSQL keeps names with pg_ for itself.
  if (!/^(?!pg_)[a-z][a-z0-9_]{0,30}$/.test(name)) throw new TypeError(`not a name for a role and a database: ${name}`);
  return { machine, name, openFolder, words: { ...plainWords, ...words }, log };
}
