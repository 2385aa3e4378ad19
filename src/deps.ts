// What actions and the rim may use. Built once in main.ts; tests and benchmarks build their own.
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { v7 } from 'uuid';
import type { Clock, Random } from './domain/clock.js';
import type { Log } from './log.js';
import { CATALOGUE_FOLDER } from './paths.js';
import type { Settings } from './settings.js';
import { type ClabeStore, createClabeStore } from './store/clabes.js';
import { type Credentials, createCredentials } from './store/credentials.js';
import type { Db } from './store/db.js';
import { createIdempotencyStore, type IdempotencyStore } from './store/idempotency.js';
import { createOrderStore, type OrderStore } from './store/orders.js';
import { createRateBook, type RateBook, readTestRates } from './store/rate-book.js';

export type Deps = {
  readonly settings: Settings;
  readonly log: Log;
  readonly clock: Clock;
  readonly random: Random;
  readonly db: Db;
  readonly credentials: Credentials;
  readonly orders: OrderStore;
  readonly idempotency: IdempotencyStore;
  readonly clabes: ClabeStore;
  readonly rates: RateBook;
};

export async function createDeps(parts: Pick<Deps, 'settings' | 'log' | 'db'>): Promise<Deps> {
  const { settings, db } = parts;
  const testRates = await readTestRates(join(CATALOGUE_FOLDER, 'rates.json'));
  return {
    ...parts,
    clock: { now: Date.now },
    random: createRandom(),
    credentials: createCredentials(db),
    orders: createOrderStore(db, { maxQueued: settings.writeQueue }),
    idempotency: createIdempotencyStore(db),
    clabes: createClabeStore(db),
    rates: createRateBook(db, { testRates, maxAgeHours: settings.rateMaxAgeHours }),
  };
}

export function createRandom(): Random {
  let lastMs = 0;
  let sequence = 0;
  return {
    bytes: randomBytes,
    uuid(ms) {
      // Within one millisecond the sequence grows, so ids made one after another stand in that order in lists.
      sequence = ms === lastMs ? sequence + 1 : randomBytes(4).readUInt32BE() >>> 1;
      lastMs = ms;
      return v7({ msecs: ms, seq: sequence });
    },
  };
}
