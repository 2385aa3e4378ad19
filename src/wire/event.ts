// Events as merchants list them (D54).
import { toSeconds } from '../domain/clock.js';
import type { DeliveryAttempt } from '../domain/endpoint.js';
import type { EventPlace, OrderEvent } from '../domain/event.js';
import { formatOrderId } from '../domain/identity.js';
import type { Order } from '../domain/order.js';
import { type Fault, invalidRequest } from '../errors.js';
import { type JsonObject, readFields } from './fields.js';
import { formatEventId, parseEventId, renderWebhookBody } from './webhook-body.js';

export function renderEvent(
  order: Order,
  event: OrderEvent,
  options: { serviceName: string; interfaceVersion: string },
): JsonObject {
  return {
    id: formatEventId(order.uuid, event.sequence),
    object: 'event',
    type: event.type,
    created_at: toSeconds(event.createdAt),
    sequence: event.sequence,
    order_id: formatOrderId(order.uuid),
    data: { object: renderWebhookBody(order, event, options) },
  };
}

export function renderAttempt(attempt: DeliveryAttempt): JsonObject {
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

/** A cursor is a position in another dress. */
export function formatEventCursor(position: bigint): string {
  return `ec_${position.toString(36)}`;
}

export function parseEventCursor(cursor: string): bigint | null {
  const digits = /^ec_([0-9a-z]{1,12})$/.exec(cursor)?.[1];
  return digits === undefined
    ? null
    : [...digits].reduce((sum, digit) => sum * 36n + BigInt(Number.parseInt(digit, 36)), 0n);
}

/** `after` takes a next_cursor, or the id of an event. */
export function readEventPlace(after: string): EventPlace {
  const position = parseEventCursor(after);
  const place = position === null ? parseEventId(after) : { position };
  if (place === null) throw invalidRequest({ param: 'after', error: 'invalid_cursor' });
  return place;
}

export type EventQuery = { readonly after: string | null; readonly limit: number; readonly waitSeconds: number };

export function readEventQuery(query: JsonObject): EventQuery {
  const faults: Fault[] = [];
  const whole = (name: string, fallback: number, min: number, max: number) => {
    const value = [query[name]].flat().at(-1);
    if (value === undefined || value === '') return fallback;
    const number = typeof value === 'string' && /^\d{1,3}$/.test(value) ? Number(value) : -1;
    if (number < min || number > max) faults.push({ param: name, error: 'out_of_range', details: { min, max } });
    return number;
  };
  const after = [query['after']].flat().at(-1);
  const read = {
    after: typeof after === 'string' && after !== '' ? after : null,
    limit: whole('limit', 20, 1, 100),
    waitSeconds: whole('wait', 0, 0, 30),
  };
  if (faults.length > 0) throw invalidRequest(...faults);
  return read;
}

/** Either everything after a cursor, or a span of time in epoch seconds. */
export function readReplayRange(body: JsonObject): { after: string | null; from: number | null; to: number | null } {
  const fields = readFields(body);
  const range = {
    after: fields.optionalText('after'),
    from: fields.optionalSeconds('from'),
    to: fields.optionalSeconds('to'),
  };
  if (range.after === null && range.from === null && fields.isFine('from')) fields.fault('after', 'required');
  fields.finish();
  return range;
}
