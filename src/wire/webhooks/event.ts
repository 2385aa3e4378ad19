// Events as merchants list them (D54), and the attempts to deliver them.
import type { Static } from 'typebox';
import { toSeconds } from '../../domain/base/clock.js';
import { formatOrderId } from '../../domain/base/identity.js';
import type { EventCursor, EventPosition, OrderEvent } from '../../domain/orders/event.js';
import { EVENT_TYPES } from '../../domain/orders/event-types.js';
import type { Order } from '../../domain/orders/order.js';
import type { DeliveryAttempt } from '../../domain/webhooks/endpoint.js';
import { invalidRequest } from '../../errors/errors.js';
import type { Audience } from '../accounts/audience.js';
import { limitParameter, listOf } from '../orders/list.js';
import { named, nullable, oneOf, refTo } from '../reply.js';
import { fault, plain } from '../shape/field.js';
import { numberParameter, query, uncheckedParameter } from '../shape/query.js';
import { request } from '../shape/request.js';
import { optionalText } from '../shape/text.js';
import { Type } from '../shape/type.js';
import { optionalSeconds } from '../shape/value.js';
import { formatEventId, parseEventId, renderWebhookBody, WebhookBody } from './webhook-body.js';

export const Event = named(
  'Event',
  {
    id: Type.String({ description: '`evt_`, the id of the order and the number of the event within it' }),
    object: Type.Literal('event', { description: 'What this is' }),
    type: oneOf(EVENT_TYPES, { description: 'What happened' }),
    created_at: Type.Integer({ description: 'Epoch seconds' }),
    sequence: Type.Integer({ description: 'The number of the event within its order' }),
    order_id: Type.String({ description: 'The order it happened to, `ch_…`' }),
    data: Type.Object({ object: refTo(WebhookBody) }, { description: 'The order as it was then' }),
  },
  { description: 'Something that happened to an order' },
);

export const Events = listOf(Event);

export function renderEvent(order: Order, event: OrderEvent, audience: Audience): Static<typeof Event> {
  return {
    id: formatEventId(order.uuid, event.sequence),
    object: 'event',
    type: event.type,
    created_at: toSeconds(event.createdAt),
    sequence: event.sequence,
    order_id: formatOrderId(order.uuid),
    data: { object: renderWebhookBody(order, event, audience) },
  };
}

const Headers = Type.Unsafe<object>(Type.Record(Type.String(), Type.Unknown(), { description: 'By their names' }));

export const Attempt = named(
  'DeliveryAttempt',
  {
    endpoint_id: Type.String({ description: 'The endpoint it went to' }),
    url: Type.String({ description: 'The address it went to' }),
    attempt: Type.Integer({ description: '1 for the first' }),
    at: Type.Integer({ description: 'Epoch seconds' }),
    duration_ms: Type.Integer({ description: 'How long it took, in milliseconds' }),
    outcome: Type.String({ description: 'delivered, retry or failed' }),
    reason: nullable(Type.String(), { description: 'Why it was not accepted' }),
    next_attempt_at: nullable(Type.Integer(), { description: 'When the next one is due, epoch seconds' }),
    request: Type.Object(
      { headers: Headers, body: Type.String({ description: 'The bytes that were signed' }) },
      { description: 'What was sent' },
    ),
    response: nullable(
      Type.Object({
        status: Type.Integer({ description: 'The HTTP status' }),
        headers: nullable(Headers),
        body: nullable(Type.String(), { description: 'The first KiB' }),
      }),
      { description: 'What came back; null when nothing did' },
    ),
  },
  { description: 'One try to deliver an event to an endpoint' },
);

export const Attempts = listOf(Attempt);

export function renderAttempt(attempt: DeliveryAttempt): Static<typeof Attempt> {
  return {
    endpoint_id: attempt.endpointId,
    url: attempt.url,
    attempt: attempt.number,
    at: toSeconds(attempt.at),
    duration_ms: attempt.durationMs,
    outcome: attempt.outcome,
    reason: attempt.reason,
    next_attempt_at: attempt.nextAt === null ? null : toSeconds(attempt.nextAt),
    request: attempt.request,
    response: attempt.reply,
  };
}

export const Redelivered = named(
  'Redelivered',
  {
    status: Type.Literal('redelivering', { description: 'It is on its way' }),
    endpoints: Type.Integer({ description: 'To how many endpoints' }),
  },
  { description: 'An event on its way once more' },
);

export function renderRedelivered(endpoints: number): Static<typeof Redelivered> {
  return { status: 'redelivering', endpoints };
}

/** A cursor is an encoded position, so that clients do not depend on its form. */
export function formatEventCursor({ position, mark }: EventPosition): string {
  const place = `ec_${position.toString(36)}`;
  return mark === null ? place : `${place}_${mark}`;
}

/** Cursors of earlier versions have no mark. */
export function parseEventCursor(cursor: string): EventPosition | null {
  const [, digits, mark = null] = /^ec_([0-9a-z]{1,12})(?:_([0-9a-f]{8}))?$/.exec(cursor) ?? [];
  if (digits === undefined) return null;
  const position = [...digits].reduce((sum, digit) => sum * 36n + BigInt(Number.parseInt(digit, 36)), 0n);
  return { position, mark };
}

/** `after` is a next_cursor or the id of an event. */
export function readEventCursor(after: string): EventCursor {
  const place = parseEventCursor(after) ?? parseEventId(after);
  if (place === null) throw invalidRequest({ param: 'after', error: 'invalid_cursor' });
  return place;
}

export const EventList = query(
  {
    after: plain(uncheckedParameter({ description: '`next_cursor` of the page before, or the id of an event' })),
    limit: limitParameter(),
    wait: plain(
      numberParameter({ min: 0, max: 30, fallback: 0 }, { description: 'How many seconds to wait for an event' }),
    ),
  },
  { name: 'ListEvents' },
);

/** Either everything after a cursor, or a span of time. */
export const ReplayRange = request(
  {
    after: plain(optionalText({ description: 'A cursor or event id' })),
    from: plain(optionalSeconds({ description: 'The first second, epoch seconds' })),
    to: plain(optionalSeconds({ description: 'The last second, epoch seconds; else now' })),
  },
  {
    name: 'ReplayRange',
    about: {
      description: 'Everything after an event or cursor, or a span of time: `after` or `from` is needed',
      examples: [{ from: 1763164800 }, { after: 'ec_0' }],
      minProperties: 1,
    },
    check({ after, from }, reading) {
      if (after === null && from === null) fault(reading, 'after', 'required');
    },
  },
);
