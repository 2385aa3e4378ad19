// Reads the attempts of one endpoint page by page, the newest first, without what was sent. attempts.ts writes them.
import type { Scope } from '../../domain/accounts/account.js';
import { isUuid } from '../../domain/base/identity.js';
import type { PageAsk } from '../../domain/base/paging.js';
import type { EventKey } from '../../domain/orders/event.js';
import type { EventType } from '../../domain/orders/event-types.js';
import type { Queryable } from '../db.js';
import { ofScope } from '../scope.js';
import { raw, reading, sql } from '../sql.js';

export type ListedAttempt = EventKey & {
  readonly number: number;
  readonly at: number;
  readonly durationMs: number;
  readonly replyStatus: number | null;
  readonly outcome: string;
  readonly reason: string | null;
  /** null: there is no further attempt, or it is in this list. */
  readonly nextAt: number | null;
  /** null if the event is gone. */
  readonly type: EventType | null;
  readonly folio: string | null;
};

type Cursor = EventKey & { readonly at: number; readonly number: number };

/** The cursor of an attempt in its list: attempts of the same millisecond are told apart by their event. */
export function attemptCursor({ at, orderId, sequence, number }: Cursor): string {
  return `${at}_${orderId}_${sequence}_${number}`;
}

export function parseAttemptCursor(text: string): Cursor | null {
  const [, at, orderId = '', sequence, number] = /^(\d{1,14})_([0-9a-f-]{36})_(\d{1,9})_(\d{1,9})$/.exec(text) ?? [];
  if (!isUuid(orderId)) return null;
  return { at: Number(at), orderId, sequence: Number(sequence), number: Number(number) };
}

/** One more than a page if there are more. */
export async function listEndpointAttempts(
  db: Queryable,
  scope: Scope,
  endpointId: string,
  ask: PageAsk,
): Promise<ListedAttempt[]> {
  const isUp = ask.towards === 'previous';
  const place = ask.at === null ? null : parseAttemptCursor(ask.at);
  // The time alone is in the index; the rest of the order concerns only attempts of the same millisecond.
  const bound =
    place === null
      ? raw('')
      : sql`
      and at ${raw(isUp ? '>=' : '<=')} ${new Date(place.at)}
      and (at, order_id, sequence, number) ${raw(isUp ? '>' : '<')}
        (${new Date(place.at)}::timestamptz, ${place.orderId}::uuid, ${place.sequence}::integer, ${place.number}::integer)`;
  const direction = raw(isUp ? 'asc' : 'desc');
  const rows = await db.query<ListedAttempt>(reading(scope)`
    select a.order_id as "orderId", a.sequence, a.number, a.at, a.duration_ms as "durationMs", a.reply_status as "replyStatus",
      a.outcome, a.reason, v.type, o.folio,
      case when a.number = later.number then a.next_at end as "nextAt"
    from (
      select account_id, livemode, order_id, sequence, number, at, duration_ms, reply_status, outcome, reason, next_at
      from webhook_attempts
      where ${ofScope(scope)}
        and endpoint_id = ${endpointId}
        ${bound}
      order by at ${direction}, order_id ${direction}, sequence ${direction}, number ${direction}
      limit ${ask.limit + 1}) a
    left join lateral (
      select type
      from order_events
      where order_events.account_id = a.account_id
        and order_events.livemode = a.livemode
        and order_events.order_id = a.order_id
        and order_events.sequence = a.sequence
      limit 1) v on true
    left join lateral (
      select folio
      from orders
      where ${ofScope(scope, 'orders.')}
        and orders.id = a.order_id
      limit 1) o on true
    cross join lateral (
      select max(x.number) as number
      from webhook_attempts x
      where ${ofScope(scope, 'x.')}
        and x.order_id = a.order_id
        and x.sequence = a.sequence
        and x.endpoint_id is not distinct from ${endpointId}::uuid) later
    order by a.at ${direction}, a.order_id ${direction}, a.sequence ${direction}, a.number ${direction}`);
  return rows;
}
