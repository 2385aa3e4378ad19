// Browsers of any origin may call with a public key (D12). A key travels in a header, and the dashboard's cookie goes along
// with no request of another site, so `*` gives nothing away. Every answer says so, also to whoever sends no Origin: what is
// cached without it would fail a page later.
import type { FastifyInstance } from 'fastify';

const METHODS = 'GET, HEAD, POST, PUT, DELETE';
const REQUEST_HEADERS = 'Authorization, Content-Type, Accept, Accept-Language, Idempotency-Key, X-Request-Id';
const REPLY_HEADERS = 'Request-Id, Idempotent-Replayed, Retry-After, RateLimit, RateLimit-Policy';
const DAY_SECONDS = 86_400;

export function allowOtherOrigins(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('access-control-allow-origin', '*');
    if (request.headers.origin !== undefined) reply.header('access-control-expose-headers', REPLY_HEADERS);
    done();
  });
  app.options('*', { config: { access: 'anyone' }, schema: { hide: true } }, (_request, reply) =>
    reply
      .code(204)
      .header('access-control-allow-methods', METHODS)
      .header('access-control-allow-headers', REQUEST_HEADERS)
      .header('access-control-max-age', DAY_SECONDS)
      .send(),
  );
}
