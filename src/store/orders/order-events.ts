// Owns order_events and event_positions: every event of a merchant, at a position that never changes (D54).
import type { Scope } from '../../domain/accounts/account.js';
import { isUuid } from '../../domain/base/identity.js';
import { isLive } from '../../domain/base/mode.js';
import {
  type EventKey,
  eventText,
  type OrderEvent,
  type OrderSnapshot,
  orderEvent,
  type PositionedEvent,
} from '../../domain/orders/event.js';
import type { EventType } from '../../domain/orders/event-types.js';
import type { Order } from '../../domain/orders/order.js';
import type { Db, Queryable } from '../db.js';
import { shardOf } from '../in-shards.js';
import { ofScope } from '../scope.js';
import { columns, raw, type Sql, sql, timeFrom } from '../sql.js';
import { ORDER_COLUMNS, type OrderRow, toOrder } from './order-row.js';

/**
 * Stores the events that `rows` selects, as part of the statement that stores or changes their orders. NEW_DELIVERIES
 * reads the rows that this returns.
 */
export function newEvents(rows: Sql): Sql {
  return sql`
    insert into order_events (account_id, livemode, order_id, sequence, type, created_at, order_state, mac)
    ${rows}
    returning account_id, livemode, order_id, sequence, type`;
}

/** The events of these changes, as rows for `newEvents`, each with the state after its own change. */
export function eventRows(
  db: Queryable,
  orders: readonly { readonly order: Order; readonly events: readonly EventType[] }[],
): Sql {
  const rows = orders.flatMap(({ order, events }) =>
    events.map((type, index) => eventRow(db, order, orderEvent(order, order.lastEvent + index + 1, type))),
  );
  return sql`
    select account_id, livemode, order_id, sequence, type, ${timeFrom('created_ms')}, order_state, mac
    from json_to_recordset(${JSON.stringify(rows)}::json) as row(
      account_id uuid, livemode boolean, order_id uuid, sequence integer, type text, created_ms float8, order_state json,
      mac bytea)`;
}

function eventRow(db: Queryable, order: Order, event: OrderEvent) {
  return {
    account_id: order.scope.accountId,
    livemode: isLive(order.scope.mode),
    order_id: order.uuid,
    sequence: event.sequence,
    type: event.type,
    created_ms: event.createdAt,
    order_state: event.orderState,
    mac: db.mac(eventText(order, event)),
  };
}

/** As many as the largest page of the API and then some: 30 ms on a busy machine. */
const PLACED_AT_ONCE = 500;

/**
 * Assigns positions to the oldest events that have none, and returns how many. Only committed events get one, and only
 * one process assigns at a time, so a client that has read up to a position never finds a new event at a smaller one.
 */
export async function placeEvents(db: Db, scope: Scope): Promise<number> {
  const shard = shardOf(db, scope.accountId);
  const waiting = await shard.query(sql`
    select from order_events
    where ${ofScope(scope)}
      and position is null
    limit 1`);
  return waiting.length === 0 ? 0 : shard.transaction((tx) => placeOldest(tx, scope));
}

/** Locks the last assigned position, assigns positions to the oldest events and returns how many it placed. */
async function placeOldest(tx: Queryable, scope: Scope): Promise<number> {
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
        where ${ofScope(scope)}
          and position is null
        order by created_at, order_id, sequence
        limit ${raw(String(PLACED_AT_ONCE))}) oldest) unplaced
    where ${ofScope(scope, 'order_events.')}
      and order_events.order_id = unplaced.order_id
      and order_events.sequence = unplaced.sequence
    returning 1`);
  await tx.query(sql`
    update event_positions
    set last_position = ${last + BigInt(rows.length)}
    where ${ofScope(scope)}`);
  return rows.length;
}

const OF_ORDER = columns(ORDER_COLUMNS, 'o');

const EVENT_COLUMNS = raw(`v.position, v.sequence as event_sequence, v.type as event_type,
  v.created_at as event_created_at, v.order_state`);

// The limit keeps the planner from joining: whatever it believes about the tables, each event costs one look-up by key.
// With a join, a page of an account with 2,000,000 events took 2 to 7 s.
const itsOrder = ({ accountId }: Scope) => sql`
  cross join lateral (
    select ${columns(ORDER_COLUMNS)}
    from orders
    where orders.account_id = v.account_id
      and orders.livemode = v.livemode
      and orders.id = v.order_id
      and orders.account_id = ${accountId}
    limit 1) o`;

type EventRow = OrderRow & {
  position: bigint | null;
  event_sequence: number;
  event_type: EventType;
  event_created_at: number;
  order_state: OrderSnapshot;
};

/** Events after a position, oldest first. */
export async function listEvents(
  db: Queryable,
  scope: Scope,
  page: { readonly after: bigint; readonly limit: number },
): Promise<PositionedEvent[]> {
  const rows = await db.query<EventRow>(sql`
    select ${EVENT_COLUMNS}, ${OF_ORDER}
    from (
      select account_id, livemode, order_id, sequence, type, created_at, order_state, position
      from order_events
      where ${ofScope(scope)}
        and position > ${page.after}
      order by position
      limit ${page.limit}) v
    ${itsOrder(scope)}
    order by v.position`);
  return rows.map(toPlacedEvent);
}

export async function findEvent(
  db: Queryable,
  scope: Scope,
  { orderId, sequence }: EventKey,
): Promise<PositionedEvent | null> {
  if (!isUuid(orderId)) return null;
  const rows = await db.query<EventRow>(sql`
    select ${EVENT_COLUMNS}, ${OF_ORDER}
    from order_events v
    ${itsOrder(scope)}
    where ${ofScope(scope, 'v.')}
      and v.order_id = ${orderId}
      and v.sequence = ${sequence}`);
  return rows[0] === undefined ? null : toPlacedEvent(rows[0]);
}

/** The newest events of an order, newest first. */
export async function listEventsOf(db: Queryable, scope: Scope, orderId: string, limit: number): Promise<OrderEvent[]> {
  return db.query<OrderEvent>(sql`
    select sequence, type, created_at as "createdAt", order_state as "orderState"
    from order_events
    where ${ofScope(scope)}
      and order_id = ${orderId}
    order by sequence desc
    limit ${limit}`);
}

/** How many of an order's events up to this one tell of a refund. */
export async function countRefundEvents(db: Queryable, { scope, uuid }: Order, sequence: number): Promise<number> {
  const rows = await db.query(sql`
    select from order_events
    where ${ofScope(scope)}
      and order_id = ${uuid}
      and sequence <= ${sequence}
      and type = 'charge.refunded'`);
  return rows.length;
}

function toPlacedEvent(row: EventRow): PositionedEvent {
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
