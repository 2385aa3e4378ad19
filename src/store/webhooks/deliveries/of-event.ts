// Reads the deliveries of one event: its state at each endpoint.
import type { Scope } from '../../../domain/accounts/account.js';
import type { EventKey } from '../../../domain/orders/event.js';
import type { Delivery } from '../../../domain/webhooks/endpoint.js';
import type { Queryable } from '../../db.js';
import { ofScope } from '../../scope.js';
import { sql } from '../../sql.js';

export async function listDeliveries(
  db: Queryable,
  scope: Scope,
  { orderId, sequence }: EventKey,
): Promise<Delivery[]> {
  const rows = await db.query<{ endpoint_id: string; state: Delivery['state']; attempts: number; due_at: number }>(sql`
    select endpoint_id, state, attempts, due_at
    from webhook_deliveries
    where ${ofScope(scope)}
      and order_id = ${orderId}
      and sequence = ${sequence}
    order by endpoint_id`);
  return rows.map(({ endpoint_id, state, attempts, due_at }) => ({
    endpointId: endpoint_id,
    state,
    attempts,
    dueAt: due_at,
  }));
}

export type DeliveryOfOrder = Pick<Delivery, 'endpointId' | 'state'> & { readonly sequence: number };

/** Where each event of an order is at each endpoint. */
export async function listDeliveriesOfOrder(db: Queryable, scope: Scope, orderId: string): Promise<DeliveryOfOrder[]> {
  return db.query<DeliveryOfOrder>(sql`
    select sequence, endpoint_id as "endpointId", state
    from webhook_deliveries
    where ${ofScope(scope)}
      and order_id = ${orderId}
    order by sequence, endpoint_id
    limit 1000`);
}
