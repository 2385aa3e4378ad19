// Orders that unmatched money might be for; only for an operator's eyes, across all merchants.

import { firstUuidAt } from '../../domain/identity.js';
import { isLive, type Mode } from '../../domain/mode.js';
import type { Order } from '../../domain/order.js';
import type { Queryable } from '../db.js';
import { ORDER_COLUMNS, type OrderRow, toOrder } from '../orders/order-row.js';

const QUALIFIED = ORDER_COLUMNS.split(', ')
  .map((column) => `orders.${column}`)
  .join(', ');
const LIMIT = 50;

/** Orders with one of these CLABEs, references or card numbers. */
export async function findByDestinations(db: Queryable, mode: Mode, destinations: readonly string[]): Promise<Order[]> {
  const rows = await db.query<OrderRow>({
    text: `
      select ${QUALIFIED}
      from orders
      where livemode = $1
        and (clabe = any($2::text[]) or reference = any($2::text[]) or card_number = any($2::text[]))
      order by id desc
      limit ${LIMIT}`,
    values: [isLive(mode), destinations],
  });
  return rows.map(toOrder);
}

/**
 * Orders since that time that are not paid and owe exactly this, or whose customer's name shares a word with the payer's.
 * Goes through the accounts, so that the primary key finds the time.
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
  const since = firstUuidAt(wanted.since);
  const rows = await db.query<OrderRow>({
    text: `
      select ${QUALIFIED}
      from accounts
      join orders on orders.account_id = accounts.id
        and orders.livemode = $1
        and orders.id >= $2
      where orders.status in ('pending', 'expired')
        and (orders.amount - orders.received = $3
          or regexp_split_to_array(translate(upper(orders.customer_name), 'ÁÉÍÓÚÜÑ', 'AEIOUUN'), '[^A-Z]+') && $4::text[])
      order by orders.amount - orders.received = $3 desc, orders.id desc
      limit ${LIMIT}`,
    values: [isLive(wanted.mode), since, wanted.amount, wanted.nameWords],
  });
  return rows.map(toOrder);
}
