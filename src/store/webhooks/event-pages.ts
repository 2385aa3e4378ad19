// Reads the keys of a merchant's events page by page, in the order of positions or of time, for replays.
import type { Scope } from '../../domain/accounts/account.js';
import { NIL_UUID } from '../../domain/base/identity.js';
import type { EventKey } from '../../domain/orders/event.js';
import type { Queryable } from '../db.js';
import { ofScope } from '../scope.js';
import { type Sql, sql } from '../sql.js';

export type TimedKey = EventKey & { readonly at: number; readonly position: bigint | null };

/** Events after a position. Those without a position come after all that have one. */
export function pageByPosition(db: Queryable, scope: Scope, after: bigint, limit: number): Promise<TimedKey[]> {
  return db.query<TimedKey>(sql`
    select order_id as "orderId", sequence, created_at as at, position
    from order_events
    where ${ofScope(scope)}
      and position > ${after}
    order by order_events.position
    limit ${limit}`);
}

/** Events from one time to another, both included; `after` is the last event of the page before. */
export function pageByTime(
  db: Queryable,
  scope: Scope,
  span: {
    readonly from: number | null;
    readonly to: number | null;
    readonly after: (EventKey & { readonly at: number }) | null;
  },
  limit: number,
): Promise<TimedKey[]> {
  const { at, orderId, sequence } = span.after ?? { at: span.from ?? 0, orderId: NIL_UUID, sequence: 0 };
  // Events with a position are in one index by time, the others in another.
  const half = (where: Sql) => sql`(
    select order_id, sequence, created_at, position
    from order_events
    where ${ofScope(scope)}
      and ${where}
      and (created_at, order_id, sequence) > (${new Date(at)}::timestamptz, ${orderId}::uuid, ${sequence}::integer)
      and created_at <= ${span.to === null ? 'infinity' : new Date(span.to)}::timestamptz
    order by created_at, order_id, sequence
    limit ${limit})`;
  return db.query<TimedKey>(sql`
    select order_id as "orderId", sequence, created_at as at, position
    from (
      ${half(sql`position is not null`)}
      union all
      ${half(sql`position is null`)}) found
    order by created_at, order_id, sequence
    limit ${limit}`);
}
