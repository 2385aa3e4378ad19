// Reads a merchant's events for people: the newest first, of all types or of one, a page at a time in both directions.
import type { Scope } from '../../domain/accounts/account.js';
import { isUuid } from '../../domain/base/identity.js';
import type { PageAsk } from '../../domain/base/paging.js';
import type { EventKey } from '../../domain/orders/event.js';
import type { EventType } from '../../domain/orders/event-types.js';
import type { Queryable } from '../db.js';
import { ofScope } from '../scope.js';
import { raw, reading, type Sql, sql } from '../sql.js';

export type ListedEvent = EventKey & {
  readonly type: EventType;
  readonly at: number;
  readonly folio: string;
  readonly productId: string;
  readonly productName: string;
  /** Deliveries of the event, and how many of them arrived or were given up. */
  readonly deliveries: number;
  readonly delivered: number;
  readonly failed: number;
};

type Cursor = EventKey & { readonly at: number };

/** The cursor of an event in its list. Events of the same millisecond are told apart by their order. */
export function eventCursor({ at, orderId, sequence }: Cursor): string {
  return `${at}_${orderId}_${sequence}`;
}

export function parseEventCursor(text: string): Cursor | null {
  const [, at, orderId = '', sequence] = /^(\d{1,14})_([0-9a-f-]{36})_(\d{1,9})$/.exec(text) ?? [];
  return isUuid(orderId) ? { at: Number(at), orderId, sequence: Number(sequence) } : null;
}

/** One more than a page if there are more. */
export async function listNewestEvents(
  db: Queryable,
  scope: Scope,
  type: EventType | null,
  ask: PageAsk,
): Promise<ListedEvent[]> {
  const direction = raw(ask.towards === 'next' ? 'desc' : 'asc');
  return db.query<ListedEvent>(reading(scope)`
    select v.order_id as "orderId", v.sequence, v.type, v.created_at as at, o.folio, o.product_id as "productId",
      o.product_name as "productName",
      d.deliveries, d.delivered, d.failed
    from (${keys(scope, type, ask)}) v
    cross join lateral (
      select folio, product_id, product_name
      from orders
      where ${ofScope(scope, 'orders.')}
        and orders.id = v.order_id
      limit 1) o
    cross join lateral (
      select count(*)::integer as deliveries, (count(*) filter (where state = 'delivered'))::integer as delivered,
        (count(*) filter (where state = 'failed'))::integer as failed
      from webhook_deliveries
      where ${ofScope(scope, 'webhook_deliveries.')}
        and webhook_deliveries.order_id = v.order_id
        and webhook_deliveries.sequence = v.sequence) d
    order by v.created_at ${direction}, v.order_id ${direction}, v.sequence ${direction}`);
}

/**
 * Every way has its index: with a position and without one by time, and by type and time. The first events of orders are
 * not in the index by type. They are in the order of their orders' ids, which hold the time.
 */
function keys(scope: Scope, type: EventType | null, { at, towards, ...ask }: PageAsk): Sql {
  const place = at === null ? null : parseEventCursor(at);
  const limit = ask.limit + 1;
  const [sign, direction] = towards === 'next' ? [raw('<'), raw('desc')] : [raw('>'), raw('asc')];
  const bound =
    place === null
      ? raw('')
      : sql`and (created_at, order_id, sequence) ${sign}
        (${new Date(place.at)}::timestamptz, ${place.orderId}::uuid, ${place.sequence}::integer)`;
  const part = (where: Sql) => sql`(
    select order_id, sequence, type, created_at
    from order_events
    where ${ofScope(scope)}
      and ${where}
      ${bound}
    order by created_at ${direction}, order_id ${direction}, sequence ${direction}
    limit ${limit})`;
  if (type === 'charge.pending')
    return sql`
    select order_id, sequence, type, created_at
    from order_events
    where ${ofScope(scope)}
      and sequence = 1
      and type = 'charge.pending'
      ${place === null ? raw('') : sql`and order_id ${sign} ${place.orderId}`}
    order by order_id ${direction}
    limit ${limit}`;
  if (type !== null) return part(sql`type = ${type} and type <> 'charge.pending'`);
  return sql`
    select order_id, sequence, type, created_at
    from (
      ${part(sql`position is not null`)}
      union all
      ${part(sql`position is null`)}) found
    order by created_at ${direction}, order_id ${direction}, sequence ${direction}
    limit ${limit}`;
}
