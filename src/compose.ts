// The only place that builds and connects parts. It turns settings and a database into what actions and the rim use.
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { ensureDemo } from './actions/ensure-demo.js';
import { resealSecrets } from './actions/reseal-secrets.js';
import { createAddressGuard, isLocalOnly } from './adapters/address-guard.js';
import { type AuditAnchor, createAuditAnchor } from './adapters/audit-anchor.js';
import { createDemoFile } from './adapters/demo-file.js';
import { createMetrics } from './adapters/metrics.js';
import { createNameResolver, lookupWith } from './adapters/name-resolver.js';
import { createRateSource } from './adapters/rates/create-source.js';
import { readTestRates } from './adapters/rates/shipped-rates.js';
import { createSmsGateway } from './adapters/sms/create-gateway.js';
import { createLogGateway } from './adapters/sms/log.js';
import { createWebhookSender } from './adapters/webhook-sender.js';
import { apiRoutes } from './api/routes.js';
import type { CommandContext, RunningService } from './cli/context.js';
import type { Deps } from './deps.js';
import type { Clock } from './domain/clock.js';
import { createServer, type RouteModule, type Server } from './http/server.js';
import { createLog, type ServiceLog } from './log.js';
import { createCards } from './memory/cards.js';
import { createCatalogue } from './memory/catalogue.js';
import { createClabeReuse } from './memory/clabe-reuse.js';
import { createClabes } from './memory/clabes.js';
import { createCredentials } from './memory/credentials.js';
import { createEventWaker } from './memory/event-waker.js';
import { createNotices } from './memory/notices.js';
import { createNumberBlocks } from './memory/number-blocks.js';
import { createOrders } from './memory/orders.js';
import { createRailDoor } from './memory/rail-door.js';
import { createRandom } from './memory/random.js';
import { createRateBook } from './memory/rate-book.js';
import { createReferences } from './memory/references.js';
import { createRefusedSignIns } from './memory/refused-sign-ins.js';
import type { KeptVault } from './memory/vault.js';
import { openDatabase } from './open-database.js';
import { openVault } from './open-vault.js';
import { OperatorError } from './operator-error.js';
import { CATALOGUE_FOLDER } from './paths.js';
import { loadSettings, type Settings } from './settings.js';
import { webRoutes } from './web/routes.js';
import { NEWEST_VERSION } from './wire/versions/versions.js';
import { startWorkers } from './workers/loop.js';
import { loops } from './workers/loops.js';
import { createMatcher } from './workers/matching/matcher.js';

type Parts = Pick<Deps, 'settings' | 'log' | 'db'> & { readonly clock?: Clock; readonly vault?: KeptVault };

export async function createDeps(parts: Parts): Promise<Deps> {
  const { settings, log, db, clock = { now: Date.now } } = parts;
  const random = createRandom();
  const vault = parts.vault ?? (await openVault({ settings, db, random, clock }));
  const names = createNameResolver({ servers: settings.dnsServers });
  const guard = createAddressGuard({
    allow: settings.webhookAllow,
    loopbackInTest: isLocalOnly(settings),
    baseUrl: settings.baseUrl,
    names,
  });
  const numbers = createNumberBlocks(db, vault);
  const metrics = createMetrics();
  const sharing = { maxQueued: settings.writeQueue, onBatch: metrics.batches };
  const testRates = await readTestRates(join(CATALOGUE_FOLDER, 'rates.json'));
  return {
    ...{ settings, log, db, clock, random, metrics, guard, vault },
    auditAnchor: anchorOf(settings),
    refusedSignIns: createRefusedSignIns(),
    eventWaker: createEventWaker(db),
    credentials: createCredentials(db),
    orders: createOrders(db, sharing),
    clabes: createClabes(db, numbers, createClabeReuse(db, { reuseDays: settings.clabeReuseDays, now: clock.now })),
    references: createReferences(numbers),
    cards: createCards(db, { sharePercent: settings.cardSharePercent }),
    catalogue: createCatalogue(db),
    sms: createSmsGateway(settings, log, lookupWith(names, 'sms')),
    testSms: createLogGateway(log),
    rateSource: createRateSource(settings, lookupWith(names, 'rates')),
    notices: createNotices(db, sharing),
    rails: createRailDoor(db),
    sender: createWebhookSender(guard, { timeoutMs: settings.webhookTimeoutMs }),
    matcher: createMatcher({ db, clock, random, settings, metrics, log }, metrics.batches('matcher')),
    rates: createRateBook(db, { testRates, maxAgeHours: settings.rateMaxAgeHours }),
  };
}

/** On this machine's disk, so that whoever rewrites the database does not reach it. */
function anchorOf({ auditAnchor, dataDir }: Settings): AuditAnchor | null {
  if (auditAnchor === 'off') return null;
  return createAuditAnchor(auditAnchor ?? join(dataDir, 'audit-anchor'));
}

/** Builds the HTTP server with every route, for machines and for people; `first` comes before them. */
export function buildServer(deps: Deps, first: readonly RouteModule[] = []): Promise<Server> {
  return createServer(deps, [...first, apiRoutes, webRoutes]);
}

/** Starts the service: database, then deps, then server and workers. Stopping runs in the reverse order. */
export async function startService(settings: Settings, log: ServiceLog): Promise<RunningService> {
  const database = await openDatabase(settings, log, {
    plans: 'by-key',
    schema: settings.migrates ? 'migrate' : 'check',
  });
  try {
    const deps = await createDeps({ settings, log, db: database.db });
    await resealSecrets(deps);
    const demo = settings.demo
      ? await ensureDemo(deps, {
          file: createDemoFile(settings.dataDir),
          interfaceVersion: NEWEST_VERSION,
        })
      : null;
    const server = await buildServer(deps);
    await server.app
      .listen({ host: settings.host, port: settings.port })
      .catch((error: unknown) => explainListen(error, settings));
    const workers = startWorkers(loops(deps), log);
    return {
      url: urlOf(server.app.server.address(), settings),
      demo,
      async stop() {
        server.drain();
        const overdue = setTimeout(() => server.app.server.closeAllConnections(), settings.shutdownTimeoutMs);
        // A connection becomes idle once its last reply is sent. Close it then, so that stopping does not wait for it.
        const idle = setInterval(() => server.app.server.closeIdleConnections(), 50);
        await server.app.close();
        clearInterval(idle);
        clearTimeout(overdue);
        await workers.stop();
        deps.sender.close();
        await deps.sms.close();
        await deps.credentials
          .flushUses()
          .catch((error: unknown) => log.warn({ err: error }, 'last-used times were not written'));
        await database.close();
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}

function urlOf(address: AddressInfo | string | null, settings: Settings): string {
  const port = typeof address === 'object' && address !== null ? address.port : settings.port;
  const host = settings.host === '0.0.0.0' || settings.host === '::' ? 'localhost' : settings.host;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

function explainListen(error: unknown, { host, port }: Settings): never {
  const code = error instanceof Error && 'code' in error ? error.code : '';
  if (code === 'EADDRINUSE') {
    throw new OperatorError(
      `Port ${port} is in use by another program. Stop it, or choose another: PORT=${port + 1} npm start`,
    );
  }
  if (code === 'EACCES')
    throw new OperatorError(`This user may not listen on port ${port}. Choose one above 1023 with PORT.`);
  if (code === 'EADDRNOTAVAIL') throw new OperatorError(`This machine has no address ${host}. Set HOST to one it has.`);
  throw error;
}

/** What the command line works with: the same database as the service, open only while a command runs. */
export const commandContext: CommandContext = {
  startService,
  openDatabase,
  openVault: (settings, db) => openVault({ settings, db, random: createRandom(), clock: { now: Date.now } }),
  async withDeps(work, change = {}) {
    const settings = { ...loadSettings(), ...change };
    const log = createLog({ level: 'warn', destination: 2 });
    const database = await openDatabase({ ...settings, databasePool: 4 }, log);
    try {
      return await work(await createDeps({ settings, log, db: database.db }));
    } finally {
      await database.close();
    }
  },
};
