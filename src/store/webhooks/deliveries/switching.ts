// Changes an endpoint's deliveries when it is switched off or on. No delivery is lost (D52).
import type { Scope } from '../../../domain/account.js';
import { isLive } from '../../../domain/mode.js';
import type { Queryable } from '../../db.js';
import { prepared, sql } from '../../sql.js';
import { stateByAge, UNENDED } from './states.js';

/**
 * Holds the endpoint's deliveries. One that is being sent keeps its lease, so that it is not sent again if it succeeds.
 */
export async function holdDeliveries(tx: Queryable, scope: Scope, endpointId: string): Promise<void> {
  await tx.query(sql`
    update webhook_deliveries
    set state = 'held'
    where account_id = ${scope.accountId}
      and livemode = ${isLive(scope.mode)}
      and endpoint_id = ${endpointId}
      and state in ('due', 'waiting')`);
}

const BY_AGE = stateByAge('d');

/**
 * Resumes held deliveries and restarts their attempts. Covers all live deliveries, because one that was created at the
 * moment of switching off may still be due.
 */
export async function releaseHeld(tx: Queryable, scope: Scope, endpointId: string): Promise<void> {
  await tx.query(sql`
    update webhook_deliveries d
    set state = ${BY_AGE}, due_at = now(), attempts = 0, created_at = now(), lease_owner = null
    where d.account_id = ${scope.accountId}
      and d.livemode = ${isLive(scope.mode)}
      and d.endpoint_id = ${endpointId}
      and d.state in ${UNENDED}`);
}

/**
 * Resumes deliveries that were created as held at the moment their endpoint was switched on. Visits only lanes with
 * held deliveries.
 */
export async function releaseForgotten(db: Queryable): Promise<void> {
  const statement = sql`
    with recursive lane as (
      (
        select account_id, livemode, endpoint_id
        from webhook_deliveries
        where state = 'held'
        order by account_id, livemode, endpoint_id, order_id, sequence
        limit 1
      )
      union all
      select next.account_id, next.livemode, next.endpoint_id
      from lane
      cross join lateral (
        select account_id, livemode, endpoint_id
        from webhook_deliveries d
        where d.state = 'held'
          and (d.account_id, d.livemode, d.endpoint_id) > (lane.account_id, lane.livemode, lane.endpoint_id)
        order by d.account_id, d.livemode, d.endpoint_id, d.order_id, d.sequence
        limit 1) next
    )
    update webhook_deliveries d
    set state = 'waiting', due_at = now(), created_at = now(), lease_owner = null
    from lane
    join webhook_endpoints e on e.account_id = lane.account_id
      and e.livemode = lane.livemode
      and e.id = lane.endpoint_id
      and e.is_active
      and e.deleted_at is null
    where d.account_id = lane.account_id
      and d.livemode = lane.livemode
      and d.endpoint_id = lane.endpoint_id
      and d.state = 'held'`;
  await db.query(prepared('release_forgotten', statement));
}
