// Handles waiting deliveries that no other statement makes due. Runs every few seconds.
import type { Db } from '../../db.js';
import { inAllShards } from '../../in-shards.js';
import { prepared, sql } from '../../sql.js';
import { isInState, OPEN, sameDelivery, sameOrder, stateByAge } from './states.js';

const BY_AGE = stateByAge('d');
const IS_CANDIDATE = sameDelivery('d', 'c');
const STILL_WAITS = isInState('d', 'waiting');

/**
 * Makes deliveries due that no longer have an older one to wait for. Either they began to wait at the very moment the
 * older one was recorded, or the older one was superseded. The first case affects only young deliveries, so a long
 * queue of old ones is not scanned again and again. The second affects the oldest, so those are checked too.
 */
export async function releaseOldest(db: Db): Promise<void> {
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
      and ${STILL_WAITS}
      and ${BY_AGE} = 'due'`;
  await inAllShards(db, (shard) => shard.query(prepared('release_oldest', statement)));
}

const OLDER_OF_ORDER = sameOrder('older', 'n');
const IS_OLDER = sameDelivery('d', 'older');

/**
 * Supersedes older deliveries if a newer one of the same order has waited longer than `patienceMs` for them (D52). If any
 * of the older ones is being sent or held, all of them stay. Afterwards `releaseOldest` makes the newer one due, once
 * every older one really is superseded, so a newer delivery never overtakes an older one.
 */
export async function supersedeOverdue(db: Db, patienceMs: number): Promise<void> {
  const statement = sql`
    with overdue as (
      select account_id, livemode, endpoint_id, order_id, sequence
      from webhook_deliveries
      where state = 'waiting'
        and created_at < now() - ${patienceMs} * interval '1 millisecond'
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
          and older.state in ${OPEN}
        offset 0) d
    )
    update webhook_deliveries d
    set state = 'superseded'
    from older
    where older.is_free
      and ${IS_OLDER}
      and d.state in ('due', 'waiting')
      and d.lease_owner is null`;
  await inAllShards(db, (shard) => shard.query(prepared('supersede_overdue', statement)));
}
