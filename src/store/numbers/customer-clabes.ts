// Owns customer_clabes: the CLABE of a merchant's customer, the same for every order (D28).
import type { Scope } from '../../domain/account.js';
import { isLive, modeOf } from '../../domain/mode.js';
import type { Queryable } from '../db.js';
import { sql } from '../sql.js';

export async function findCustomerClabe(db: Queryable, scope: Scope, customerId: string): Promise<string | null> {
  const rows = await db.query<{ clabe: string }>(sql`
    select clabe
    from customer_clabes
    where account_id = ${scope.accountId}
      and livemode = ${isLive(scope.mode)}
      and customer_id = ${customerId}`);
  return rows[0]?.clabe ?? null;
}

/** Gives a customer this CLABE unless they have one already, and returns the one they have. */
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

/** Whose customers' CLABEs these are, for money that no order of theirs can take. */
export async function ownersOfClabes(tx: Queryable, clabes: readonly string[]): Promise<Map<string, Scope>> {
  const rows = await tx.query<{ clabe: string; account_id: string; livemode: boolean }>(sql`
    select clabe, account_id, livemode
    from customer_clabes
    where clabe = any(${clabes}::text[])`);
  return new Map(
    rows.map(({ clabe, account_id, livemode }) => [clabe, { accountId: account_id, mode: modeOf(livemode) }]),
  );
}
