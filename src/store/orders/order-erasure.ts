// Removes the personal data of orders (D80). What an order is about, what was paid and what is owed stays.
import type { Scope } from '../../domain/accounts/account.js';
import { firstUuidAt } from '../../domain/base/identity.js';
import { modeOf } from '../../domain/base/mode.js';
import { ERASED, ERASED_CUSTOMER_ID } from '../../domain/keeping/erasure.js';
import type { Queryable } from '../db.js';
import { ofScope } from '../scope.js';
import { raw, sql } from '../sql.js';

/** What can be searched for in what else is stored about an order. */
export type PersonalOrder = {
  readonly id: string;
  readonly createdAt: number;
  readonly customerId: string | null;
  readonly customerName: string;
  readonly customerPhone: string | null;
  readonly clabe: string | null;
};

/** Orders of a customer, in any case of the address; never those that were erased before, which nobody can tell apart. */
export function listOrdersOf(db: Queryable, scope: Scope, email: string, limit: number): Promise<PersonalOrder[]> {
  return db.query<PersonalOrder>(sql`
    select id, created_at as "createdAt", customer_id as "customerId", customer_name as "customerName",
      customer_phone as "customerPhone", clabe
    from orders
    where ${ofScope(scope)}
      and lower(customer_email) = lower(${email}::text)
      and customer_email <> ${ERASED.email}
    order by id
    limit ${limit}`);
}

export async function eraseOrders(tx: Queryable, scope: Scope, ids: readonly string[]): Promise<void> {
  await tx.query(sql`
    update orders
    set customer_name = ${ERASED.name}, customer_email = ${ERASED.email}, customer_phone = ${ERASED.phone},
      customer_id = case when customer_id is null then null else ${ERASED_CUSTOMER_ID} end,
      extras = '{}', success_url = null, failure_url = null
    where ${ofScope(scope)}
      and id = any(${ids}::uuid[])
      and customer_email <> ${ERASED.email}`);
}

/** An order that is old enough to lose its personal data, unless it is still open. */
export type OldOrder = { readonly scope: Scope; readonly id: string; readonly isOpen: boolean };

const MOST_READ = raw('500');

/** The oldest orders after that id and from before that time. Uses the index orders_id. */
export async function listOldOrders(db: Queryable, after: string, before: number): Promise<OldOrder[]> {
  const rows = await db.query<{ id: string; account_id: string; livemode: boolean; is_open: boolean }>(sql`
    select id, account_id, livemode, status = 'pending' and test_clock_id is null as is_open
    from orders
    where id > ${after}
      and id < ${firstUuidAt(before)}
    order by id
    limit ${MOST_READ}`);
  return rows.map(({ id, account_id, livemode, is_open }) => ({
    scope: { accountId: account_id, mode: modeOf(livemode) },
    id,
    isOpen: is_open,
  }));
}
