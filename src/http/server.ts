// The HTTP server: rules for every path (D7-D15), for machines and for people, and then the given routes.

import { randomUUID } from 'node:crypto';
import type { Server as HttpServer } from 'node:http';
import fastify, { type FastifyHttpOptions, type FastifyInstance, type FastifyReply } from 'fastify';
import type { Deps } from '../deps.js';
import { isLive } from '../domain/base/mode.js';
import { AppError } from '../errors/errors.js';
import type { Settings } from '../settings/settings.js';
import { requireKeys, requireRights, requireStatedAccess } from './access.js';
import { BODY_LIMIT_BYTES, takeBodiesAsBytes } from './body.js';
import { createAddressReader } from './client-address.js';
import { type ListenerCloser, prepareToClose } from './close-listener.js';
import { boundConnections } from './connections.js';
import { allowOtherOrigins, answerPreflights } from './cors.js';
import { createGuessLimit, type GuessLimit, limitGuesses } from './guess-limit.js';
import type { ProblemOptions, ProblemPage } from './problems.js';
import * as problems from './problems.js';
import { createRateLimits, limitRates, type RateLimits } from './rate-limit.js';
import { type Access, decorateRequests } from './request.js';
import { noteRequest } from './request-log.js';
import { applyRules, type Rule } from './rules.js';
import { traceRequest } from './traces.js';

const HEADER_LIMIT_BYTES = 16 * 1024;
/** Longer than a load balancer keeps an idle connection (usually 60 s), so that we never close first. */
const KEEP_ALIVE_MS = 75_000;
/** The head of a request fits in a packet or two. */
const HEADERS_MS = 10_000;

export type Server = {
  readonly app: FastifyInstance;
  /**
   * From now on `ready` is 503 and every answer closes its connection. Requests are still taken. Returns how to stop
   * listening without cutting a connection.
   */
  drain(): ListenerCloser;
};

/** Adds one group of routes to the server. */
export type RouteModule = (app: FastifyInstance, deps: Deps, state: ServerState) => void | Promise<void>;
export type ServerState = {
  isDraining(): boolean;
  readonly strangers: GuessLimit;
  readonly rates: RateLimits;
  /** Shows problems of all paths below this one as pages, also those that no route sees. */
  showProblemsBelow(prefix: string, page: ProblemPage): void;
  /** Shows people that a path leads nowhere. Programs get the error body. */
  showLost(page: ProblemPage): void;
};

export async function createServer(deps: Deps, routes: readonly RouteModule[]): Promise<Server> {
  const { settings, log } = deps;
  const { serviceName } = settings;
  const problemOptions: ProblemOptions = { log, serviceName, pages: new Map(), lost: null, allow: new Map() };
  let draining = false;

  const strangers = createGuessLimit(settings.addressLimitPerSecond, () => performance.now(), deps.siblings);
  const rates = createRateLimits(settings, deps.siblings, strangers);
  const app = fastify(serverOptions(settings, problemOptions, strangers));
  app.server.on('checkExpectation', (request, response) =>
    problems.refuseExpectation(request, response, ownRequestId(request.headers['x-request-id']) ?? randomUUID()),
  );

  // wire/ reads requests, and replies are already text. Schemas serve only the API reference.
  app.setValidatorCompiler(() => () => true);
  app.setSerializerCompiler(() => (data) => JSON.stringify(data));

  const endWatch = boundConnections(app.server, settings);
  app.addHook('onClose', async () => endWatch());

  decorateRequests(app);
  readAddresses(app, deps);
  requireStatedAccess(app);
  takeBodiesAsBytes(app);
  applyRules(app, [
    requireHost(settings, () => draining),
    allowOtherOrigins,
    limitGuesses(strangers),
    requireKeys(deps, strangers),
    limitRates(rates),
    requireRights,
  ]);
  noteRequests(app, deps);
  answerPreflights(app);

  const paths = collectPaths(app);
  problems.answerProblems(app, problemOptions);
  const state: ServerState = {
    isDraining: () => draining,
    strangers,
    rates,
    showProblemsBelow: (prefix, page) => void problemOptions.pages.set(prefix, page),
    showLost(page) {
      problemOptions.lost = page;
    },
  };
  for (const module of routes) await module(app, deps, state);
  await app.after(); // pages are plugins, so their routes are known only now
  problems.refuseOtherMethods(paths, problemOptions);
  await app.ready();

  return {
    app,
    drain: () => {
      draining = true;
      return prepareToClose(app.server);
    },
  };
}

function serverOptions(settings: Settings, problemOptions: ProblemOptions, strangers: GuessLimit) {
  return {
    logger: false,
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: settings.requestTimeoutMs,
    keepAliveTimeout: KEEP_ALIVE_MS,
    return503OnClosing: false,
    // The guides are below /docs/, and D8 rules out a redirect.
    rewriteUrl: ({ url = '/' }) => (url.startsWith('/docs') ? url.replace(/^\/docs(?=\?|$)/, '/docs/') : url),
    requestIdHeader: false,
    genReqId: ({ headers }) => ownRequestId(headers['x-request-id']) ?? randomUUID(),
    schemaController: { compilersFactory: { buildValidator: noCompiler, buildSerializer: noCompiler } },
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
    // A missing Host is refused below, with a body.
    http: {
      maxHeaderSize: HEADER_LIMIT_BYTES,
      requireHostHeader: false,
      headersTimeout: Math.min(HEADERS_MS, settings.requestTimeoutMs),
      // How often Node.js checks for requests that take too long; the default is 30 s.
      connectionsCheckingInterval: 1_000,
    },
    clientErrorHandler: (error, socket) => problems.answerBrokenHttp(error, socket, randomUUID()),
    frameworkErrors: (error, request, reply) => {
      setCommonHeaders(reply, settings);
      reply.header('request-id', request.id);
      const send = (problem: AppError) => void problems.sendProblem(problem, request, reply, problemOptions);
      // Such a request meets no hook, so its sender is counted here.
      strangers.admit(request).then(
        () => send(problems.toAppError(error)),
        (refusal) => send(problems.toAppError(refusal)),
      );
    },
  } satisfies FastifyHttpOptions<HttpServer>;
}

/** In place of the compilers that Fastify would load, 110 modules, although the server sets its own. */
function noCompiler(): never {
  throw new Error('The server sets its own compilers.');
}

/** Decides what the address of a client is (D76). Nobody else looks at the socket or at what proxies write. */
function readAddresses(app: FastifyInstance, { settings, log }: Pick<Deps, 'settings' | 'log'>): void {
  const addressOf = createAddressReader(settings.trustProxy);
  let isTold = settings.trustProxy !== null;
  app.decorateRequest('address', {
    getter() {
      if (!isTold && 'x-forwarded-for' in this.headers) {
        isTold = true;
        log.warn(
          'a request has X-Forwarded-For, but COBRO_TRUST_PROXY is off: behind a proxy all clients share limits',
        );
      }
      return addressOf(this.raw);
    },
  });
}

/** Adds the request id to every reply (D15). */
function requireHost(settings: Settings, isDraining: () => boolean): Rule {
  return (request, reply) => {
    reply.header('request-id', request.id);
    // A proxy that keeps this connection would send its next request to a process that is gone.
    if (isDraining()) reply.header('connection', 'close');
    setCommonHeaders(reply, settings);
    if (request.headers.host !== undefined || request.raw.httpVersion !== '1.1') return undefined;
    return new AppError('malformed_request', { problem: 'the Host header is missing' });
  };
}

/** No reply is anything but what its type says, and a browser that has seen TLS here never goes without. */
function setCommonHeaders(reply: FastifyReply, { baseUrl }: Pick<Settings, 'baseUrl'>): void {
  reply.header('x-content-type-options', 'nosniff');
  if (baseUrl.startsWith('https:')) reply.header('strict-transport-security', 'max-age=31536000');
}

/** Asked by machines every few seconds: their lines in the log are for debugging, and they have no traces (D98). */
const PROBES: ReadonlySet<Access | undefined> = new Set(['health', 'metrics-token'] satisfies Access[]);

type NoteDeps = Pick<Deps, 'log' | 'requestLog' | 'random' | 'clock' | 'metrics' | 'tracer'>;

/** After each reply: the operator's log, the merchant's log of requests, the metrics and the traces. */
function noteRequests(app: FastifyInstance, deps: NoteDeps): void {
  const { log, metrics, tracer } = deps;
  app.addHook('onResponse', (request, reply, done) => {
    const { id, method, credential } = request;
    const { statusCode: status, elapsedTime } = reply;
    const route = request.route.url ?? null;
    const scope = credential?.scope;
    noteRequest(deps, request, reply);
    const isProbe = PROBES.has(request.route.access);
    const line = {
      request: id,
      method,
      route,
      status,
      ms: Math.round(elapsedTime * 10) / 10,
      account: scope?.accountId,
      livemode: scope === undefined ? undefined : isLive(scope.mode),
      error: request.refusal ?? undefined,
      // Only of strangers who are refused: an operator wants to know whom to shut out.
      address: scope === undefined && status >= 400 ? request.address : undefined,
    };
    if (isProbe && status < 400) log.debug(line, 'request');
    else log.request(line);
    metrics.request({ method, route: route ?? 'none', status, seconds: elapsedTime / 1000 });
    if (tracer !== null && !isProbe) traceRequest(tracer, request, reply);
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
