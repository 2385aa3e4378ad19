// Finds single orders for those who have no API key and so no scope: the customer's page, the till, operators.
import type { Scope } from '../../domain/accounts/account.js';
import { isLive, type Mode, modeOf } from '../../domain/base/mode.js';
import type { Order } from '../../domain/orders/order.js';
import { AppError } from '../../errors/errors.js';
import type { Db, Queryable } from '../db.js';
import { askShards, findInShards } from '../in-shards.js';
import { columns, prepared, sql } from '../sql.js';
import { ORDER_COLUMNS, type OrderRow, toOrder } from './order-row.js';

const COLUMNS = columns(ORDER_COLUMNS);

/** Uses the index orders_id. `lost`: none of the shards that answer has it, but one that does not may. */
export async function findOrdersForCustomers(db: Db, uuids: readonly string[]): Promise<(Order | null | 'lost')[]> {
  const statement = sql`
    select ${COLUMNS}
    from orders
    where id = any(${uuids}::uuid[])`;
  const { found, isComplete } = await askShards(db, (shard) =>
    shard.query<OrderRow>(prepared('find_orders_for_customers', statement)),
  );
  const byId = new Map(found.map((row) => [row.id, row]));
  return uuids.map((uuid) => {
    const row = byId.get(uuid);
    if (row !== undefined) return toOrder(row);
    return isComplete ? null : 'lost';
  });
}

export async function findOrderForCustomer(db: Db, uuid: string): Promise<Order | null> {
  const [found = null] = await findOrdersForCustomers(db, [uuid]);
  if (found === 'lost') throw new AppError('unavailable');
  return found;
}

/** For a till, which does not know the merchant. */
export async function findByReference(db: Db, reference: string, mode: Mode): Promise<Order | null> {
  const statement = sql`
    select ${COLUMNS}
    from orders
    where reference = ${reference}
      and livemode = ${isLive(mode)}`;
  const row = await findInShards<OrderRow>(db, prepared('find_by_reference', statement));
  return row === null ? null : toOrder(row);
}

/** The live orders that have these references, by them: for whoever watches a chain. Uses the index orders_reference. */
export async function findOrdersByReferences(
  db: Queryable,
  references: readonly string[],
): Promise<Map<string, { readonly accountId: string; readonly orderId: string }>> {
  const rows = await db.query<{ reference: string; account_id: string; id: string }>(sql`
    select reference, account_id, id
    from orders
    where reference = any(${references}::text[])
      and livemode`);
  return new Map(rows.map((row) => [row.reference, { accountId: row.account_id, orderId: row.id }]));
}

/**
 * The merchant of an order id, for operators, who give an order id alone; never for a merchant's request (D19). Joins with
 * the accounts, so that every lookup uses the primary key.
 */
export async function findOwner(db: Queryable, uuid: string): Promise<Scope | null> {
  const rows = await db.query<{ account_id: string; livemode: boolean }>(sql`
    select orders.account_id, orders.livemode
    from accounts
    cross join (values (true), (false)) as mode(livemode)
    join orders on orders.account_id = accounts.id
      and orders.livemode = mode.livemode
      and orders.id = ${uuid}
    limit 1`);
  return rows[0] === undefined ? null : { accountId: rows[0].account_id, mode: modeOf(rows[0].livemode) };
}
