// Reads orders. Nothing here can be called without a Scope, but for what the customer page and the till need, which have no
// key.

import type { Scope } from '../../domain/account.js';
import { firstUuidAt } from '../../domain/identity.js';
import { isLive, type Mode } from '../../domain/mode.js';
import type { Order } from '../../domain/order.js';
import type { OrderFilter } from '../../domain/order-filter.js';
import type { Queryable } from '../db.js';
import { ORDER_COLUMNS, type OrderRow, toOrder } from './order-row.js';

// By the index orders_id.
const FIND_FOR_CUSTOMERS = `
select ${ORDER_COLUMNS}
from orders
where id = any($1::uuid[])`;

export async function findOrdersForCustomers(
  db: Queryable,
  uuids: readonly string[],
): Promise<{ order: Order | null }[]> {
  const rows = await db.query<OrderRow>({
    name: 'find_orders_for_customers',
    text: FIND_FOR_CUSTOMERS,
    values: [uuids],
  });
  const found = new Map(rows.map((row) => [row.id, row]));
  return uuids.map((uuid) => {
    const row = found.get(uuid);
    return { order: row === undefined ? null : toOrder(row) };
  });
}

// Unnamed, so that PostgreSQL plans it for the filters at hand: those that are null fall away, and each of the others has
// an index that also gives the order. An id is made of its creation time, so a span of time is a span of ids.
const LIST = `
select ${ORDER_COLUMNS}
from orders
where account_id = $1
  and livemode = $2
  and ($3::text is null or method = $3)
  and ($4::text is null or status = $4)
  and ($5::text is null or product_id = $5)
  and ($6::text is null or lower(customer_email) = lower($6))
  and ($7::text is null or folio = $7)
  and ($8::uuid is null or id >= $8)
  and ($9::uuid is null or id < $9)
  and ($10::uuid is null or id < $10)
order by id desc
limit $11`;

export async function listOrders(db: Queryable, scope: Scope, filter: OrderFilter): Promise<Order[]> {
  const rows = await db.query<OrderRow>({
    text: LIST,
    values: [
      scope.accountId,
      isLive(scope.mode),
      filter.method,
      filter.status,
      filter.productId,
      filter.customerEmail,
      filter.folio,
      filter.createdFrom === null ? null : firstUuidAt(filter.createdFrom),
      filter.createdTo === null ? null : firstUuidAt(filter.createdTo + 1),
      filter.before,
      filter.limit,
    ],
  });
  return rows.map(toOrder);
}

/** For a till, which knows no merchant. */
export async function findByReference(db: Queryable, reference: string, mode: Mode): Promise<Order | null> {
  const rows = await db.query<OrderRow>({
    name: 'find_by_reference',
    text: `select ${ORDER_COLUMNS} from orders where reference = $1 and livemode = $2`,
    values: [reference, isLive(mode)],
  });
  return rows[0] === undefined ? null : toOrder(rows[0]);
}
