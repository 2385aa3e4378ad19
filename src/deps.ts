// What actions and the rim may use. Built once in main.ts; tests and benchmarks build their own.
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { v7 } from 'uuid';
import { type AddressGuard, createAddressGuard } from './adapters/address-guard.js';
import { createMetrics, type Metrics } from './adapters/metrics.js';
import { createRateSource } from './adapters/rates/create-source.js';
import type { RateSource } from './adapters/rates/rate-source.js';
import { createSmsGateway } from './adapters/sms/create-gateway.js';
import type { SmsGateway } from './adapters/sms/gateway.js';
import { createLogGateway } from './adapters/sms/log.js';
import { createWebhookSender, type WebhookSender } from './adapters/webhook-sender.js';
import type { Clock, Random } from './domain/clock.js';
import type { ServiceLog } from './log.js';
import { type Catalogue, createCatalogue } from './memory/catalogue.js';
import { type ClabeStore, createClabeStore } from './memory/clabes.js';
import { type Credentials, createCredentials } from './memory/credentials.js';
import { createNumberSource, type NumberSource } from './memory/number-blocks.js';
import { createRateBook, type RateBook, readTestRates } from './memory/rate-book.js';
import { CATALOGUE_FOLDER } from './paths.js';
import type { Settings } from './settings.js';
import type { Db } from './store/db.js';
import { createIdempotencyStore, type IdempotencyStore } from './store/orders/idempotency-keys.js';
import { createOrderStore, type OrderStore } from './store/orders/orders.js';
import { createTestClocks, type TestClocks } from './store/orders/test-clocks.js';
import { createNoticeStore, type NoticeStore } from './store/rails/notices.js';
import { createRailDoor, type RailDoor } from './store/rails/rails.js';
import { createMatcher, type Matcher } from './workers/matching/matcher.js';

export type Deps = {
  readonly settings: Settings;
  readonly log: ServiceLog;
  readonly clock: Clock;
  readonly random: Random;
  readonly db: Db;
  readonly credentials: Credentials;
  readonly orders: OrderStore;
  readonly idempotency: IdempotencyStore;
  readonly numbers: NumberSource;
  readonly clabes: ClabeStore;
  readonly catalogue: Catalogue;
  readonly sms: SmsGateway;
  /** Test mode never sends a message out (D55). */
  readonly testSms: SmsGateway;
  /** null: rates are set by hand. */
  readonly rateSource: RateSource | null;
  readonly rates: RateBook;
  readonly notices: NoticeStore;
  readonly rails: RailDoor;
  readonly matcher: Matcher;
  readonly testClocks: TestClocks;
  readonly guard: AddressGuard;
  readonly sender: WebhookSender;
  readonly metrics: Metrics;
};

export async function createDeps(parts: Pick<Deps, 'settings' | 'log' | 'db'> & { clock?: Clock }): Promise<Deps> {
  const { settings, db, clock = { now: Date.now } } = parts;
  const random = createRandom();
  const guard = createAddressGuard({
    allow: settings.webhookAllow,
    loopbackInTest: /^(127\.|localhost$|::1$)/.test(settings.host),
  });
  const numbers = createNumberSource(db);
  const metrics = createMetrics();
  const storeOptions = { maxQueued: settings.writeQueue, onBatch: metrics.batches };
  const testRates = await readTestRates(join(CATALOGUE_FOLDER, 'rates.json'));
  return {
    ...parts,
    clock,
    random,
    metrics,
    credentials: createCredentials(db),
    orders: createOrderStore(db, storeOptions),
    idempotency: createIdempotencyStore(db),
    numbers,
    clabes: createClabeStore(db, numbers),
    catalogue: createCatalogue(db),
    sms: createSmsGateway(settings, parts.log),
    testSms: createLogGateway(parts.log),
    rateSource: createRateSource(settings),
    notices: createNoticeStore(db, storeOptions),
    rails: createRailDoor(db),
    testClocks: createTestClocks(db, clock),
    guard,
    sender: createWebhookSender(guard, { timeoutMs: settings.webhookTimeoutMs }),
    matcher: createMatcher({ db, clock, random, settings }, metrics.batches('matcher')),
    rates: createRateBook(db, { testRates, maxAgeHours: settings.rateMaxAgeHours }),
  };
}

export function createRandom(): Random {
  const bytes = createBytes();
  let lastMs = 0;
  let sequence = 0;
  return {
    bytes,
    uuid(ms) {
      // Within one millisecond the sequence grows, so ids made one after another stand in that order in lists. It grows by
      // chance: who knows an id cannot tell the next one, and an id opens the customer's page.
      sequence = ms === lastMs ? sequence + 1 + bytes(2).readUInt16BE() : bytes(4).readUInt32BE() >>> 1;
      lastMs = ms;
      return v7({ msecs: ms, seq: sequence, random: bytes(16) });
    },
  };
}

const PAGE_BYTES = 4096;

/** Drawn by the page and given out in pieces, each once: a draw of its own takes 4 µs, a piece of a page 0.1. */
function createBytes(): Random['bytes'] {
  let page = Buffer.alloc(0);
  let given = 0;
  return (size) => {
    if (size > PAGE_BYTES) return randomBytes(size);
    if (given + size > page.length) {
      page = randomBytes(PAGE_BYTES);
      given = 0;
    }
    given += size;
    return page.subarray(given - size, given);
  };
}
