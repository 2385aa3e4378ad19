// Deliveries that wait for an older one of their order: what no other statement sees to, looked for every few seconds.
import type { Queryable } from '../../db.js';
import { prepared, sql } from '../../sql.js';
import { sameDelivery, sameOrder, stateByAge, UNENDED } from './states.js';

const BY_AGE = stateByAge('d');
const IS_CANDIDATE = sameDelivery('d', 'c');

/**
 * Makes due what waits for nothing: it began to wait at the very moment when the one before it was recorded, or the one
 * before it was superseded. The first can only have happened to a young one, and a long queue of old ones is not walked
 * again and again; the oldest are looked at, too, since those are the ones that supersede.
 */
export async function releaseOldest(db: Queryable): Promise<void> {
  const statement = sql`
    with candidate as (
      (
        select account_id, livemode, endpoint_id, order_id, sequence
        from webhook_deliveries
        where state = 'waiting'
          and created_at > now() - interval '1 minute'
        order by created_at desc
        limit 20000
      )
      union
      (
        select account_id, livemode, endpoint_id, order_id, sequence
        from webhook_deliveries
        where state = 'waiting'
        order by created_at
        limit 1000
      )
    )
    update webhook_deliveries d
    set state = 'due', due_at = now()
    from candidate c
    where ${IS_CANDIDATE}
      and d.state = 'waiting'
      and ${BY_AGE} = 'due'`;
  await db.query(prepared('release_oldest', statement));
}

const OLDER_OF_ORDER = sameOrder('older', 'n');
const IS_OLDER = sameDelivery('d', 'older');

/**
 * Passes over what a newer delivery of the same order has waited for longer than `holdMs` (D52), unless one of them is being
 * sent or held at this moment: then all of them stay. `releaseOldest` makes the newer one due afterwards, when it sees that
 * every older one was in fact passed over; so a newer one never overtakes an older.
 */
export async function supersedeOverdue(db: Queryable, holdMs: number): Promise<void> {
  const statement = sql`
    with overdue as (
      select account_id, livemode, endpoint_id, order_id, sequence
      from webhook_deliveries
      where state = 'waiting'
        and created_at < now() - ${holdMs} * interval '1 millisecond'
      order by created_at
      limit 1000
    ), newest as (
      select account_id, livemode, endpoint_id, order_id, max(sequence) as sequence
      from overdue
      group by 1, 2, 3, 4
    ), older as (
      select d.account_id, d.livemode, d.endpoint_id, d.order_id, d.sequence,
        bool_and(d.state in ('due', 'waiting') and d.lease_owner is null)
          over (partition by d.account_id, d.livemode, d.endpoint_id, d.order_id) as is_free
      from newest n
      cross join lateral (
        select account_id, livemode, endpoint_id, order_id, sequence, state, lease_owner
        from webhook_deliveries older
        where ${OLDER_OF_ORDER}
          and older.sequence < n.sequence
          and older.state in ${UNENDED}
        offset 0) d
    )
    update webhook_deliveries d
    set state = 'superseded'
    from older
    where older.is_free
      and ${IS_OLDER}
      and d.state in ('due', 'waiting')
      and d.lease_owner is null`;
  await db.query(prepared('supersede_overdue', statement));
}
