// Browsers of any origin may call the API with a public key (D12). `*` is safe there: the key is sent in a header. Every
// reply has the header, even to requests without an Origin, because a reply cached without it would break a page later.
// The dashboard, the metrics and the doors of rails are nothing for other sites' pages. @fastify/cors would cost every
// request a hook of its own, some 20 to 30 us (docs/decisions.md).
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Rule } from './rules.js';

const METHODS = 'GET, HEAD, POST, PUT, DELETE';
const REQUEST_HEADERS = 'Authorization, Content-Type, Accept, Accept-Language, Idempotency-Key, X-Request-Id';
const REPLY_HEADERS = 'Request-Id, Idempotent-Replayed, Retry-After, RateLimit, RateLimit-Policy';
const DAY_SECONDS = 86_400;
const OWN_ORIGIN_ONLY = /^\/(dashboard|metrics|rails)(?=[/?#]|$)/;

/** Refuses nobody. */
export const allowOtherOrigins: Rule = (request, reply) => {
  if (isForOwnOrigin(request)) return undefined;
  reply.header('access-control-allow-origin', '*');
  if (request.headers.origin !== undefined) reply.header('access-control-expose-headers', REPLY_HEADERS);
  return undefined;
};

/** Answers the question that browsers ask before a request to another origin. */
export function answerPreflights(app: FastifyInstance): void {
  app.options('*', { config: { access: 'anyone' }, schema: { hide: true } }, (request, reply) => {
    reply.code(204);
    if (isForOwnOrigin(request)) return reply.send();
    return reply
      .header('access-control-allow-methods', METHODS)
      .header('access-control-allow-headers', REQUEST_HEADERS)
      .header('access-control-max-age', DAY_SECONDS)
      .send();
  });
}

/** Judged by the route that answers: the path of `/%6detrics` is another text, and its answer the same. */
function isForOwnOrigin({ route, url }: FastifyRequest): boolean {
  const path = route.url;
  return OWN_ORIGIN_ONLY.test(path === undefined || path === '*' ? decoded(url) : path);
}

/** The path of a request that no route answers by its name. */
function decoded(url: string): string {
  try {
    return decodeURIComponent(url);
  } catch {
    return url;
  }
}
