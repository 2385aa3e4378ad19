// What the HTTP layer adds to a request: who may make it, who made it, and which language they read.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Credential } from '../domain/accounts/account.js';
import { keyActor } from '../domain/accounts/actor.js';
import type { Right } from '../domain/accounts/right.js';
import { type Language, preferredLanguage } from '../domain/base/language.js';
import type { Rail } from '../domain/rails/rail.js';
import type { Audience } from '../wire/accounts/audience.js';
import type { RequestName } from '../wire/versions/shapes.js';

/**
 * Who may call a route: anyone, anyone with or without a key, a merchant with any key or only with the private one (D18),
 * a rail, a signed-in user of the dashboard or someone who signs in, a client with the metrics token, or whoever watches
 * over the service. strangers.ts limits anyone, access.ts checks keys; the routes check the rest and count what is wrong.
 */
export type Access =
  | 'anyone'
  | 'key-or-none'
  | 'any-key'
  | 'private-key'
  | 'rail'
  | 'session'
  | 'sign-in'
  | 'metrics-token'
  | 'health';

/** Whether a person looks at the answer. Programs get the error body that they know. */
export function isBrowser({ headers }: FastifyRequest): boolean {
  return headers.accept?.includes('text/html') ?? false;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The client's address, as far as proxies can be trusted (D76). Nothing else may be taken for it. */
    readonly address: string;
    /** What the route states. Fastify builds `routeOptions` anew each time it is asked, and every hook asks. */
    readonly route: FastifyContextConfig;
    statedRoute: FastifyContextConfig | null;
    /** Set on every route that needs a key, and where a key is optional if a valid one came. */
    credential: Credential | null;
    /** What was read of the request, for the names in errors. */
    shape: { readonly name: RequestName } | null;
    /** Set on the routes of rails. */
    rail: Rail | null;
    /** The error code of a refusal, for the log. */
    refusal: string | null;
    /** The body of a reply with an error, for the merchant's log of requests. */
    refusedWith: string | null;
  }
  interface FastifyContextConfig {
    /** The path of the route, which Fastify adds; undefined for an unknown path. */
    readonly url?: string;
    /** Only the handlers of unknown paths have none. A route without one is refused at startup. */
    access?: Access;
    /** Of routes that take a key: the right that a restricted key needs; null if any key will do. */
    right?: Right | null;
    /** Of pages for people: whose page it is, and the duty it asks for (D78). */
    visitor?: 'merchant' | 'operator';
    duty?: string;
  }
}

/** Adds what later hooks and routes set. */
export function decorateRequests(app: FastifyInstance): void {
  for (const name of ['credential', 'shape', 'refusal', 'refusedWith', 'rail', 'statedRoute'])
    app.decorateRequest(name, null);
  app.decorateRequest('route', {
    getter() {
      this.statedRoute ??= this.routeOptions.config;
      return this.statedRoute;
    },
  });
}

/** The calling merchant. Only for routes that need a key. */
export function merchantOf(request: FastifyRequest): Credential {
  if (request.credential === null) throw new Error(`${request.method} ${request.url} has no credential`);
  return request.credential;
}

/** The caller as the audit log names them. */
export function actorOf(request: FastifyRequest): string {
  return keyActor(merchantOf(request), request.address);
}

export function languageOf(request: FastifyRequest): Language {
  return preferredLanguage(request.headers['accept-language']);
}

/** The query; empty if Fastify could not even read the path. */
export function queryOf({ query }: FastifyRequest): Readonly<Record<string, unknown>> {
  return typeof query === 'object' && query !== null ? { ...query } : {};
}

/** How the calling merchant is told of records. */
export function audienceOf(request: FastifyRequest, serviceName: string): Audience {
  return { serviceName, ordersEnvelope: merchantOf(request).ordersEnvelope };
}

/** Sends JSON that is already text: compact, one line, no newline at the end (D9). */
export function sendJson(reply: FastifyReply, body: string): FastifyReply {
  if (reply.statusCode >= 400) reply.request.refusedWith = body;
  return reply.header('content-type', 'application/json; charset=utf-8').send(body);
}
