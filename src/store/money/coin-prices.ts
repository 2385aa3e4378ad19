// Owns coin_prices: what coins were worth (D92).
import type { CoinPrice } from '../../domain/points/coin-quote.js';
import type { Queryable } from '../db.js';
import { sql } from '../sql.js';

export type StoredCoinPrice = CoinPrice & { readonly sources: string };

/** Whoever comes second at the same moment changes nothing. */
export async function insertCoinPrices(db: Queryable, prices: readonly StoredCoinPrice[]): Promise<void> {
  const rows = prices.map(({ coin, takenAt, centavos, sources }) => ({
    coin,
    taken_at: new Date(takenAt).toISOString(),
    centavos: String(centavos),
    sources,
  }));
  await db.query(sql`
    insert into coin_prices (coin, taken_at, centavos, sources)
    select coin, taken_at, centavos, sources
    from json_to_recordset(${JSON.stringify(rows)}::json) as row(
      coin text, taken_at timestamptz, centavos bigint, sources text)
    on conflict do nothing`);
}

/** The prices between these times and the last one before them, in the order of time. */
export async function listCoinPrices(
  db: Queryable,
  coin: string,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<StoredCoinPrice[]> {
  return db.query<StoredCoinPrice>(sql`
    select coin, taken_at as "takenAt", centavos, sources
    from coin_prices
    where coin = ${coin}
      and taken_at <= ${new Date(to)}
      and taken_at >= coalesce(
        (select max(taken_at)
        from coin_prices
        where coin = ${coin}
          and taken_at <= ${new Date(from)}), ${new Date(from)})
    order by taken_at`);
}

/** The newest price of every coin. */
export async function latestCoinPrices(db: Queryable): Promise<StoredCoinPrice[]> {
  return db.query<StoredCoinPrice>(sql`
    select distinct on (coin) coin, taken_at as "takenAt", centavos, sources
    from coin_prices
    order by coin, taken_at desc`);
}

/** Prices are needed as long as an order can be paid; orders keep their own amounts. */
export async function purgeCoinPrices(db: Queryable, before: number, limit: number): Promise<number> {
  const rows = await db.query(sql`
    delete from coin_prices
    where (coin, taken_at) in (
      select coin, taken_at
      from coin_prices
      where taken_at < ${new Date(before)}
      order by coin, taken_at
      limit ${limit})
    returning 1`);
  return rows.length;
}
