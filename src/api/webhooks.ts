// Manages webhook endpoints (D49). Every route needs the private key.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as endpoints from '../actions/manage-endpoint.js';
import { replayEvents } from '../actions/replay-events.js';
import type { Deps } from '../deps.js';
import { readBody } from '../http/body.js';
import { merchantOf, sendJson } from '../http/request.js';
import { listEndpoints } from '../store/webhooks/endpoints.js';
import { renderEndpoint, renderGoneEndpoint, renderPingResult, renderReplaying } from '../wire/endpoint.js';
import { readEndpointChange, readNewEndpoint } from '../wire/endpoint-request.js';
import { ReplayRange, readEventPlace } from '../wire/event.js';
import { writePingBody } from '../wire/webhook-body.js';
import { replyClaimed } from './idempotency.js';
import * as schemas from './webhooks-schemas.js';

type WithId = { Params: { id: string } };

export function webhookRoutes(app: FastifyInstance, deps: Deps): void {
  const { serviceName } = deps.settings;
  const config = { access: 'private-key' } as const;
  const path = '/v1/webhooks/stores';
  const render = (record: object) => JSON.stringify(record);
  const writePing = writePingBody(serviceName);

  app.get(path, { config, schema: schemas.list }, async (request, reply) => {
    const all = await listEndpoints(deps.db, merchantOf(request).scope);
    return sendJson(reply, JSON.stringify(all.map((one) => renderEndpoint(one, one.isActive ? 'active' : 'inactive'))));
  });

  app.post(path, { config, schema: schemas.create }, (request, reply) =>
    replyClaimed(deps, { request, reply, render }, async () => {
      const wanted = readNewEndpoint(readBody(request, serviceName));
      const { endpoint, isNew } = await endpoints.registerEndpoint(deps, merchantOf(request), wanted);
      return renderEndpoint(endpoint, isNew ? 'new' : 'exists', { withSecret: isNew });
    }),
  );

  app.get<WithId>(`${path}/:id`, { config, schema: schemas.show }, async (request, reply) => {
    const endpoint = await endpoints.requireEndpoint(deps, merchantOf(request).scope, request.params.id);
    return sendJson(reply, JSON.stringify(renderEndpoint(endpoint, endpoint.isActive ? 'active' : 'inactive')));
  });

  const update = async (request: FastifyRequest<WithId>, reply: FastifyReply) => {
    const change = readEndpointChange(readBody(request, serviceName));
    const endpoint = await endpoints.changeEndpoint(deps, merchantOf(request).scope, request.params.id, change);
    return sendJson(reply, JSON.stringify(renderEndpoint(endpoint, 'updated')));
  };
  app.put<WithId>(`${path}/:id`, { config, schema: schemas.update }, update);
  app.post<WithId>(`${path}/:id`, { config, schema: schemas.updateByPost }, update);

  app.delete<WithId>(`${path}/:id`, { config, schema: schemas.remove }, async (request, reply) => {
    const endpoint = await endpoints.removeEndpoint(deps, merchantOf(request).scope, request.params.id);
    const record = endpoint === null ? renderGoneEndpoint(request.params.id) : renderEndpoint(endpoint, 'deleted');
    return sendJson(reply, JSON.stringify(record));
  });

  app.delete<WithId>(`${path}/:id/deactive`, { config, schema: schemas.deactivate }, async (request, reply) => {
    const endpoint = await endpoints.deactivateEndpoint(deps, merchantOf(request).scope, request.params.id);
    return sendJson(reply, JSON.stringify(renderEndpoint(endpoint, 'deactivated')));
  });

  app.post<WithId>(`${path}/:id/rotate`, { config, schema: schemas.rotate }, (request, reply) =>
    replyClaimed(deps, { request, reply, render }, async () => {
      const endpoint = await endpoints.rotateSecret(deps, merchantOf(request).scope, request.params.id);
      return renderEndpoint(endpoint, 'updated', { withSecret: true });
    }),
  );

  app.post<WithId>(`${path}/:id/ping`, { config, schema: schemas.ping }, (request, reply) =>
    replyClaimed(deps, { request, reply, render }, async () => {
      const result = await endpoints.pingEndpoint(deps, merchantOf(request).scope, request.params.id, writePing);
      return renderPingResult(result);
    }),
  );

  app.post<WithId>(`${path}/:id/replay`, { config, schema: schemas.replay }, (request, reply) =>
    replyClaimed(deps, { request, reply, render }, async () => {
      const endpoint = await endpoints.requireEndpoint(deps, merchantOf(request).scope, request.params.id);
      const { after, from, to } = ReplayRange.read(readBody(request, serviceName));
      const range = { after: after === null ? null : readEventPlace(after), from, to };
      return renderReplaying(await replayEvents(deps, endpoint, range));
    }),
  );
}
