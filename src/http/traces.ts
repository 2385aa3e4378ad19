// One span for each request. Registered only when traces are on, so that otherwise they cost nothing.
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.js';

export function traceRequests(app: FastifyInstance, tracer: NonNullable<Deps['tracer']>): void {
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.route.url;
    tracer.note({
      // A path may hold an id, and names must be few.
      name: route === undefined ? request.method : `${request.method} ${route}`,
      kind: 'server',
      endedAt: Date.now(),
      ms: reply.elapsedTime,
      isFailed: reply.statusCode >= 500,
      parent: request.headers['traceparent'],
      attributes: {
        'http.request.method': request.method,
        ...(route !== undefined && { 'http.route': route }),
        'http.response.status_code': reply.statusCode,
        'url.scheme': 'http',
        'cobro.request_id': request.id,
        ...(request.credential !== null && {
          'cobro.account': request.credential.scope.accountId,
          'cobro.mode': request.credential.scope.mode,
        }),
        ...(request.refusal !== null && { 'error.type': request.refusal }),
      },
    });
    done();
  });
}
