// Browsers of any origin may call the API with a public key (D12). `*` is safe there: the key is sent in a header. Every
// reply has the header, even to requests without an Origin, because a reply cached without it would break a page later.
// The dashboard, the metrics and the doors of rails are nothing for other sites' pages.
import type { FastifyInstance } from 'fastify';

const METHODS = 'GET, HEAD, POST, PUT, DELETE';
const REQUEST_HEADERS = 'Authorization, Content-Type, Accept, Accept-Language, Idempotency-Key, X-Request-Id';
const REPLY_HEADERS = 'Request-Id, Idempotent-Replayed, Retry-After, RateLimit, RateLimit-Policy';
const DAY_SECONDS = 86_400;
const OWN_ORIGIN_ONLY = /^\/(dashboard|metrics|rails)(?=[/?#]|$)/;

export function allowOtherOrigins(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (OWN_ORIGIN_ONLY.test(request.url)) return done();
    reply.header('access-control-allow-origin', '*');
    if (request.headers.origin !== undefined) reply.header('access-control-expose-headers', REPLY_HEADERS);
    done();
  });
  app.options('*', { config: { access: 'anyone' }, schema: { hide: true } }, (request, reply) => {
    reply.code(204);
    if (OWN_ORIGIN_ONLY.test(request.url)) return reply.send();
    return reply
      .header('access-control-allow-methods', METHODS)
      .header('access-control-allow-headers', REQUEST_HEADERS)
      .header('access-control-max-age', DAY_SECONDS)
      .send();
  });
}
