// Finds orders that an unmatched payment might be for. It searches all merchants, so only operators may see the result.
import { firstUuidAt } from '../../domain/base/identity.js';
import { isLive, type Mode } from '../../domain/base/mode.js';
import type { Order } from '../../domain/orders/order.js';
import type { Db, Queryable } from '../db.js';
import { inAllShards } from '../in-shards.js';
import { ORDER_COLUMNS, type OrderRow, toOrder } from '../orders/order-row.js';
import { columns, raw, reading } from '../sql.js';

const COLUMNS = columns(ORDER_COLUMNS, 'orders');
const MOST_FOUND = 50;
const LIMIT = raw(String(MOST_FOUND));

/**
 * Orders with one of these CLABEs, references or card numbers, the newest of each. Each number is looked up by itself:
 * with one `or` for all, the planner may rather walk through the orders from the newest on.
 */
export async function findByDestinations(db: Db, mode: Mode, destinations: readonly string[]): Promise<Order[]> {
  const statement = reading(null)`
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
    limit ${LIMIT}`;
  const rows = await inAllShards(db, (shard) => shard.query<OrderRow>(statement));
  return rows
    .toSorted((one, other) => (one.id > other.id ? -1 : 1))
    .slice(0, MOST_FOUND)
    .map(toOrder);
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
