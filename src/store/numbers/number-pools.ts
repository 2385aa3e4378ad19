// Owns number_pools: the serial numbers behind CLABEs and references (D28). Taking a block is one short update.
import type { Queryable } from '../db.js';
import { sql } from '../sql.js';

export type TakenSerials = {
  /** The first serial after the block. */
  readonly end: number;
  readonly secret: string;
};

/** Takes the next block of a pool and creates the pool if needed. Returns null if the block exceeds the capacity. */
export async function takeSerials(
  db: Queryable,
  pool: string,
  wanted: { readonly size: number; readonly capacity: number; readonly secretIfNew: string },
): Promise<TakenSerials | null> {
  await db.query(sql`
    insert into number_pools (name, secret)
    values (${pool}, ${wanted.secretIfNew})
    on conflict do nothing`);
  const rows = await db.query<{ end_serial: bigint; secret: string }>(sql`
    update number_pools
    set next_serial = next_serial + ${wanted.size}
    where name = ${pool}
      and next_serial + ${wanted.size} <= ${wanted.capacity}
    returning next_serial as end_serial, secret`);
  const row = rows[0];
  return row === undefined ? null : { end: Number(row.end_serial), secret: row.secret };
}
