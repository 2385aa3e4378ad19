// Every event of a merchant, in an order that never changes afterwards (D54), and what became of each.

import type { Scope } from '../../domain/account.js';
import type { DeliveryAttempt } from '../../domain/endpoint.js';
import type { EventType, OrderEvent, OrderState } from '../../domain/event.js';
import { isUuid } from '../../domain/identity.js';
import { isLive } from '../../domain/mode.js';
import type { Order } from '../../domain/order.js';
import type { Db, Queryable } from '../db.js';
import { sql } from '../sql.js';
import { ORDER_COLUMNS, type OrderRow, toOrder } from './order-row.js';

export type PlacedEvent = { readonly position: bigint; readonly order: Order; readonly event: OrderEvent };

const PLACED_AT_ONCE = 1000;

/**
 * Gives events that have become visible their positions. One process at a time: whoever has read up to a position will
 * never find a smaller one later.
 */
export async function placeEvents(db: Db, scope: Scope): Promise<void> {
  for (let placed = PLACED_AT_ONCE; placed === PLACED_AT_ONCE; ) {
    const waiting = await db.query(sql`
      select from order_events
      where account_id = ${scope.accountId}
        and livemode = ${isLive(scope.mode)}
        and position is null
      limit 1`);
    if (waiting.length === 0) return;
    placed = await db.transaction(async (tx) => {
      const locked = await tx.query<{ last_position: bigint }>(sql`
        insert into event_positions (account_id, livemode, last_position)
        values (${scope.accountId}, ${isLive(scope.mode)}, 0)
        on conflict (account_id, livemode) do update
        set last_position = event_positions.last_position
        returning last_position`);
      const last = locked[0]?.last_position ?? 0n;
      const rows = await tx.query(sql`
        update order_events
        set position = ${last} + unplaced.place
        from (
          select order_id, sequence, row_number() over (order by created_at, order_id, sequence) as place
          from (
            select order_id, sequence, created_at
            from order_events
            where account_id = ${scope.accountId}
              and livemode = ${isLive(scope.mode)}
              and position is null
            order by created_at, order_id, sequence
            limit ${PLACED_AT_ONCE}) oldest) unplaced
        where order_events.account_id = ${scope.accountId}
          and order_events.livemode = ${isLive(scope.mode)}
          and order_events.order_id = unplaced.order_id
          and order_events.sequence = unplaced.sequence
        returning 1`);
      await tx.query(sql`
        update event_positions
        set last_position = ${last + BigInt(rows.length)}
        where account_id = ${scope.accountId}
          and livemode = ${isLive(scope.mode)}`);
      return rows.length;
    });
  }
}

const EVENT_COLUMNS = `v.position, v.sequence as event_sequence, v.type as event_type, v.created_at as event_created_at, v.order_state,
  ${ORDER_COLUMNS.map((column) => `o.${column}`).join(', ')}`;

type EventRow = OrderRow & {
  position: bigint | null;
  event_sequence: number;
  event_type: EventType;
  event_created_at: number;
  order_state: OrderState;
};

/** Oldest first, after a position. */
export async function listEvents(
  db: Queryable,
  scope: Scope,
  page: { readonly after: bigint; readonly limit: number },
): Promise<PlacedEvent[]> {
  const rows = await db.query<EventRow>({
    text: `
      select ${EVENT_COLUMNS}
      from order_events v
      join orders o on o.account_id = v.account_id and o.livemode = v.livemode and o.id = v.order_id
      where v.account_id = $1
        and v.livemode = $2
        and v.position > $3
      order by v.position
      limit $4`,
    values: [scope.accountId, isLive(scope.mode), page.after, page.limit],
  });
  return rows.map(toPlacedEvent);
}

export async function findEvent(
  db: Queryable,
  scope: Scope,
  orderId: string,
  sequence: number,
): Promise<PlacedEvent | null> {
  if (!isUuid(orderId)) return null;
  const rows = await db.query<EventRow>({
    text: `
      select ${EVENT_COLUMNS}
      from order_events v
      join orders o on o.account_id = v.account_id and o.livemode = v.livemode and o.id = v.order_id
      where v.account_id = $1
        and v.livemode = $2
        and v.order_id = $3
        and v.sequence = $4`,
    values: [scope.accountId, isLive(scope.mode), orderId, sequence],
  });
  return rows[0] === undefined ? null : toPlacedEvent(rows[0]);
}

function toPlacedEvent(row: EventRow): PlacedEvent {
  return {
    position: row.position ?? 0n,
    order: toOrder(row),
    event: {
      sequence: row.event_sequence,
      type: row.event_type,
      createdAt: row.event_created_at,
      orderState: row.order_state,
    },
  };
}

export async function listAttempts(
  db: Queryable,
  scope: Scope,
  orderId: string,
  sequence: number,
): Promise<DeliveryAttempt[]> {
  return db.query<DeliveryAttempt>(sql`
    select endpoint_id, number, at, duration_ms, url, request_headers, request_body, reply_status, reply_headers, reply_body,
      outcome, reason, next_at
    from webhook_attempts
    where account_id = ${scope.accountId}
      and livemode = ${isLive(scope.mode)}
      and order_id = ${orderId}
      and sequence = ${sequence}
    order by at, endpoint_id, number
    limit 1000`);
}

export type DeliveryState = {
  readonly endpoint_id: string;
  readonly state: string;
  readonly attempts: number;
  readonly due_at: number;
};

export async function listDeliveries(
  db: Queryable,
  scope: Scope,
  orderId: string,
  sequence: number,
): Promise<DeliveryState[]> {
  return db.query<DeliveryState>(sql`
    select endpoint_id, state, attempts, due_at
    from webhook_deliveries
    where account_id = ${scope.accountId}
      and livemode = ${isLive(scope.mode)}
      and order_id = ${orderId}
      and sequence = ${sequence}
    order by endpoint_id`);
}

/**
 * Sends an event once more to every endpoint that is on and asks for its kind; tells to how many. One that waits behind an
 * older notice goes on waiting, and one that is being sent is not sent beside itself.
 */
export async function redeliver(db: Queryable, scope: Scope, orderId: string, sequence: number): Promise<number> {
  const rows = await db.query(sql`
    with wanted as (
      select e.account_id, e.livemode, e.id
      from order_events v
      join webhook_endpoints e on e.account_id = v.account_id
        and e.livemode = v.livemode
        and v.type = any(e.events)
      where v.account_id = ${scope.accountId}
        and v.livemode = ${isLive(scope.mode)}
        and v.order_id = ${orderId}
        and v.sequence = ${sequence}
        and e.deleted_at is null
        and e.is_active
    ), sent as (
      insert into webhook_deliveries (account_id, livemode, endpoint_id, order_id, sequence, state, due_at, created_at)
      select account_id, livemode, id, ${orderId}::uuid, ${sequence}::integer, 'due', now(), now()
      from wanted
      on conflict (account_id, livemode, endpoint_id, order_id, sequence) do update
      set state = 'due', due_at = now(), attempts = 0
      where webhook_deliveries.lease_owner is null
        and webhook_deliveries.state in ('delivered', 'failed', 'superseded', 'due'))
    select 1
    from wanted`);
  return rows.length;
}

export type ReplayRange = { readonly after: bigint | null; readonly from: number | null; readonly to: number | null };

/** Sends a range of events once more to one endpoint, the notices of each order in their order; tells how many. */
export async function replay(db: Db, scope: Scope, endpointId: string, range: ReplayRange): Promise<number> {
  const from = range.from === null ? null : new Date(range.from);
  const to = range.to === null ? null : new Date(range.to);
  return db.transaction(async (tx) => {
    const rows = await tx.query(sql`
      insert into webhook_deliveries (account_id, livemode, endpoint_id, order_id, sequence, state, due_at, created_at)
      select v.account_id, v.livemode, e.id, v.order_id, v.sequence,
        case when e.is_active then 'waiting' else 'held' end, now(), now()
      from order_events v
      join webhook_endpoints e on e.account_id = v.account_id
        and e.livemode = v.livemode
        and e.id = ${endpointId}
        and v.type = any(e.events)
      where v.account_id = ${scope.accountId}
        and v.livemode = ${isLive(scope.mode)}
        and (${range.after}::bigint is null or v.position > ${range.after})
        and (${from}::timestamptz is null or v.created_at >= ${from})
        and (${to}::timestamptz is null or v.created_at <= ${to})
      on conflict (account_id, livemode, endpoint_id, order_id, sequence) do update
      set state = excluded.state, due_at = now(), created_at = now(), attempts = 0
      where webhook_deliveries.state in ('delivered', 'failed', 'superseded')
      returning 1`);
    // Of each order the oldest goes first, and what was due already waits behind it, unless it is being sent.
    await tx.query(sql`
      update webhook_deliveries d
      set state = case when live.place = 1 then 'due' else 'waiting' end
      from (
        select order_id, sequence, row_number() over (partition by order_id order by sequence) as place
        from webhook_deliveries
        where account_id = ${scope.accountId}
          and livemode = ${isLive(scope.mode)}
          and endpoint_id = ${endpointId}
          and state in ('due', 'waiting')) live
      where d.account_id = ${scope.accountId}
        and d.livemode = ${isLive(scope.mode)}
        and d.endpoint_id = ${endpointId}
        and d.order_id = live.order_id
        and d.sequence = live.sequence
        and d.state <> case when live.place = 1 then 'due' else 'waiting' end
        and d.state in ('due', 'waiting')
        and d.lease_owner is null`);
    return rows.length;
  });
}
