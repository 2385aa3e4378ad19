// The HTTP server: rules for every path (D7-D15), for machines and for people, and then the given routes.

import { randomUUID } from 'node:crypto';
import type { Server as HttpServer } from 'node:http';
import fastify, { type FastifyHttpOptions, type FastifyInstance } from 'fastify';
import type { Deps } from '../deps.js';
import { isLive } from '../domain/mode.js';
import { AppError } from '../errors.js';
import type { Settings } from '../settings.js';
import { requireKeys, requireRights, requireStatedAccess } from './access.js';
import { BODY_LIMIT_BYTES, takeBodiesAsBytes } from './body.js';
import { allowOtherOrigins } from './cors.js';
import * as problems from './problems.js';
import { limitRates } from './rate-limit.js';

const HEADER_LIMIT_BYTES = 16 * 1024;
/** Longer than a load balancer keeps an idle connection (usually 60 s), so that we never close first. */
const KEEP_ALIVE_MS = 75_000;

export type Server = { readonly app: FastifyInstance; drain(): void };

/** Adds one group of routes to the server. */
export type RouteModule = (app: FastifyInstance, deps: Deps, state: ServerState) => void | Promise<void>;
export type ServerState = { isDraining(): boolean };

export async function createServer(deps: Deps, routes: readonly RouteModule[]): Promise<Server> {
  const problemOptions = { log: deps.log, serviceName: deps.settings.serviceName };
  let draining = false;

  const app = fastify(serverOptions(deps.settings, problemOptions));
  app.server.on('checkExpectation', (request, response) =>
    problems.refuseExpectation(request, response, ownRequestId(request.headers['x-request-id']) ?? randomUUID()),
  );
  // wire/ reads requests, and replies are already text. Schemas serve only the API reference.
  app.setValidatorCompiler(() => () => true);
  app.setSerializerCompiler(() => (data) => JSON.stringify(data));

  app.decorateRequest('credential', null);
  app.decorateRequest('refusal', null);
  app.decorateRequest('rail', null);
  requireHost(app);
  logRequests(app, deps.log);
  requireStatedAccess(app);
  allowOtherOrigins(app);
  takeBodiesAsBytes(app);
  requireKeys(app, deps);
  limitRates(app, deps);
  requireRights(app);
  problems.answerProblems(app, problemOptions);

  const paths = collectPaths(app);
  for (const module of routes) await module(app, deps, { isDraining: () => draining });
  await app.after(); // pages are plugins, so their routes are known only now
  problems.refuseOtherMethods(app, paths);
  await app.ready();

  return {
    app,
    drain: () => {
      draining = true;
    },
  };
}

function serverOptions(settings: Settings, problemOptions: Parameters<typeof problems.sendProblem>[3]) {
  return {
    logger: false,
    trustProxy: settings.trustProxy,
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: settings.requestTimeoutMs,
    keepAliveTimeout: KEEP_ALIVE_MS,
    return503OnClosing: false,
    // The API reference page is at /docs/, and D8 rules out a redirect.
    rewriteUrl: ({ url = '/' }) => url.replace(/^\/docs(?=\?|$)/, '/docs/'),
    requestIdHeader: false,
    genReqId: ({ headers }) => ownRequestId(headers['x-request-id']) ?? randomUUID(),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
    // A missing Host is refused below, with a body.
    http: {
      maxHeaderSize: HEADER_LIMIT_BYTES,
      requireHostHeader: false,
      headersTimeout: settings.requestTimeoutMs,
      // How often Node.js checks for requests that take too long; the default is 30 s.
      connectionsCheckingInterval: 1_000,
    },
    clientErrorHandler: (error, socket) => problems.answerBrokenHttp(error, socket, randomUUID()),
    frameworkErrors: (error, request, reply) => {
      reply.header('request-id', request.id);
      problems.sendProblem(problems.toAppError(error), request, reply, problemOptions);
    },
  } satisfies FastifyHttpOptions<HttpServer>;
}

/** Adds the request id to every reply (D15). Hooks of every request use callbacks: five async ones cost 10 µs more. */
function requireHost(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('request-id', request.id);
    if (request.headers.host !== undefined || request.raw.httpVersion !== '1.1') return done();
    done(new AppError('malformed_request', { problem: 'the Host header is missing' }));
  });
}

function logRequests(app: FastifyInstance, log: Deps['log']): void {
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
}

/** The client's own request id, if it has the form that D15 allows. */
function ownRequestId(header: string | string[] | undefined): string | null {
  return typeof header === 'string' && /^[A-Za-z0-9._-]{1,64}$/.test(header) ? header : null;
}

/** The methods of every path, collected as routes are added. */
function collectPaths(app: FastifyInstance): Map<string, Set<string>> {
  const paths = new Map<string, Set<string>>();
  app.addHook('onRoute', ({ url, method }) => {
    if (url.includes('*') || url.startsWith('/docs')) return;
    const methods = paths.get(url) ?? new Set();
    for (const one of [method].flat()) methods.add(one);
    paths.set(url, methods);
  });
  return paths;
}
