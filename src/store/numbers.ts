// Serials that were never given before, in blocks from the database. A block that a crash leaves behind is lost, never
// given twice.
import { randomBytes } from 'node:crypto';
import { type Queryable, sql } from './db.js';

/** A serial, and the secret that turns the serials of its pool into numbers nobody can guess. */
export type Numbered = { readonly serial: number; readonly secret: string };

export type NumberSource = {
  /** null when the pool has no serial below its capacity left. */
  next(pool: string, capacity: number): Promise<Numbered | null>;
};

type Block = { serial: number; readonly end: number; readonly secret: string };

const LARGEST_BLOCK = 1000;

export function createNumberSource(db: Queryable): NumberSource {
  const blocks = new Map<string, Block>();
  const refills = new Map<string, Promise<boolean>>();

  return {
    async next(pool, capacity) {
      for (;;) {
        const block = blocks.get(pool);
        if (block !== undefined && block.serial < block.end) return { serial: block.serial++, secret: block.secret };
        if (!(await refill(pool, capacity))) return null;
      }
    },
  };

  function refill(pool: string, capacity: number): Promise<boolean> {
    const running = refills.get(pool);
    if (running !== undefined) return running;
    const promise = takeBlock(db, pool, capacity)
      .then((block) => {
        if (block !== null) blocks.set(pool, block);
        return block !== null;
      })
      .finally(() => refills.delete(pool));
    refills.set(pool, promise);
    return promise;
  }
}

/** A small pool has small blocks, so that a restart wastes little of it. */
async function takeBlock(db: Queryable, pool: string, capacity: number): Promise<Block | null> {
  const size = Math.max(1, Math.min(LARGEST_BLOCK, Math.floor(capacity / LARGEST_BLOCK)));
  await db.query(sql`
    insert into number_pools (name, secret)
    values (${pool}, ${randomBytes(32).toString('hex')})
    on conflict do nothing`);
  const rows = await db.query<{ end_serial: bigint; secret: string }>(sql`
    update number_pools
    set next_serial = next_serial + ${size}
    where name = ${pool}
      and next_serial + ${size} <= ${capacity}
    returning next_serial as end_serial, secret`);
  const row = rows[0];
  if (row === undefined) return null;
  const end = Number(row.end_serial);
  return { serial: end - size, end, secret: row.secret };
}
