// Owns number_pools: serials that CLABEs and references are made of (D28). Taking a block of them is one short update.
import type { Queryable } from '../db.js';
import { sql } from '../sql.js';

export type TakenSerials = {
  /** The first serial behind the block. */
  readonly end: number;
  readonly secret: string;
};

/** Takes the next block of a pool, which is made when it is new; null when it does not fit below the capacity. */
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
