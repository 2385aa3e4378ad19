// Sends events again when a merchant asks: one event to all endpoints, or a range of events to one endpoint.
import type { Scope } from '../../../domain/accounts/account.js';
import type { EventKey } from '../../../domain/orders/event.js';
import type { Queryable } from '../../db.js';
import { ofScope } from '../../scope.js';
import { sql } from '../../sql.js';
import type { Replay } from '../replays.js';
import { stateByAge } from './states.js';

/**
 * Sends an event again to every active endpoint that subscribes to its type, and returns the number of endpoints. A
 * delivery that waits for an older one keeps waiting, and one that is being sent is not sent a second time in parallel.
 */
export async function redeliver(db: Queryable, scope: Scope, { orderId, sequence }: EventKey): Promise<number> {
  const rows = await db.query(sql`
    with wanted as (
      select e.account_id, e.livemode, e.id
      from order_events v
      join webhook_endpoints e on e.account_id = v.account_id
        and e.livemode = v.livemode
        and v.type = any(e.events)
      where ${ofScope(scope, 'v.')}
        and v.order_id = ${orderId}
        and v.sequence = ${sequence}
        and e.deleted_at is null
        and e.is_active
    ), new_deliveries as (
      insert into webhook_deliveries (account_id, livemode, endpoint_id, order_id, sequence, state, due_at, created_at)
      select account_id, livemode, id, ${orderId}::uuid, ${sequence}::integer, 'due', now(), now()
      from wanted
      on conflict (account_id, livemode, endpoint_id, order_id, sequence) do update
      set state = 'due', due_at = excluded.due_at, attempts = 0
      where webhook_deliveries.lease_owner is null
        and webhook_deliveries.state in ('delivered', 'failed', 'superseded', 'due'))
    select 1
    from wanted`);
  return rows.length;
}

/** Sends these events again to one endpoint, if it subscribes to them, and returns how many. In a transaction. */
export async function replayPage(tx: Queryable, replay: Replay, events: readonly EventKey[]): Promise<number> {
  const { scope, endpointId, requestedAt } = replay;
  const orderIds = events.map(({ orderId }) => orderId);
  // What came after the request is new, not replayed: its delivery stays as it is.
  const rows = await tx.query(sql`
    insert into webhook_deliveries (account_id, livemode, endpoint_id, order_id, sequence, state, due_at, created_at)
    select v.account_id, v.livemode, e.id, v.order_id, v.sequence,
      case when e.is_active then 'waiting' else 'held' end, now(), now()
    from unnest(${orderIds}::uuid[], ${events.map(({ sequence }) => sequence)}::integer[]) as asked(order_id, sequence)
    join webhook_endpoints e on ${ofScope(scope, 'e.')}
      and e.id = ${endpointId}
      and e.deleted_at is null
    join order_events v on v.account_id = e.account_id
      and v.livemode = e.livemode
      and v.order_id = asked.order_id
      and v.sequence = asked.sequence
      and v.type = any(e.events)
    order by v.order_id, v.sequence
    on conflict (account_id, livemode, endpoint_id, order_id, sequence) do update
    set state = excluded.state, due_at = excluded.due_at, created_at = excluded.created_at, attempts = 0
    where webhook_deliveries.state in ('delivered', 'failed', 'superseded')
      and webhook_deliveries.created_at <= ${new Date(requestedAt)}
    returning 1`);
  // The oldest delivery of each order goes first. Others that were already due wait for it, unless they are being sent.
  await tx.query(sql`
    update webhook_deliveries d
    set state = ${BY_AGE}
    where ${ofScope(scope, 'd.')}
      and d.endpoint_id = ${endpointId}
      and d.order_id = any(${orderIds}::uuid[])
      and d.state in ('due', 'waiting')
      and d.lease_owner is null
      and d.state <> ${BY_AGE}`);
  return rows.length;
}

const BY_AGE = stateByAge('d');
