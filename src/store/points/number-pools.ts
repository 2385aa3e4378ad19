// Owns number_pools: the serial numbers behind CLABEs and references (D28). Taking a block is one short update.
import { NIL_UUID } from '../../domain/base/identity.js';
import type { Sealed } from '../../domain/base/vault.js';
import { shareStart } from '../../domain/points/pools.js';
import type { Queryable } from '../db.js';
import { sql } from '../sql.js';

type TakenSerials = {
  /** The first serial after the block. */
  readonly end: number;
  readonly secret: Sealed;
};

/** Takes the next block of a pool and creates the pool if needed. Returns null if the block exceeds the capacity. */
export async function takeSerials(
  db: Queryable,
  pool: string,
  wanted: { readonly size: number; readonly capacity: number; readonly secretIfNew: Sealed },
): Promise<TakenSerials | null> {
  await db.query(sql`
    insert into number_pools (name, secret)
    values (${pool}, ${wanted.secretIfNew.sealed})
    on conflict do nothing`);
  const rows = await db.query<{ end_serial: bigint; secret: string }>(sql`
    update number_pools
    set next_serial = next_serial + ${wanted.size}
    where name = ${pool}
      and next_serial + ${wanted.size} <= ${wanted.capacity}
    returning next_serial as end_serial, secret`);
  const row = rows[0];
  return row === undefined ? null : { end: Number(row.end_serial), secret: { sealed: row.secret } };
}

/** The pools whose names begin so: without that beginning, in their order. */
export async function listPoolsOf(db: Queryable, beginning: string): Promise<string[]> {
  const rows = await db.query<{ rest: string }>(sql`
    select substr(name, ${beginning.length + 1}) as rest
    from number_pools
    where starts_with(name, ${beginning})
    order by name`);
  return rows.map(({ rest }) => rest);
}

/** A pool of CLABEs is named after its prefix. */
export async function listClabePrefixes(db: Queryable): Promise<string[]> {
  const rows = await db.query<{ name: string }>(sql`
    select name
    from number_pools
    where name ~ '^[0-9]+$'
    order by name`);
  return rows.map(({ name }) => name);
}

/** Pools whose secret is not encrypted with this key: at most `limit`, after that name. */
export async function listPoolsToReseal(
  db: Queryable,
  keyId: string,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<{ name: string; secret: Sealed }[]> {
  const rows = await db.query<{ name: string; secret: string }>(sql`
    select name, secret
    from number_pools
    where name > ${after}
      and secret not like ${`cs1.${keyId}.%`}
    order by name
    limit ${limit}`);
  return rows.map(({ name, secret }) => ({ name, secret: { sealed: secret } }));
}

/** Replaces a pool's secret, unless another process has replaced it since it was read. */
export async function resealPool(db: Queryable, name: string, from: Sealed, to: Sealed): Promise<void> {
  await db.query(sql`
    update number_pools
    set secret = ${to.sealed}
    where name = ${name}
      and secret = ${from.sealed}`);
}

/** Locks the search for CLABEs to use again and returns the last order that it has seen. Any UUID is after the nil one. */
export async function lockSearch(tx: Queryable, pool: string): Promise<string> {
  const rows = await tx.query<{ searched_to: string | null }>(sql`
    select searched_to
    from number_pools
    where name = ${pool}
    for update`);
  return rows[0]?.searched_to ?? NIL_UUID;
}

export async function noteSearch(tx: Queryable, pool: string, orderId: string): Promise<void> {
  await tx.query(sql`
    update number_pools
    set searched_to = ${orderId}
    where name = ${pool}`);
}

/** How many numbers of each pool are taken. Shares are none. */
export async function listPools(db: Queryable): Promise<{ readonly name: string; readonly used: number }[]> {
  return db.query(sql`
    select name, next_serial::float8 as used
    from number_pools
    where name not like 'share %'
    order by name`);
}

/** How many numbers of this pool are taken; null if none was. */
export async function findPool(db: Queryable, name: string): Promise<number | null> {
  const [row] = await db.query<{ used: number }>(sql`
    select next_serial::float8 as used
    from number_pools
    where name = ${name}`);
  return row?.used ?? null;
}

/** The account that has taken most of a prefix; null if none has. */
export async function findLargestShare(
  db: Queryable,
  prefix: string,
): Promise<{ readonly accountId: string; readonly used: number } | null> {
  const start = shareStart(prefix);
  const [row] = await db.query<{ accountId: string; used: number }>(sql`
    select substr(name, ${start.length + 1}::integer) as "accountId", next_serial::float8 as used
    from number_pools
    where starts_with(name, ${start})
    order by next_serial desc, name
    limit 1`);
  return row ?? null;
}

/** Leaves out numbers that may have been given out after the backup that was restored. Returns how many. */
export async function skipSerials(
  tx: Queryable,
  pool: string,
  { by, capacity }: { readonly by: number; readonly capacity: number },
): Promise<number> {
  const rows = await tx.query<{ skipped: number }>(sql`
    with before as (
      select next_serial
      from number_pools
      where name = ${pool}
      for update
    )
    update number_pools
    set next_serial = greatest(before.next_serial, least(before.next_serial + ${by}::bigint, ${capacity}::bigint))
    from before
    where name = ${pool}
    returning (number_pools.next_serial - before.next_serial)::float8 as skipped`);
  return rows[0]?.skipped ?? 0;
}
