// Gives open orders of coins the price that holds now (D92). Everything else of such an order stays, its address above all.
import type { Db } from '../db.js';
import { inAllShards } from '../in-shards.js';
import { sql } from '../sql.js';

type NewCoinPrice = {
  readonly coin: string;
  /** "1200000.00"; "" if there is none: then the page asks for no amount. */
  readonly pesos: string;
  readonly now: number;
  readonly lockMs: number;
};

/**
 * Orders whose window is over, or that had no price and can have one. Windows follow each other from the creation on
 * (coin-quote.ts). Uses the index orders_open_coins and looks at every open order of the coin (docs/crypto.md has the figures).
 */
export async function repriceOrders(db: Db, { coin, pesos, now, lockMs }: NewCoinPrice): Promise<number> {
  const shown = JSON.stringify({ pesos_per_coin: pesos, pesos_per_coin_at: new Date(now).toISOString() });
  const statement = sql`
    update orders
    set point = (point::jsonb || jsonb_build_object('details', (point->'details')::jsonb || ${shown}::jsonb))::json,
      updated_at = greatest(updated_at, ${new Date(now)})
    where livemode
      and method = 'crypto'
      and status = 'pending'
      and point->'details'->>'coin' = ${coin}
      and (
        floor(extract(epoch from ${new Date(now)}::timestamptz - created_at) * 1000 / ${lockMs}::numeric)
          > floor(greatest(0, extract(epoch from (point->'details'->>'pesos_per_coin_at')::timestamptz - created_at)) * 1000 / ${lockMs}::numeric)
        or (point->'details'->>'pesos_per_coin' = '' and ${pesos} <> ''))
    returning 1`;
  const rows = await inAllShards(db, (shard) => shard.query(statement));
  return rows.length;
}
