// Builds what actions and entry points use from settings and a database: for the service, for commands, tests and benchmarks.
import type { LookupFunction } from 'node:net';
import { join } from 'node:path';
import { createAddressGuard } from '../adapters/address-guard.js';
import { createAnchorFor } from '../adapters/audit-anchor.js';
import { createChains } from '../adapters/chains/create-chains.js';
import type { Mailer, Vouchers } from '../adapters/email/mailer.js';
import type { Metrics } from '../adapters/metrics.js';
import { createNameResolver, lookupWith } from '../adapters/name-resolver.js';
import { createCoinPriceSources } from '../adapters/rates/coin-prices.js';
import { createRateSource } from '../adapters/rates/create-source.js';
import { readTestRates } from '../adapters/rates/shipped-rates.js';
import { ALONE, type Siblings } from '../adapters/siblings.js';
import { createSmsGateway } from '../adapters/sms/create-gateway.js';
import { createLogGateway } from '../adapters/sms/log.js';
import type { Tracer } from '../adapters/tracer.js';
import { createWebhookSender } from '../adapters/webhook-sender.js';
import type { Deps } from '../deps.js';
import type { Clock } from '../domain/base/clock.js';
import { isLocalOnly } from '../domain/base/local-only.js';
import { COIN_CODES } from '../domain/points/coins.js';
import type { Log } from '../log.js';
import { createCards } from '../memory/cards.js';
import { createClabeReuse } from '../memory/clabe-reuse.js';
import { createClabes } from '../memory/clabes.js';
import { createCredentials } from '../memory/credentials.js';
import { createEventWaker } from '../memory/event-waker.js';
import { createNotices } from '../memory/notices.js';
import { createCoinAddresses, listCoinAccounts } from '../memory/numbers/coin-addresses.js';
import { createNumberBlocks } from '../memory/numbers/number-blocks.js';
import { createReferences } from '../memory/numbers/references.js';
import { createOrders } from '../memory/orders.js';
import { createPasswords, type Passwords } from '../memory/passwords.js';
import { createPayWatch } from '../memory/pay-watch.js';
import { createPoints } from '../memory/points.js';
import { createRailDoor } from '../memory/rail-door.js';
import { createRandom } from '../memory/random.js';
import { createRateBook } from '../memory/rate-book.js';
import { createRefusedSignIns } from '../memory/refused-sign-ins.js';
import { createRequestLog, NO_REQUEST_LOG } from '../memory/request-log.js';
import type { KeptVault } from '../memory/vault.js';
import { CATALOGUE_FOLDER, VERSION } from '../paths.js';
import type { Settings } from '../settings/settings.js';
import { listClabePrefixes } from '../store/points/number-pools.js';
import type { createVouchers } from '../web/pay/voucher/vouchers.js';
import { createMatcher } from '../workers/matcher.js';
import { openVaultToWrite } from './open-vault.js';
import { shippedFormats } from './shipped-formats.js';

type Parts = Pick<Deps, 'settings' | 'log' | 'db'> & {
  readonly clock?: Clock;
  readonly vault?: KeptVault;
  readonly metrics?: Metrics;
  readonly siblings?: Siblings;
  readonly passwords?: Passwords;
  /** Those that have numbers; omitted: as the database says. */
  readonly clabePrefixes?: readonly string[];
};

export async function createDeps(parts: Parts): Promise<Deps> {
  const { settings, log, db, clock = { now: Date.now }, siblings = ALONE } = parts;
  const random = createRandom();
  const vault = parts.vault ?? (await openVaultToWrite({ settings, db, random, clock }));
  const names = createNameResolver({ servers: settings.dnsServers });
  const guard = createAddressGuard({
    allow: settings.webhookAllow,
    loopbackInTest: isLocalOnly(settings),
    baseUrl: settings.baseUrl,
    names,
  });
  const numbers = createNumberBlocks(db, vault);
  const build = { version: VERSION, process: siblings.number };
  const metrics = parts.metrics ?? (await import('../adapters/metrics.js')).createMetrics(build);
  const sharing = { maxQueued: settings.writeQueue, onBatch: metrics.batches };
  const mailer = await createMailer(settings, lookupWith(names, 'email'));
  const testRates = await readTestRates(join(CATALOGUE_FOLDER, 'rates.json'));
  const points = createPoints(db, {
    watched: COIN_CODES.filter((coin) => settings.chains[coin].node !== null),
    spreadBasisPoints: settings.coinSpreadBasisPoints,
  });
  const clabes = createClabes(db, numbers, {
    reuse: createClabeReuse(db, { reuseDays: settings.clabeReuseDays, now: clock.now }),
    sharePercent: settings.clabeSharePercent,
    prefixes: [
      ...(parts.clabePrefixes ?? (await listClabePrefixes(db))),
      ...(settings.clabePrefix === null ? [] : [settings.clabePrefix]),
    ],
  });
  const orders = createOrders(db, sharing);
  const payWatch = createPayWatch(db, sharing);
  return {
    settings,
    log,
    db,
    clock,
    random,
    metrics,
    siblings,
    guard,
    vault,
    tracer: parts.metrics === undefined ? await createTracing(settings, log) : null,
    auditAnchor: createAnchorFor(settings),
    refusedSignIns: createRefusedSignIns(),
    passwords: parts.passwords ?? createPasswords(random),
    eventWaker: createEventWaker(db, siblings.count),
    credentials: createCredentials(db),
    requestLog: settings.requestLog ? createRequestLog(db, metrics.requestsDropped) : NO_REQUEST_LOG,
    orders,
    payWatch,
    clabes,
    references: createReferences(numbers),
    cards: createCards(db, { sharePercent: settings.cardSharePercent }),
    coinAddresses: createCoinAddresses(numbers),
    points,
    vouchers: createVouchersLate({ db, settings, orders, payWatch, clock, points }),
    sms: await createSmsGateway(settings, log, lookupWith(names, 'sms')),
    testSms: createLogGateway(log),
    mailer,
    rateSource: await createRateSource(settings, lookupWith(names, 'rates')),
    chains: await createChains(settings, {
      lookup: lookupWith(names, 'chains'),
      accounts: (coin) => listCoinAccounts(db, coin),
    }),
    coinPriceSources: createCoinPriceSources(settings, lookupWith(names, 'rates')),
    shippedFormats,
    notices: createNotices(db, sharing),
    rails: createRailDoor(db),
    sender: createWebhookSender(guard, { timeoutMs: settings.webhookTimeoutMs }),
    matcher: createMatcher(
      { db, clock, random, settings, metrics, log, vault, mailer, clabes },
      metrics.batches('matcher'),
    ),
    rates: createRateBook(db, { testRates, maxAgeHours: settings.rateMaxAgeHours }),
  };
}

/** Loaded with the first e-mail that needs one: commands and tests that send none do without. */
function createVouchersLate(parts: Parameters<typeof createVouchers>[0]): Vouchers {
  let made: Vouchers | undefined;
  return {
    async attach(order, language) {
      made ??= (await import('../web/pay/voucher/vouchers.js')).createVouchers(parts);
      return made.attach(order, language);
    },
  };
}

/** Loaded only when a mail server is set. */
async function createMailer(
  { smtpUrl, emailFrom, smtpAllowPlain }: Settings,
  lookup: LookupFunction,
): Promise<Mailer | null> {
  if (smtpUrl === null || emailFrom === null) return null;
  const { createSmtpMailer } = await import('../adapters/email/smtp.js');
  return createSmtpMailer({ url: smtpUrl, from: emailFrom, allowPlain: smtpAllowPlain, lookup });
}

/** Loaded only when an endpoint for traces is set. */
async function createTracing({ tracing }: Settings, log: Log): Promise<Tracer | null> {
  if (tracing === null) return null;
  const { createTracer } = await import('../adapters/tracer.js');
  return createTracer({ ...tracing, version: VERSION }, log);
}
