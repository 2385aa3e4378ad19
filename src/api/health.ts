// For load balancers and orchestrators (D6). Live while the process answers. Ready while the database answers and has
// all migrations, and until shutdown begins.
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.js';
import { sendJson } from '../http/request.js';
import { MIGRATIONS_FOLDER } from '../paths.js';
import { isMigrated } from '../store/migrate.js';
import { serverTime } from '../store/server.js';
import { Healthy, renderHealthy, renderUnhealthy, Unhealthy } from '../wire/keeping/health.js';
import { refTo } from '../wire/reply.js';
import { shareRunning } from './share-running.js';

const READY_TIMEOUT_MS = 2_000;

export function healthRoutes(app: FastifyInstance, deps: Pick<Deps, 'db' | 'log'>, isDraining: () => boolean): void {
  const config = { access: 'health' } as const;
  const lookOnce = shareRunning(() => databaseProblem(deps));
  app.get('/health/live', { config, schema: schemas.live }, (_request, reply) =>
    sendJson(reply, JSON.stringify(renderHealthy())),
  );
  app.get('/health/ready', { config, schema: schemas.ready }, async (_request, reply) => {
    const problem = isDraining() ? 'stopping' : await lookOnce();
    if (problem === null) return sendJson(reply, JSON.stringify(renderHealthy()));
    return sendJson(reply.code(503).header('retry-after', '2'), JSON.stringify(renderUnhealthy(problem)));
  });
}

const yes = { 200: refTo(Healthy, { description: 'Yes' }) };
const schemas = {
  live: {
    tags: ['Health'],
    operationId: 'checkLive',
    summary: 'The process runs',
    description: 'For orchestrators, which restart a process that does not answer.',
    response: yes,
  },
  ready: {
    tags: ['Health'],
    operationId: 'checkReady',
    summary: 'The service can take requests',
    description: 'For load balancers: the database answers and has all migrations, and no stop has begun.',
    response: { ...yes, 503: refTo(Unhealthy, { description: 'Not now' }) },
  },
};

async function databaseProblem({ db, log }: Pick<Deps, 'db' | 'log'>): Promise<string | null> {
  try {
    const late = new Promise<never>((_resolve, reject) => {
      setTimeout(() => reject(new Error('no answer in time')), READY_TIMEOUT_MS).unref();
    });
    await Promise.race([serverTime(db), late]);
    return (await isMigrated(db, MIGRATIONS_FOLDER)) ? null : 'migrations are missing';
  } catch (error) {
    log.warn({ err: error }, 'not ready');
    return 'the database does not answer';
  }
}
