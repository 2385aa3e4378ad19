// Writes the fields of an order that can change: those about money as part of the single statement in store/money/books.ts,
// its point when the customer chooses another one.

import { isLive } from '../../domain/base/mode.js';
import type { EventType } from '../../domain/orders/event-types.js';
import type { Order } from '../../domain/orders/order.js';
import type { PointSnapshot } from '../../domain/points/payment-point.js';
import type { Queryable } from '../db.js';
import { ofAccount, ofScope } from '../scope.js';
import { type Sql, sql, timeFrom, unlessZero } from '../sql.js';
import { writePoint } from './order-row.js';

/**
 * An order after one change. Only `lastEvent` is still the value before it; writing adds the number of these events.
 * One statement may hold several changes of an order, in the order they happened, each with its own events and state.
 */
export type ChangedOrder = { readonly order: Order; readonly events: readonly EventType[] };

export function changedOrders(changes: readonly ChangedOrder[], accountId: string | null): Sql {
  const last = new Map(changes.map((change) => [change.order.uuid, change]));
  return sql`
    update orders
    set status = row.status, received = row.received, surplus = coalesce(row.surplus, 0), held = coalesce(row.held, 0),
      refunded = coalesce(row.refunded, 0), accepted_at = ${timeFrom('row.accepted_ms')}, released = row.released,
      updated_at = ${timeFrom('row.updated_ms')}, last_event = row.last_event
    from json_to_recordset(${JSON.stringify([...last.values()].map(orderRow))}::json) as row(
      account_id uuid, livemode boolean, id uuid, status text, received bigint, surplus bigint, held bigint, refunded bigint,
      accepted_ms float8, released boolean, updated_ms float8, last_event integer)
    where orders.account_id = row.account_id
      and orders.livemode = row.livemode
      and orders.id = row.id
      ${ofAccount('orders.account_id', accountId)}`;
}

function orderRow({ order, events }: ChangedOrder) {
  return {
    account_id: order.scope.accountId,
    livemode: isLive(order.scope.mode),
    id: order.uuid,
    status: order.status,
    received: String(order.received),
    surplus: unlessZero(order.surplus),
    held: unlessZero(order.held),
    refunded: unlessZero(order.refunded),
    accepted_ms: order.acceptedAt,
    released: order.released,
    updated_ms: order.updatedAt,
    last_event: order.lastEvent + events.length,
  };
}

/** Lock the order first. */
export async function setOrderPoint(tx: Queryable, order: Order & { readonly point: PointSnapshot }): Promise<void> {
  const { scope, point } = order;
  await tx.query(sql`
    update orders
    set point_code = ${point.code}, point = ${JSON.stringify(writePoint(point))}, updated_at = ${new Date(order.updatedAt)}
    where ${ofScope(scope)}
      and id = ${order.uuid}`);
}
