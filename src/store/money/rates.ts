// Owns exchange_rates: rates and when they were taken (D24). Keeps all of them; the newest rate of a currency is used.

import type { Currency } from '../../domain/base/money.js';
import { parseRate, type Rate, rateToDecimal } from '../../domain/orders/exchange.js';
import type { Queryable } from '../db.js';
import { sql } from '../sql.js';

export type StoredRate = Rate & { readonly currency: Currency; readonly source: string };

export async function insertRate(db: Queryable, rate: StoredRate): Promise<void> {
  await db.query(sql`
    insert into exchange_rates (currency, taken_at, rate, source)
    values (${rate.currency}, ${new Date(rate.takenAt)}, ${rateToDecimal(rate.millionths)}, ${rate.source})
    on conflict (currency, taken_at) do update
    set rate = excluded.rate, source = excluded.source`);
}

/** The newest rate of every currency. */
export async function latestRates(db: Queryable): Promise<StoredRate[]> {
  const rows = await db.query<RateRow>(sql`
    select distinct on (currency) currency, taken_at, rate, source
    from exchange_rates
    order by currency, taken_at desc`);
  return rows.flatMap(toRate);
}

/** The newest rates of a currency, newest first. */
export async function listRates(db: Queryable, currency: Currency, limit: number): Promise<StoredRate[]> {
  const rows = await db.query<RateRow>(sql`
    select currency, taken_at, rate, source
    from exchange_rates
    where currency = ${currency}
    order by taken_at desc
    limit ${limit}`);
  return rows.flatMap(toRate);
}

type RateRow = Pick<StoredRate, 'currency' | 'source'> & { readonly taken_at: number; readonly rate: string };

function toRate({ currency, taken_at: takenAt, rate, source }: RateRow): StoredRate[] {
  const millionths = parseRate(rate);
  return millionths === null ? [] : [{ currency, millionths, takenAt, source }];
}
