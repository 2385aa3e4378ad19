// Lists every event of the account and its deliveries (D54). Needs the private key.
import type { FastifyInstance } from 'fastify';
import { explainEvent } from '../actions/webhooks/explain-event.js';
import { awaitEvents, listEvents, requireEvent } from '../actions/webhooks/list-events.js';
import { redeliverEvent } from '../actions/webhooks/redeliver-event.js';
import type { Deps } from '../deps.js';
import { markedPosition } from '../domain/orders/event.js';
import { readQuery, sendReply, writeReply } from '../http/in-version.js';
import { audienceOf, merchantOf } from '../http/request.js';
import { listAttempts } from '../store/webhooks/attempts.js';
import { renderList } from '../wire/orders/list.js';
import {
  Attempts,
  Event,
  EventList,
  Events,
  formatEventCursor,
  Redelivered,
  readEventCursor,
  renderAttempt,
  renderEvent,
  renderRedelivered,
} from '../wire/webhooks/event.js';
import { Explanation, renderExplanation } from '../wire/webhooks/explanation.js';
import { parseEventId } from '../wire/webhooks/webhook-body.js';
import { replyClaimed } from './idempotency.js';
import * as schemas from './schemas/webhooks.js';

export function eventRoutes(app: FastifyInstance, deps: Deps, isDraining: () => boolean): void {
  const config = { access: 'private-key', right: 'events:read' } as const;
  const sending = { access: 'private-key', right: 'webhooks:write' } as const;

  app.get<{ Querystring: Record<string, unknown> }>(
    '/v1/events',
    { config, schema: schemas.events },
    async (request, reply) => {
      const { scope } = merchantOf(request);
      const query = readQuery(request, EventList);
      const after = query.after === null ? null : readEventCursor(query.after);
      const wanted = { after, limit: query.limit + 1 };
      const end = performance.now() + query.wait * 1000;
      // Shutdown does not wait for long polls: clients ask again and reach another process.
      const isOver = () => performance.now() >= end || request.raw.socket.destroyed || isDraining();
      const found = await (query.wait === 0
        ? listEvents(deps, scope, wanted)
        : awaitEvents(deps, scope, wanted, isOver));
      const page = found.events.slice(0, query.limit);
      const audience = audienceOf(request, deps.settings.serviceName);
      const data = page.map(({ order, event }) => renderEvent(order, event, audience));
      const last = page.at(-1);
      const next = formatEventCursor(last === undefined ? found.after : markedPosition(last));
      return sendReply(reply, Events, renderList(data, next, { hasMore: found.events.length > page.length }));
    },
  );

  app.get<{ Params: { id: string } }>('/v1/events/:id', { config, schema: schemas.event }, async (request, reply) => {
    const { order, event } = await requireEvent(deps, merchantOf(request).scope, parseEventId(request.params.id));
    return sendReply(reply, Event, renderEvent(order, event, audienceOf(request, deps.settings.serviceName)));
  });

  app.get<{ Params: { id: string } }>(
    '/v1/events/:id/deliveries',
    { config, schema: schemas.deliveries },
    async (request, reply) => {
      const { scope } = merchantOf(request);
      const { order, event } = await requireEvent(deps, scope, parseEventId(request.params.id));
      const attempts = await listAttempts(deps.db, scope, { orderId: order.uuid, sequence: event.sequence });
      return sendReply(reply, Attempts, renderList(attempts.map(renderAttempt), null));
    },
  );

  app.get<{ Params: { id: string } }>(
    '/v1/events/:id/explain',
    { config, schema: schemas.explain },
    async (request, reply) => {
      const { scope } = merchantOf(request);
      const found = await requireEvent(deps, scope, parseEventId(request.params.id));
      const explanations = await explainEvent(deps, scope, found);
      const event = { id: request.params.id, type: found.event.type };
      return sendReply(reply, Explanation, renderExplanation(event, explanations));
    },
  );

  app.post<{ Params: { id: string } }>(
    '/v1/events/:id/redeliver',
    { config: sending, schema: schemas.redeliver },
    (request, reply) => {
      const render = (endpoints: number) => writeReply(request, Redelivered, renderRedelivered(endpoints));
      return replyClaimed(deps, { request, reply, render }, async () =>
        redeliverEvent(deps, merchantOf(request).scope, parseEventId(request.params.id)),
      );
    },
  );
}
