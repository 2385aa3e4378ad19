// Reads the ledger entries of a time range and their sums, for a merchant's statement. An entry's id contains its time,
// so a time range is a range of the primary key.
import type { Scope } from '../../domain/accounts/account.js';
import { isLive } from '../../domain/base/mode.js';
import { type Balances, type BookedEntry, LEDGER_ACCOUNTS } from '../../domain/money/ledger.js';
import type { Queryable } from '../db.js';
import { columns, join, raw, sql } from '../sql.js';

const COLUMNS = columns(LEDGER_ACCOUNTS);
const SUMS = join(
  LEDGER_ACCOUNTS.map((account) => raw(`coalesce(sum(${account}), 0)::bigint as ${account}`)),
  ', ',
);

/** A range of ids: `from` is included, `before` is not. */
export type Span = { readonly from: string; readonly before: string };

export async function sumEntries(tx: Queryable, scope: Scope, { from, before }: Span): Promise<Balances> {
  const [sums] = await tx.query<Balances>(sql`
    select ${SUMS}
    from ledger_entries
    where account_id = ${scope.accountId}
      and livemode = ${isLive(scope.mode)}
      and id >= ${from}
      and id < ${before}`);
  if (sums === undefined) throw new Error('a sum gave no row');
  return sums;
}

/** Entries after that one, oldest first. */
export async function pageOfEntries(
  tx: Queryable,
  scope: Scope,
  { from, before, after, limit }: Span & { readonly after: string | null; readonly limit: number },
): Promise<BookedEntry[]> {
  return tx.query<BookedEntry>(sql`
    select id, kind, order_id as "orderId", payment_id as "paymentId", created_at as "createdAt", ${COLUMNS}
    from ledger_entries
    where account_id = ${scope.accountId}
      and livemode = ${isLive(scope.mode)}
      and id >= ${from}
      and id < ${before}
      and (${after}::uuid is null or id > ${after})
    order by id
    limit ${limit}`);
}

export type PeriodSums = Balances & { readonly period: string };

/** The sums of a range by day (yyyy-mm-dd) or month (yyyy-mm) of Mexico City, oldest first. */
export async function sumByPeriod(
  tx: Queryable,
  scope: Scope,
  { from, before, by }: Span & { readonly by: 'day' | 'month' },
): Promise<PeriodSums[]> {
  const form = by === 'day' ? 'YYYY-MM-DD' : 'YYYY-MM';
  return tx.query<PeriodSums>(sql`
    select to_char(created_at at time zone 'America/Mexico_City', ${form}) as period, ${SUMS}
    from ledger_entries
    where account_id = ${scope.accountId}
      and livemode = ${isLive(scope.mode)}
      and id >= ${from}
      and id < ${before}
    group by 1
    order by 1`);
}
