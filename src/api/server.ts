// The HTTP server: manners that hold on every path (D7-D15), then the routes of each generation.

import { randomUUID } from 'node:crypto';
import fastify, { type FastifyInstance } from 'fastify';
import type { Deps } from '../deps.js';
import { isLive } from '../domain/mode.js';
import { AppError } from '../errors.js';
import { dashboardRoutes } from '../web/dashboard/routes.js';
import { describeRoutes, docsRoutes } from '../web/docs/routes.js';
import { payRoutes } from '../web/pay/routes.js';
import { requireKeys } from './auth.js';
import { balanceRoutes } from './balance.js';
import { BODY_LIMIT_BYTES, takeBodiesAsBytes } from './body.js';
import { allowOtherOrigins } from './cors.js';
import { eventRoutes } from './events.js';
import { healthRoutes } from './health.js';
import { metricsRoutes } from './metrics.js';
import { orderChangeRoutes } from './order-changes.js';
import * as problems from './problems.js';
import { providerRoutes } from './providers.js';
import { railRoutes } from './rails.js';
import { limitRates } from './rate-limit.js';
import { testModeRoutes } from './test-mode.js';
import { v1Routes } from './v1.js';
import { v1Shapes } from './v1-schemas.js';
import { v2Routes } from './v2.js';
import { v2Shapes } from './v2-schemas.js';
import { webhookRoutes } from './webhooks.js';
import { WebhookEndpoint } from './webhooks-schemas.js';

const HEADER_LIMIT_BYTES = 16 * 1024;
/** Longer than a load balancer keeps an idle connection (60 s is usual), so that it is never we who close first. */
const KEEP_ALIVE_MS = 75_000;

export type Server = { readonly app: FastifyInstance; drain(): void };

export async function createServer(deps: Deps): Promise<Server> {
  const { settings, log } = deps;
  const problemOptions = { log, serviceName: settings.serviceName };
  let draining = false;

  const app = fastify({
    logger: false,
    trustProxy: settings.trustProxy,
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: settings.requestTimeoutMs,
    keepAliveTimeout: KEEP_ALIVE_MS,
    return503OnClosing: false,
    // The API reference page lives at /docs/; D8 wants no redirect.
    rewriteUrl: ({ url = '/' }) => url.replace(/^\/docs(?=\?|$)/, '/docs/'),
    requestIdHeader: false,
    genReqId: ({ headers }) => ownRequestId(headers['x-request-id']) ?? randomUUID(),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
    // A missing Host is refused below, with a body.
    http: {
      maxHeaderSize: HEADER_LIMIT_BYTES,
      requireHostHeader: false,
      headersTimeout: settings.requestTimeoutMs,
      // How often Node.js looks for requests that take too long; by default only every 30 s.
      connectionsCheckingInterval: 1_000,
    },
    clientErrorHandler: (error, socket) => problems.answerBrokenHttp(error, socket, randomUUID()),
    frameworkErrors: (error, request, reply) => {
      reply.header('request-id', request.id);
      problems.sendProblem(problems.toAppError(error), request, reply, problemOptions);
    },
  });
  app.server.on('checkExpectation', (request, response) =>
    problems.refuseExpectation(request, response, ownRequestId(request.headers['x-request-id']) ?? randomUUID()),
  );
  // Requests are read by wire/, answers are already text: schemas serve the API reference alone.
  app.setValidatorCompiler(() => () => true);
  app.setSerializerCompiler(() => (data) => JSON.stringify(data));

  app.decorateRequest('credential', null);
  app.decorateRequest('refusal', null);
  app.decorateRequest('rail', null);
  // The hooks of every request take a callback: five async ones cost 10 µs more.
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('request-id', request.id); // D15
    if (request.headers.host !== undefined || request.raw.httpVersion !== '1.1') return done();
    done(new AppError('malformed_request', { problem: 'the Host header is missing' }));
  });
  app.addHook('onResponse', (request, reply, done) => {
    const scope = request.credential?.scope;
    log.request({
      request: request.id,
      method: request.method,
      route: request.routeOptions.url ?? null,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      account: scope?.accountId,
      livemode: scope === undefined ? undefined : isLive(scope.mode),
      error: request.refusal ?? undefined,
    });
    done();
  });
  allowOtherOrigins(app);
  takeBodiesAsBytes(app);
  requireKeys(app, deps);
  limitRates(app, deps);
  problems.answerProblems(app, problemOptions);

  const routes = collectRoutes(app);
  for (const schema of [...v1Shapes, ...v2Shapes, WebhookEndpoint]) app.addSchema(schema);
  await describeRoutes(app);
  healthRoutes(app, deps, () => draining);
  metricsRoutes(app, deps);
  v2Routes(app, deps);
  payRoutes(app, deps);
  dashboardRoutes(app, deps);
  v1Routes(app, deps);
  providerRoutes(app, deps);
  railRoutes(app, deps);
  orderChangeRoutes(app, deps);
  testModeRoutes(app, deps);
  balanceRoutes(app, deps);
  webhookRoutes(app, deps);
  eventRoutes(app, deps, () => draining);
  docsRoutes(app, settings);
  await app.after(); // the pages are a plugin, whose routes are known only now
  problems.refuseOtherMethods(app, routes);
  await app.ready();

  return {
    app,
    drain: () => {
      draining = true;
    },
  };
}

/** A merchant's own request id, when it has the form that D15 allows. */
function ownRequestId(header: string | string[] | undefined): string | null {
  return typeof header === 'string' && /^[A-Za-z0-9._-]{1,64}$/.test(header) ? header : null;
}

/** Which methods every path has; filled as routes are added. */
function collectRoutes(app: FastifyInstance): Map<string, Set<string>> {
  const routes = new Map<string, Set<string>>();
  app.addHook('onRoute', ({ url, method }) => {
    if (url.includes('*') || url.startsWith('/docs')) return;
    const methods = routes.get(url) ?? new Set();
    for (const one of [method].flat()) methods.add(one);
    routes.set(url, methods);
  });
  return routes;
}
