// What the package takes from the machine it runs on. One value, so that tests can describe another machine.
import { createServer } from 'node:net';
import { type Binaries, findBinaries } from './binaries.js';
import type { Words } from './options.js';

export type Machine = {
  readonly uid: number;
  /** Ways in which root may run PostgreSQL, the first that works is taken; see run-as.ts. */
  readonly rootWays: readonly ('namespace' | 'user')[];
  readonly startTimeoutMs: number;
  readonly findBinaries: (words: Words) => Binaries;
  readonly pickPort: () => Promise<number>;
};

export const thisMachine: Machine = {
  uid: process.geteuid?.() ?? -1,
  rootWays: ['namespace', 'user'],
  // Crash recovery reads at most max_wal_size (2 GB) of the log again, which takes about a minute on a slow disk.
  startTimeoutMs: 120_000,
  findBinaries: (words) => findBinaries(words),
  pickPort,
};

/** A port that is free now. Another program may take it before PostgreSQL does: the caller then asks again. */
function pickPort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}
