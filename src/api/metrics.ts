// GET /metrics for Prometheus. Needs the token. Without a configured token, only this machine may read it, and never
// through a proxy, because the metrics are private.
import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../deps.js';
import type { GuessLimit } from '../http/guess-limit.js';
import { readGauges } from '../store/gauges.js';
import { Type } from '../wire/shape/type.js';
import { shareRunning } from './share-running.js';

type MetricsDeps = Pick<Deps, 'db' | 'metrics' | 'settings' | 'log' | 'siblings'>;
type Told = Awaited<ReturnType<typeof readGauges>> | null;

const LOOK_TIMEOUT_MS = 3_000;

const schema = {
  tags: ['Health'],
  operationId: 'readMetrics',
  summary: 'Metrics for Prometheus',
  description: 'For clients on the same machine, or with COBRO_METRICS_TOKEN as a Bearer token.',
  response: {
    200: plainText('Text in the exposition format 0.0.4'),
    401: plainText('A token is set, and this is not it'),
    403: plainText('No token is set, and the client is not on the same machine'),
  },
};

function plainText(description: string) {
  return { description, content: { 'text/plain': { schema: Type.String() } } };
}

export function metricsRoutes(app: FastifyInstance, deps: MetricsDeps, strangers: GuessLimit): void {
  const { metrics, settings } = deps;
  const lookOnce = shareRunning(() => lookInTime(deps));
  const readPool = () => ({ ...deps.db.stats(), size: settings.databasePool });
  metrics.watchProcess();
  deps.siblings.answerValues(() => metrics.ownValues(readPool()));

  app.get('/metrics', { config: { access: 'metrics-token' }, schema }, async (request, reply) => {
    const refusal = refusalOf(request, settings);
    if (refusal !== null) {
      await strangers.admit(request);
      return refuse(reply, refusal);
    }
    const told = await lookOnce();
    return reply.header('content-type', metrics.contentType).send(await render(told));
  });

  async function render(told: Told): Promise<string> {
    if (deps.siblings.count === 1) return metrics.render(readPool(), told);
    const summed = await deps.siblings.sumMetrics(await metrics.values(readPool(), told));
    return summed ?? metrics.render(readPool(), told);
  }
}

type Refusal = { readonly status: 401 | 403; readonly text: string };

function refusalOf(request: FastifyRequest, settings: MetricsDeps['settings']): Refusal | null {
  const { metricsToken: token } = settings;
  if (token !== null) {
    const given = /^bearer +(\S+) *$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
    return isSame(given, token) ? null : { status: 401, text: 'Send COBRO_METRICS_TOKEN as a Bearer token.' };
  }
  return isFromHere(request, settings)
    ? null
    : { status: 403, text: 'Without COBRO_METRICS_TOKEN only clients on the same machine may read metrics.' };
}

/**
 * A proxy on this machine also connects from this machine. We detect it by the headers it adds or, if it adds none, by
 * the public address in COBRO_BASE_URL.
 */
function isFromHere(request: FastifyRequest, { baseUrl }: MetricsDeps['settings']): boolean {
  const isForwarded = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'].some((name) => name in request.headers);
  const isPrivate = /^(127\.\d+\.\d+\.\d+|localhost|\[::1\])$/.test(new URL(baseUrl).hostname);
  return /^127\.|^::1$/.test(request.address) && !isForwarded && isPrivate;
}

/** Compares in constant time. */
function isSame(given: string, wanted: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(wanted));
}

function refuse(reply: FastifyReply, { status, text }: Refusal): FastifyReply {
  if (status === 401) reply.header('www-authenticate', 'Bearer realm="metrics"');
  return reply.code(status).header('content-type', 'text/plain; charset=utf-8').send(`${text}\n`);
}

/** null if the database does not answer in time. The other metrics are then even more useful. */
async function lookInTime({ db, log }: MetricsDeps): Promise<Told> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, LOOK_TIMEOUT_MS, null);
  });
  const looking = readGauges(db).catch((error: unknown) => {
    log.warn({ err: error }, 'metrics without the database');
    return null;
  });
  return Promise.race([looking, late]).finally(() => clearTimeout(timer));
}
