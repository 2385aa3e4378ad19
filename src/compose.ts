// The running service: database -> deps -> server and workers, and an orderly stop in the reverse order.
import type { AddressInfo } from 'node:net';
import { type DemoMerchant, ensureDemo } from './actions/ensure-demo.js';
import { createServer } from './api/server.js';
import { openDatabase } from './database.js';
import { createDeps } from './deps.js';
import type { ServiceLog } from './log.js';
import { OperatorError } from './operator-error.js';
import type { Settings } from './settings.js';
import { createDeliveryEngine } from './workers/delivery/engine.js';
import { startWorkers } from './workers/loop.js';
import { loops } from './workers/loops.js';

export type Service = {
  readonly url: string;
  readonly demo: DemoMerchant | null;
  /** Lets requests under way end, then stops everything; nothing is left behind. */
  stop(): Promise<void>;
};

export async function startService(settings: Settings, log: ServiceLog): Promise<Service> {
  const database = await openDatabase(settings, log, 'by-key');
  try {
    const deps = await createDeps({ settings, log, db: database.db });
    const demo = settings.demo ? await ensureDemo(deps) : null;
    const server = await createServer(deps);
    await server.app
      .listen({ host: settings.host, port: settings.port })
      .catch((error: unknown) => explainListen(error, settings));
    const workers = startWorkers(loops(deps), log);
    const engine = createDeliveryEngine(deps);
    engine.start();
    return {
      url: urlOf(server.app.server.address(), settings),
      demo,
      async stop() {
        server.drain();
        const overdue = setTimeout(() => server.app.server.closeAllConnections(), settings.shutdownTimeoutMs);
        // A connection is idle as soon as its last answer is sent; it is not waited for.
        const idle = setInterval(() => server.app.server.closeIdleConnections(), 50);
        await server.app.close();
        clearInterval(idle);
        clearTimeout(overdue);
        await workers.stop();
        await engine.stop();
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
