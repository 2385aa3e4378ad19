// Which orders own which CLABEs, for CLABEs that are used again after a rest (D77).
import type { Order } from '../../domain/orders/order.js';
import type { Queryable } from '../db.js';
import { named, sql } from '../sql.js';

type Lifetime = Pick<Order, 'status' | 'updatedAt' | 'expiry'>;

/** An order as a search finds it, with its CLABE if it still owns it. */
export type FoundClabe = Lifetime & {
  readonly id: string;
  readonly clabe: string | null;
  readonly isCustomers: boolean;
};

/** Orders of all merchants in a range of ids, which is a range of time, oldest first. */
export async function listClabesAfter(
  tx: Queryable,
  { after, before }: { readonly after: string; readonly before: string },
  limit: number,
): Promise<FoundClabe[]> {
  const rows = await tx.query<Ended<FoundClabe>>(sql`
    select ${named('id, clabe, status, updated_at, expires_at')}, customer_id is not null as "isCustomers"
    from orders
    where id > ${after}
      and id < ${before}
    order by id
    limit ${limit}`);
  return rows.map(withExpiry);
}

type ClabeOwner = Lifetime & {
  readonly accountId: string;
  readonly livemode: boolean;
  readonly id: string;
  readonly clabe: string;
};

/** Locks the orders of a shard that own these CLABEs, in the sequence in which everybody locks orders. */
export async function lockClabes(tx: Queryable, clabes: readonly string[]): Promise<ClabeOwner[]> {
  const rows = await tx.query<Ended<ClabeOwner>>(sql`
    select livemode, ${named('account_id, id, clabe, status, updated_at, expires_at')}
    from orders
    where clabe = any(${clabes}::text[])
    order by account_id, id
    for update`);
  return rows.map(withExpiry);
}

/** These orders still show their CLABE and no longer own it. */
export async function endClabes(tx: Queryable, owners: readonly ClabeOwner[]): Promise<void> {
  if (owners.length === 0) return;
  await tx.query(sql`
    update orders
    set former_clabe = orders.clabe, clabe = null
    from unnest(${owners.map(({ accountId }) => accountId)}::uuid[], ${owners.map(({ livemode }) => livemode)}::boolean[],
      ${owners.map(({ id }) => id)}::uuid[]) as row(account_id, livemode, id)
    where orders.account_id = row.account_id
      and orders.livemode = row.livemode
      and orders.id = row.id`);
}

type Ended<Found extends Lifetime> = Omit<Found, 'expiry'> & { readonly expiresAt: number };

function withExpiry<Row extends { readonly expiresAt: number }>({ expiresAt, ...row }: Row) {
  return { ...row, expiry: { at: expiresAt, unit: 's' as const } };
}
