// Owns coin_blocks: which blocks of each chain were taken, so that a restart goes on where it was (D92).
import type { Queryable } from '../db.js';
import { sql } from '../sql.js';

export type TakenBlock = { readonly height: number; readonly hash: string };

/** Chains are not reorganised further back than that. */
const KEPT_BLOCKS = 1_000;

export async function newestBlock(db: Queryable, coin: string): Promise<TakenBlock | null> {
  return (await listBlocks(db, coin, 1))[0] ?? null;
}

/** The newest first. */
export async function listBlocks(db: Queryable, coin: string, limit: number): Promise<TakenBlock[]> {
  const rows = await db.query<{ height: bigint; hash: string }>(sql`
    select height, hash
    from coin_blocks
    where coin = ${coin}
    order by height desc
    limit ${limit}`);
  return rows.map(({ height, hash }) => ({ height: Number(height), hash }));
}

/** The coins whose chain was followed ever. */
export async function listFollowedCoins(db: Queryable): Promise<ReadonlySet<string>> {
  const rows = await db.query<{ coin: string }>(sql`
    select distinct coin
    from coin_blocks`);
  return new Set(rows.map(({ coin }) => coin));
}

/** False if somebody else has taken it. Forgets what is too far back to matter. */
export async function takeBlock(tx: Queryable, coin: string, { height, hash }: TakenBlock): Promise<boolean> {
  const rows = await tx.query(sql`
    insert into coin_blocks (coin, height, hash)
    values (${coin}, ${height}, ${hash})
    on conflict do nothing
    returning 1`);
  await tx.query(sql`
    delete from coin_blocks
    where coin = ${coin}
      and height < ${height - KEPT_BLOCKS}`);
  return rows.length > 0;
}

/** The chain is another one from there on. */
export async function leaveBlock(tx: Queryable, coin: string, { height, hash }: TakenBlock): Promise<void> {
  await tx.query(sql`
    delete from coin_blocks
    where coin = ${coin}
      and height = ${height}
      and hash = ${hash}`);
}
