// Every event of the account, and what became of each (D54). Needs the private key.
import type { FastifyInstance } from 'fastify';
import { explainEvent } from '../actions/explain-event.js';
import type { Deps } from '../deps.js';
import type { Scope } from '../domain/account.js';
import { AppError, invalidRequest } from '../errors.js';
import { merchantOf, sendJson } from '../http/request.js';
import * as events from '../store/orders/order-events.js';
import { formatEventCursor, parseEventCursor, readEventQuery, renderAttempt, renderEvent } from '../wire/event.js';
import { parseEventId } from '../wire/webhook-body.js';
import { replyClaimed } from './idempotency.js';
import * as schemas from './webhooks-schemas.js';

const LOOK_EVERY_MS = 250;

export function eventRoutes(app: FastifyInstance, deps: Deps, isDraining: () => boolean): void {
  const config = { access: 'private-key' } as const;

  app.get<{ Querystring: Record<string, unknown> }>(
    '/v1/events',
    { config, schema: schemas.events },
    async (request, reply) => {
      const { scope, interfaceVersion } = merchantOf(request);
      const query = readEventQuery(request.query);
      const after = query.after === null ? 0n : await positionAfter(deps, scope, query.after);
      const end = performance.now() + query.waitSeconds * 1000;
      // A stop does not wait for those who wait; they ask again, elsewhere.
      const isOver = () => performance.now() >= end || request.raw.socket.destroyed || isDraining();
      const found = await waitForEvents(deps, scope, { after, limit: query.limit + 1 }, isOver);
      const page = found.slice(0, query.limit);
      const options = { serviceName: deps.settings.serviceName, interfaceVersion };
      const body = {
        object: 'list',
        data: page.map(({ order, event }) => renderEvent(order, event, options)),
        has_more: found.length > page.length,
        next_cursor: formatEventCursor(page.at(-1)?.position ?? after),
      };
      return sendJson(reply, JSON.stringify(body));
    },
  );

  app.get<{ Params: { id: string } }>(
    '/v1/events/:id/deliveries',
    { config, schema: schemas.deliveries },
    async (request, reply) => {
      const { scope } = merchantOf(request);
      const { order, event } = await requireEvent(deps, scope, request.params.id);
      const attempts = await events.listAttempts(deps.db, scope, order.uuid, event.sequence);
      return sendJson(
        reply,
        JSON.stringify({ object: 'list', data: attempts.map(renderAttempt), has_more: false, next_cursor: null }),
      );
    },
  );

  app.get<{ Params: { id: string } }>(
    '/v1/events/:id/explain',
    { config, schema: schemas.explain },
    async (request, reply) => {
      const { scope } = merchantOf(request);
      const found = await requireEvent(deps, scope, request.params.id);
      return sendJson(
        reply,
        JSON.stringify({
          id: request.params.id,
          object: 'explanation',
          endpoints: await explainEvent(deps, scope, found),
        }),
      );
    },
  );

  app.post<{ Params: { id: string } }>(
    '/v1/events/:id/redeliver',
    { config, schema: schemas.redeliver },
    (request, reply) =>
      replyClaimed(deps, { request, reply, render: JSON.stringify }, async () => {
        const { scope } = merchantOf(request);
        const { order, event } = await requireEvent(deps, scope, request.params.id);
        const endpoints = await events.redeliver(deps.db, scope, order.uuid, event.sequence);
        return { status: 'redelivering', endpoints };
      }),
  );
}

/** The next events, as soon as there are any, or none when it is over. */
async function waitForEvents(
  deps: Deps,
  scope: Scope,
  page: { after: bigint; limit: number },
  isOver: () => boolean,
): Promise<events.PlacedEvent[]> {
  for (;;) {
    await events.placeEvents(deps.db, scope);
    const found = await events.listEvents(deps.db, scope, page);
    if (found.length > 0 || isOver()) return found;
    await new Promise((done) => setTimeout(done, LOOK_EVERY_MS));
  }
}

/** `after` takes a next_cursor, or the id of an event. */
export async function positionAfter(deps: Pick<Deps, 'db'>, scope: Scope, after: string): Promise<bigint> {
  const position = parseEventCursor(after);
  if (position !== null) return position;
  const name = parseEventId(after);
  if (name !== null) await events.placeEvents(deps.db, scope);
  const found = name === null ? null : await events.findEvent(deps.db, scope, name.orderId, name.sequence);
  if (found === null) throw invalidRequest({ param: 'after', error: 'invalid_cursor' });
  return found.position;
}

async function requireEvent(deps: Pick<Deps, 'db'>, scope: Scope, id: string): Promise<events.PlacedEvent> {
  const name = parseEventId(id);
  const found = name === null ? null : await events.findEvent(deps.db, scope, name.orderId, name.sequence);
  if (found === null) throw new AppError('event_not_found');
  return found;
}
