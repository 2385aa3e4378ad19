// Finds orders by the numbers on a receipt: CLABE, reference, card, clave de rastreo. Each has an index of its own.
import type { Scope } from '../../domain/accounts/account.js';
import type { Queryable } from '../db.js';
import { ofScope } from '../scope.js';
import { reading } from '../sql.js';

/** Ids of orders that are paid to this CLABE, reference or card; the newest of a customer's CLABE. */
export async function findByPayTo(db: Queryable, scope: Scope, digits: string, limit: number): Promise<string[]> {
  const rows = await db.query<{ id: string }>(reading(scope)`
    (select id
    from orders
    where clabe = ${digits}
      and ${ofScope(scope)}
    order by id desc
    limit ${limit})
    union
    select id
    from orders
    where reference = ${digits}
      and ${ofScope(scope)}
    union
    select id
    from (
      select id, account_id, livemode
      from orders
      where card_number = ${digits}
      order by id desc
      limit ${limit}) of_card
    where ${ofScope(scope)}`);
  return rows.map(({ id }) => id);
}

/** Ids of orders with a payment or an outgoing transfer of this clave de rastreo. */
export async function findByTracking(db: Queryable, scope: Scope, keys: readonly string[]): Promise<string[]> {
  const rows = await db.query<{ id: string }>(reading(scope)`
    select order_id as id
    from payments
    where tracking_key = any(${keys}::text[])
      and ${ofScope(scope)}
      and order_id is not null
    union
    select order_id
    from outgoing_transfers
    where tracking_key = any(${keys}::text[])
      and ${ofScope(scope)}
      and order_id is not null
    limit 200`);
  return rows.map(({ id }) => id);
}
