// Finds orders that an unmatched payment might be for. It searches all merchants, so only operators may see the result.
import { firstUuidAt } from '../../domain/base/identity.js';
import { isLive, type Mode } from '../../domain/base/mode.js';
import type { Order } from '../../domain/orders/order.js';
import type { Queryable } from '../db.js';
import { ORDER_COLUMNS, type OrderRow, toOrder } from '../orders/order-row.js';
import { columns, raw, reading, sql } from '../sql.js';

const COLUMNS = columns(ORDER_COLUMNS, 'orders');
const LIMIT = 50;

/**
 * Orders with one of these CLABEs, references or card numbers, the newest of each. Each number is looked up by itself:
 * with one `or` for all, the planner may rather walk through the orders from the newest on.
 */
export async function findByDestinations(db: Queryable, mode: Mode, destinations: readonly string[]): Promise<Order[]> {
  if ((await db.layout()) === 'by-account') return findOnNodes(db, mode, destinations);
  const rows = await db.query<OrderRow>(reading(null)`
    select ${COLUMNS}
    from unnest(${destinations}::text[]) as wanted(number)
    cross join lateral (
      (
        select ${COLUMNS}
        from orders
        where clabe = wanted.number
          and livemode = ${isLive(mode)}
        order by account_id desc, livemode desc, ${OF_CLABE} desc
        limit ${LIMIT}
      )
      union all
      (
        select ${COLUMNS}
        from orders
        where reference = wanted.number
          and livemode = ${isLive(mode)}
        limit ${LIMIT}
      )
      union all
      (
        select ${COLUMNS}
        from orders
        where card_number = wanted.number
          and livemode = ${isLive(mode)}
        order by id desc
        limit ${LIMIT}
      )) orders
    order by orders.id desc
    limit ${LIMIT}`);
  return rows.map(toOrder);
}

/** On a cluster every node looks for all numbers at once, and sends its newest orders. */
async function findOnNodes(db: Queryable, mode: Mode, destinations: readonly string[]): Promise<Order[]> {
  const having = (column: string) => sql`
      select ${COLUMNS}
      from orders
      where ${raw(column)} = any(${destinations}::text[])
        and livemode = ${isLive(mode)}`;
  const rows = await db.query<OrderRow>(reading(null)`
    select ${COLUMNS}
    from (${having('clabe')} union all ${having('reference')} union all ${having('card_number')}) orders
    order by orders.id desc
    limit ${LIMIT}`);
  return rows.map(toOrder);
}

/** The last column of the index orders_clabe: a customer's orders in the order of time. */
const OF_CLABE = raw(`(case when customer_id is null then '00000000-0000-0000-0000-000000000000'::uuid else id end)`);

type Wanted = { readonly mode: Mode; readonly since: number };

/** The newest unpaid orders since that time that owe exactly this amount. Uses the index orders_owed. */
export async function findOwing(db: Queryable, wanted: Wanted & { readonly amount: bigint }): Promise<Order[]> {
  const rows = await db.query<OrderRow>(reading(null)`
    select ${COLUMNS}
    from orders
    where livemode = ${isLive(wanted.mode)}
      and amount - received = ${wanted.amount}
      and status in ('pending', 'expired')
      and id >= ${firstUuidAt(wanted.since)}
    order by livemode desc, (amount - received) desc, id desc
    limit ${LIMIT}`);
  return rows.map(toOrder);
}

/** How many of the newest orders are searched for a name: 20 ms. Names have no index, because it would slow every order. */
const SEARCHED = 5_000;

/** Unpaid ones among the newest orders before `until` whose customer's name shares a word with these. */
export async function findNamed(
  db: Queryable,
  wanted: Wanted & { readonly until: number; readonly nameWords: readonly string[] },
): Promise<Order[]> {
  if (wanted.nameWords.length === 0) return [];
  const rows = await db.query<OrderRow>(reading(null)`
    select ${COLUMNS}
    from (
      select ${COLUMNS}
      from orders
      where id < ${firstUuidAt(wanted.until)}
      order by id desc
      limit ${raw(String(SEARCHED))}) orders
    where id >= ${firstUuidAt(wanted.since)}
      and livemode = ${isLive(wanted.mode)}
      and status in ('pending', 'expired')
      and regexp_split_to_array(translate(upper(customer_name), 'ÁÉÍÓÚÜÑ', 'AEIOUUN'), '[^A-Z]+')
        && ${wanted.nameWords}::text[]
    order by id desc
    limit ${LIMIT}`);
  return rows.map(toOrder);
}
