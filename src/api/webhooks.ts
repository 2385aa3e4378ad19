// Manages webhook endpoints (D49). Every route needs the private key.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { changeEndpoint } from '../actions/webhooks/change-endpoint.js';
import { pingEndpoint } from '../actions/webhooks/ping-endpoint.js';
import { registerEndpoint } from '../actions/webhooks/register-endpoint.js';
import { removeEndpoint } from '../actions/webhooks/remove-endpoint.js';
import { replayEvents } from '../actions/webhooks/replay-events.js';
import { requireEndpoint } from '../actions/webhooks/require-endpoint.js';
import { rotateSecret } from '../actions/webhooks/rotate-secret.js';
import { deactivateEndpoint } from '../actions/webhooks/switch-endpoint.js';
import type { Deps } from '../deps.js';
import { readBody } from '../http/body.js';
import { actorOf, merchantOf, sendJson } from '../http/request.js';
import { listEndpoints } from '../store/webhooks/endpoints.js';
import { renderEndpoint, renderGoneEndpoint, renderPingResult, renderReplaying } from '../wire/webhooks/endpoint.js';
import { readEndpointChange, readNewEndpoint } from '../wire/webhooks/endpoint-request.js';
import { ReplayRange, readEventCursor } from '../wire/webhooks/event.js';
import { writePingBody } from '../wire/webhooks/ping.js';
import { replyClaimed } from './idempotency.js';
import * as schemas from './schemas/webhooks.js';

type WithId = { Params: { id: string } };

export function webhookRoutes(app: FastifyInstance, deps: Deps): void {
  const { serviceName } = deps.settings;
  const reading = { access: 'private-key', right: 'webhooks:read' } as const;
  const config = { access: 'private-key', right: 'webhooks:write' } as const;
  const path = '/v1/webhooks/stores';
  const render = (record: object) => JSON.stringify(record);
  const writePing = writePingBody(serviceName);

  app.get(path, { config: reading, schema: schemas.list }, async (request, reply) => {
    const all = await listEndpoints(deps.db, merchantOf(request).scope);
    return sendJson(reply, JSON.stringify(all.map((one) => renderEndpoint(one, one.isActive ? 'active' : 'inactive'))));
  });

  app.post(path, { config, schema: schemas.create }, (request, reply) =>
    replyClaimed(deps, { request, reply, render, isSecret: true }, async () => {
      const wanted = readNewEndpoint(readBody(request, serviceName));
      const merchant = merchantOf(request);
      const made = await registerEndpoint(deps, merchant, wanted, actorOf(request));
      return renderEndpoint(made.endpoint, made.isNew ? 'new' : 'exists', made.secret);
    }),
  );

  app.get<WithId>(`${path}/:id`, { config: reading, schema: schemas.show }, async (request, reply) => {
    const endpoint = await requireEndpoint(deps, ...placeOf(request));
    return sendJson(reply, JSON.stringify(renderEndpoint(endpoint, endpoint.isActive ? 'active' : 'inactive')));
  });

  const update = async (request: FastifyRequest<WithId>, reply: FastifyReply) => {
    const change = readEndpointChange(readBody(request, serviceName));
    const endpoint = await changeEndpoint(deps, ...placeOf(request), change, actorOf(request));
    return sendJson(reply, JSON.stringify(renderEndpoint(endpoint, 'updated')));
  };
  app.put<WithId>(`${path}/:id`, { config, schema: schemas.update }, update);
  app.post<WithId>(`${path}/:id`, { config, schema: schemas.updateByPost }, update);

  app.delete<WithId>(`${path}/:id`, { config, schema: schemas.remove }, async (request, reply) => {
    const endpoint = await removeEndpoint(deps, ...placeOf(request), actorOf(request));
    const record = endpoint === null ? renderGoneEndpoint(request.params.id) : renderEndpoint(endpoint, 'deleted');
    return sendJson(reply, JSON.stringify(record));
  });

  app.delete<WithId>(`${path}/:id/deactive`, { config, schema: schemas.deactivate }, async (request, reply) => {
    const endpoint = await deactivateEndpoint(deps, ...placeOf(request), actorOf(request));
    return sendJson(reply, JSON.stringify(renderEndpoint(endpoint, 'deactivated')));
  });

  app.post<WithId>(`${path}/:id/rotate`, { config, schema: schemas.rotate }, (request, reply) =>
    replyClaimed(deps, { request, reply, render, isSecret: true }, async () => {
      const { endpoint, secret } = await rotateSecret(deps, ...placeOf(request), actorOf(request));
      return renderEndpoint(endpoint, 'updated', secret);
    }),
  );

  app.post<WithId>(`${path}/:id/ping`, { config, schema: schemas.ping }, (request, reply) =>
    replyClaimed(deps, { request, reply, render }, async () => {
      const result = await pingEndpoint(deps, ...placeOf(request), writePing);
      return renderPingResult(result);
    }),
  );

  app.post<WithId>(`${path}/:id/replay`, { config, schema: schemas.replay }, (request, reply) =>
    replyClaimed(deps, { request, reply, render }, async () => {
      const endpoint = await requireEndpoint(deps, ...placeOf(request));
      const { after, from, to } = ReplayRange.read(readBody(request, serviceName));
      const range = { after: after === null ? null : readEventCursor(after), from, to };
      return renderReplaying(await replayEvents(deps, endpoint, range));
    }),
  );
}

function placeOf(request: FastifyRequest<WithId>) {
  return [merchantOf(request).scope, request.params.id] as const;
}
