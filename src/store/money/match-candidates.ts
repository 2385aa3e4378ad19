// Finds orders that an unmatched payment might be for. It searches all merchants, so only operators may see the result.
import { firstUuidAt } from '../../domain/identity.js';
import { isLive, type Mode } from '../../domain/mode.js';
import type { Order } from '../../domain/order.js';
import type { Queryable } from '../db.js';
import { ORDER_COLUMNS, type OrderRow, toOrder } from '../orders/order-row.js';
import { columns, sql } from '../sql.js';

const COLUMNS = columns(ORDER_COLUMNS, 'orders');
const LIMIT = 50;

/** Orders with one of these CLABEs, references or card numbers. */
export async function findByDestinations(db: Queryable, mode: Mode, destinations: readonly string[]): Promise<Order[]> {
  const rows = await db.query<OrderRow>(sql`
    select ${COLUMNS}
    from orders
    where livemode = ${isLive(mode)}
      and (clabe = any(${destinations}::text[])
        or reference = any(${destinations}::text[])
        or card_number = any(${destinations}::text[]))
    order by id desc
    limit ${LIMIT}`);
  return rows.map(toOrder);
}

/**
 * Unpaid orders since that time that owe exactly this amount, or whose customer's name shares a word with the payer's.
 * Joins with the accounts, so that the primary key can find the time range.
 */
export async function findOwing(
  db: Queryable,
  wanted: {
    readonly mode: Mode;
    readonly since: number;
    readonly amount: bigint;
    readonly nameWords: readonly string[];
  },
): Promise<Order[]> {
  const rows = await db.query<OrderRow>(sql`
    select ${COLUMNS}
    from accounts
    join orders on orders.account_id = accounts.id
      and orders.livemode = ${isLive(wanted.mode)}
      and orders.id >= ${firstUuidAt(wanted.since)}
    where orders.status in ('pending', 'expired')
      and (orders.amount - orders.received = ${wanted.amount}
        or regexp_split_to_array(translate(upper(orders.customer_name), 'ÁÉÍÓÚÜÑ', 'AEIOUUN'), '[^A-Z]+')
          && ${wanted.nameWords}::text[])
    order by orders.amount - orders.received = ${wanted.amount} desc, orders.id desc
    limit ${LIMIT}`);
  return rows.map(toOrder);
}
