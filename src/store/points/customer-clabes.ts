// Owns customer_clabes: each customer of a merchant has one CLABE for all their orders (D28).
import type { Scope } from '../../domain/accounts/account.js';
import { isLive } from '../../domain/base/mode.js';
import type { Queryable } from '../db.js';
import { ofScope, SCOPE } from '../scope.js';
import { prepared, sql } from '../sql.js';

export async function findCustomerClabe(db: Queryable, scope: Scope, customerId: string): Promise<string | null> {
  const rows = await db.query<{ clabe: string }>(sql`
    select clabe
    from customer_clabes
    where ${ofScope(scope)}
      and customer_id = ${customerId}`);
  return rows[0]?.clabe ?? null;
}

/** Assigns this CLABE to a customer unless they already have one, and returns the one they have. */
export async function keepCustomerClabe(
  db: Queryable,
  scope: Scope,
  { customerId, clabe }: { readonly customerId: string; readonly clabe: string },
): Promise<string> {
  await db.query(sql`
    insert into customer_clabes (account_id, livemode, customer_id, clabe)
    values (${scope.accountId}, ${isLive(scope.mode)}, ${customerId}, ${clabe})
    on conflict do nothing`);
  return (await findCustomerClabe(db, scope, customerId)) ?? clabe;
}

/** The merchant and mode whose customer has this CLABE. */
export async function findClabeOwner(db: Queryable, clabe: string): Promise<Scope | null> {
  const rows = await db.query<Scope>(sql`
    select ${SCOPE}
    from customer_clabes
    where clabe = ${clabe}`);
  return rows[0] ?? null;
}

/**
 * The merchant and mode of each of these CLABEs that is a customer's. They are locked until the transaction ends, so that
 * money for one customer is matched by one process at a time.
 */
export async function lockCustomerClabes(tx: Queryable, clabes: readonly string[]): Promise<Map<string, Scope>> {
  const statement = sql`
    select clabe, ${SCOPE}
    from customer_clabes
    where clabe = any(${clabes}::text[])
    order by clabe
    for update`;
  const rows = await tx.query<Scope & { clabe: string }>(prepared('lock_customer_clabes', statement));
  return new Map(rows.map(({ clabe, ...scope }) => [clabe, scope]));
}

/**
 * Forgets who these customers are, by the CLABEs of their orders (D80). Money that still comes for a CLABE finds its
 * merchant, and an order with the same customer id gets a new one.
 */
export async function forgetCustomers(tx: Queryable, scope: Scope, clabes: readonly string[]): Promise<void> {
  await tx.query(sql`
    update customer_clabes
    set customer_id = 'erased-' || clabe
    where ${ofScope(scope)}
      and clabe = any(${clabes}::text[])`);
}
