// Browsers of any origin may call with a public key (D12). `*` is safe: the key is sent in a header, and other sites'
// requests never carry the dashboard's cookie. Every reply has the header, even to requests without an Origin, because
// a reply cached without it would break a page later.
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
