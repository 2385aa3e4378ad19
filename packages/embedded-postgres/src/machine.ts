// What the package uses of the machine it runs on. It is one value, so that tests can describe another machine.
import { createServer } from 'node:net';
import { type Binaries, findBinaries } from './binaries.js';
import { type Facts, readFacts } from './facts.js';
import type { Words } from './options.js';

export type Machine = {
  readonly uid: number;
  /** Ways for root to run PostgreSQL. The first that works is used; see run-as.ts. */
  readonly rootWays: readonly ('namespace' | 'user')[];
  readonly startTimeoutMs: number;
  readonly findBinaries: (words: Words) => Binaries;
  readonly pickPort: () => Promise<number>;
  readonly readFacts: (folder: string) => Promise<Facts>;
};

export const thisMachine: Machine = {
  uid: process.geteuid?.() ?? -1,
  rootWays: ['user', 'namespace'],
  // Crash recovery rereads at most max_wal_size (4 GB) of the log, which takes about two minutes on a slow disk.
  startTimeoutMs: 240_000,
  findBinaries: (words) => findBinaries(words),
  pickPort,
  readFacts,
};

/** A port that is free now. If another program takes it before PostgreSQL does, the caller asks again. */
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
