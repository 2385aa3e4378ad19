// One span for each request.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../deps.js';

export function traceRequest(tracer: NonNullable<Deps['tracer']>, request: FastifyRequest, reply: FastifyReply): void {
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
}
