// The running service: what create-deps.ts built, with the server and the workers around it.
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { ensureDemo } from '../actions/accounts/ensure-demo.js';
import { resealSecrets } from '../actions/keeping/reseal-secrets.js';
import { ensureDemoPeople } from '../actions/people/ensure-demo-people.js';
import { createDemoFile } from '../adapters/demo-file.js';
import { apiRoutes, watchRoutes } from '../api/routes.js';
import type { Part, RunningService } from '../cli/context.js';
import type { Deps } from '../deps.js';
import { errorCode } from '../errors/error-code.js';
import { OperatorError } from '../errors/operator-error.js';
import { createServer, type RouteModule, type Server } from '../http/server.js';
import type { ServiceLog } from '../log.js';
import { withLongReads } from '../memory/long-reads.js';
import { withReplica } from '../memory/replica.js';
import type { Settings } from '../settings/settings.js';
import { webRoutes } from '../web/routes.js';
import { NEWEST_VERSION } from '../wire/versions/versions.js';
import { startWorkers } from '../workers/loop.js';
import { loops, ownLoops } from '../workers/loops.js';
import { createDeps } from './create-deps.js';
import type { Database } from './open-database.js';

export { createDeps };

/** Builds the HTTP server with every route, for machines and for people; `first` comes before them. */
export function buildServer(deps: Deps, first: readonly RouteModule[] = []): Promise<Server> {
  return createServer(deps, [...first, apiRoutes, webRoutes]);
}

/** What the service is started on. It closes the database when it stops, and when it cannot start. */
type Ground = Pick<Deps, 'settings' | 'siblings'> & { readonly log: ServiceLog; readonly database: Database };

/** Starts the service on its database: deps, then server and workers. Stopping runs in the reverse order. */
export async function startService(ground: Ground, part: Part): Promise<RunningService> {
  const { settings, log, database, siblings } = ground;
  try {
    const { db: primary, reads, replica } = database;
    const reader = replica === null ? (reads ?? primary) : withReplica(reads ?? primary, replica, log);
    const db = withLongReads(primary, reader);
    const deps = await createDeps({ settings, log, db, siblings });
    if (siblings.isFirst) await resealSecrets(deps);
    const demo =
      settings.demo && siblings.isFirst
        ? await ensureDemo(deps, {
            file: createDemoFile(settings.dataDir),
            interfaceVersion: NEWEST_VERSION,
          })
        : null;
    const signIn =
      siblings.isFirst && part !== 'workers' ? await ensureDemoPeople(deps, demo?.accountId ?? null) : null;
    const server = await (part === 'workers' ? createServer(deps, [watchRoutes]) : buildServer(deps));
    await server.app
      .listen({ host: settings.host, port: settings.port })
      .catch((error: unknown) => explainListen(error, settings));
    const workers = startWorkers(part === 'api' ? ownLoops(deps) : loops(deps), log);
    return {
      url: urlOf(server.app.server.address(), settings),
      demo,
      signIn,
      async stop(manner) {
        const closeListener = server.drain();
        // Meanwhile the load balancer sees that `ready` is 503 and sends its requests elsewhere.
        if (manner === 'drained' && part !== 'workers' && settings.drainMs > 0) {
          await sleep(settings.drainMs);
          await closeListener();
        }
        const overdue = setTimeout(() => server.app.server.closeAllConnections(), settings.shutdownTimeoutMs);
        // A connection becomes idle once its last reply is sent. Close it then, so that stopping does not wait for it.
        const idle = setInterval(() => server.app.server.closeIdleConnections(), 50);
        await server.app.close();
        clearInterval(idle);
        clearTimeout(overdue);
        await workers.stop();
        deps.sender.close();
        await deps.sms.close();
        await deps.tracer?.close();
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
  const code = errorCode(error);
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
