// Manages webhook endpoints (D49). Every route needs the private key.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { changeOrFindEndpoint } from '../actions/webhooks/change-endpoint.js';
import { pingEndpoint } from '../actions/webhooks/ping-endpoint.js';
import { registerEndpoint } from '../actions/webhooks/register-endpoint.js';
import { removeEndpoint } from '../actions/webhooks/remove-endpoint.js';
import { replayEvents } from '../actions/webhooks/replay-events.js';
import { requireEndpoint } from '../actions/webhooks/require-endpoint.js';
import { rotateSecret } from '../actions/webhooks/rotate-secret.js';
import { deactivateIfThere } from '../actions/webhooks/switch-endpoint.js';
import type { Deps } from '../deps.js';
import { readRequest, sendReply, writeReply } from '../http/in-version.js';
import { actorOf, merchantOf, sendJson } from '../http/request.js';
import { listEndpoints } from '../store/webhooks/endpoints.js';
import type { Replies } from '../wire/versions/shapes.js';
import { writePingBody } from '../wire/versions/write-webhook.js';
import {
  GoneEndpoint,
  PingResult,
  Replaying,
  renderEndpoint,
  renderGoneEndpoint,
  renderPingResult,
  renderReplaying,
  WebhookEndpoint,
} from '../wire/webhooks/endpoint.js';
import { ChangeEndpoint, endpointChange, newEndpoint, RegisterEndpoint } from '../wire/webhooks/endpoint-request.js';
import { ReplayRange, readEventCursor } from '../wire/webhooks/event.js';
import { replyClaimed } from './idempotency.js';
import * as schemas from './schemas/webhooks.js';

type WithId = { Params: { id: string } };

export function webhookRoutes(app: FastifyInstance, deps: Deps): void {
  const { serviceName } = deps.settings;
  const reading = { access: 'private-key', right: 'webhooks:read' } as const;
  const config = { access: 'private-key', right: 'webhooks:write' } as const;
  const path = '/v1/webhooks/stores';
  const writePing = writePingBody(serviceName);

  app.get(path, { config: reading, schema: schemas.list }, async (request, reply) => {
    const all = await listEndpoints(deps.db, merchantOf(request).scope);
    const records = all.map((one) => renderEndpoint(one, one.isActive ? 'active' : 'inactive'));
    return sendJson(reply, `[${records.map((one) => writeReply(request, WebhookEndpoint, one)).join()}]`);
  });

  app.post(path, { config, schema: schemas.create }, (request, reply) =>
    replyClaimed(deps, { request, reply, render: endpointFor(request), isSecret: true }, async () => {
      const wanted = newEndpoint(readRequest(request, serviceName, RegisterEndpoint));
      const merchant = merchantOf(request);
      const made = await registerEndpoint(deps, merchant, wanted, actorOf(request));
      return renderEndpoint(made.endpoint, made.isNew ? 'new' : 'exists', made.secret);
    }),
  );

  app.get<WithId>(`${path}/:id`, { config: reading, schema: schemas.show }, async (request, reply) => {
    const endpoint = await requireEndpoint(deps, ...placeOf(request));
    return sendReply(reply, WebhookEndpoint, renderEndpoint(endpoint, endpoint.isActive ? 'active' : 'inactive'));
  });

  const update = async (request: FastifyRequest<WithId>, reply: FastifyReply) => {
    const change = endpointChange(readRequest(request, serviceName, ChangeEndpoint));
    const merchant = merchantOf(request);
    const { endpoint, isChanged } = await changeOrFindEndpoint(
      deps,
      merchant,
      request.params.id,
      change,
      actorOf(request),
    );
    return sendReply(reply, WebhookEndpoint, renderEndpoint(endpoint, isChanged ? 'updated' : 'exists'));
  };
  app.put<WithId>(`${path}/:id`, { config, schema: schemas.update }, update);
  app.post<WithId>(`${path}/:id`, { config, schema: schemas.updateByPost }, update);

  app.delete<WithId>(`${path}/:id`, { config, schema: schemas.remove }, async (request, reply) => {
    const endpoint = await removeEndpoint(deps, ...placeOf(request), actorOf(request));
    return endpoint === null
      ? sendReply(reply, GoneEndpoint, renderGoneEndpoint(request.params.id, 'deleted'))
      : sendReply(reply, WebhookEndpoint, renderEndpoint(endpoint, 'deleted'));
  });

  app.delete<WithId>(`${path}/:id/deactive`, { config, schema: schemas.deactivate }, async (request, reply) => {
    const endpoint = await deactivateIfThere(deps, ...placeOf(request), actorOf(request));
    return endpoint === null
      ? sendReply(reply, GoneEndpoint, renderGoneEndpoint(request.params.id, 'deactivated'))
      : sendReply(reply, WebhookEndpoint, renderEndpoint(endpoint, 'deactivated'));
  });

  app.post<WithId>(`${path}/:id/rotate`, { config, schema: schemas.rotate }, (request, reply) =>
    replyClaimed(deps, { request, reply, render: endpointFor(request), isSecret: true }, async () => {
      const { endpoint, secret } = await rotateSecret(deps, ...placeOf(request), actorOf(request));
      return renderEndpoint(endpoint, 'updated', secret);
    }),
  );

  app.post<WithId>(`${path}/:id/ping`, { config, schema: schemas.ping }, (request, reply) => {
    const render = (result: Parameters<typeof renderPingResult>[0]) =>
      writeReply(request, PingResult, renderPingResult(result));
    return replyClaimed(deps, { request, reply, render }, async () =>
      pingEndpoint(deps, ...placeOf(request), writePing),
    );
  });

  app.post<WithId>(`${path}/:id/replay`, { config, schema: schemas.replay }, (request, reply) => {
    const render = (replayed: Parameters<typeof renderReplaying>[0]) =>
      writeReply(request, Replaying, renderReplaying(replayed));
    return replyClaimed(deps, { request, reply, render }, async () => {
      const endpoint = await requireEndpoint(deps, ...placeOf(request));
      const { after, from, to } = readRequest(request, serviceName, ReplayRange);
      const range = { after: after === null ? null : readEventCursor(after), from, to };
      return replayEvents(deps, endpoint, range);
    });
  });
}

function endpointFor(request: FastifyRequest) {
  return (record: Replies['WebhookEndpoint']) => writeReply(request, WebhookEndpoint, record);
}

function placeOf(request: FastifyRequest<WithId>) {
  return [merchantOf(request).scope, request.params.id] as const;
}
