// Owns ledger_days: what the entries of a day of Mexico City add up to, for days that get no more entries. A worker adds them,
// so that a statement of many years reads a row for each day.
import type { Scope } from '../../domain/accounts/account.js';
import { isLive, modeOf } from '../../domain/base/mode.js';
import { type Balances, LEDGER_ACCOUNTS } from '../../domain/money/ledger.js';
import type { Queryable } from '../db.js';
import { columns, join, raw, reading, sql } from '../sql.js';

const COLUMNS = columns(LEDGER_ACCOUNTS);
const SUMS = join(
  LEDGER_ACCOUNTS.map((account) => raw(`coalesce(sum(${account}), 0)::bigint as ${account}`)),
  ', ',
);
const DAY_OF_ENTRY = raw(`(created_at at time zone 'America/Mexico_City')::date`);

/** A range of ids, which is one of times: `from` is included, `before` is not. */
export type Span = { readonly from: string; readonly before: string };

/** Whoever has entries, the house first, by account and mode; after that one, or from the first on. */
export async function listBooked(db: Queryable, after: Scope | null, limit: number): Promise<Scope[]> {
  const rows = await db.query<{ account_id: string; livemode: boolean }>(sql`
    select account_id, livemode
    from ledger_balances
    where ${after === null ? raw('true') : sql`(account_id, livemode) > (${after.accountId}, ${isLive(after.mode)})`}
    order by account_id, livemode
    limit ${limit}`);
  return rows.map(({ account_id, livemode }) => ({ accountId: account_id, mode: modeOf(livemode) }));
}

/** The last day that is kept, as yyyy-mm-dd, and the first entry of all; null where there is none. */
export async function findKept(
  db: Queryable,
  scope: Scope,
): Promise<{ readonly day: string | null; readonly first: string | null }> {
  const [row] = await db.query<{ day: string | null; first: string | null }>(sql`
    select (
        select day
        from ledger_days
        where account_id = ${scope.accountId}
          and livemode = ${isLive(scope.mode)}
        order by account_id desc, livemode desc, day desc
        limit 1) as day, (
        select id
        from ledger_entries
        where account_id = ${scope.accountId}
          and livemode = ${isLive(scope.mode)}
        order by account_id, livemode, id
        limit 1) as first`);
  return row ?? { day: null, first: null };
}

/** Keeps the sums of whole days. */
export async function keepDays(tx: Queryable, scope: Scope, { from, before }: Span): Promise<void> {
  await tx.query(sql`
    insert into ledger_days (account_id, livemode, day, ${COLUMNS})
    select ${scope.accountId}::uuid, ${isLive(scope.mode)}::boolean, ${DAY_OF_ENTRY}, ${SUMS}
    from ledger_entries
    where account_id = ${scope.accountId}
      and livemode = ${isLive(scope.mode)}
      and id >= ${from}
      and id < ${before}
    group by 3`);
}

export type PeriodSums = Balances & { readonly period: string };

export type PeriodCall = {
  /** Days as yyyy-mm-dd; both are included. */
  readonly from: string;
  readonly to: string;
  readonly by: 'day' | 'month';
  /** Days up to this one are read from what is kept; null: none. */
  readonly kept: string | null;
  /** The entries that are not kept, up to the end of the last day. */
  readonly rest: Span;
};

/**
 * Sums by day (yyyy-mm-dd) or month (yyyy-mm), oldest first. Everything before the first day is one sum, whose period is
 * "".
 */
export async function sumPeriods(db: Queryable, scope: Scope, call: PeriodCall): Promise<PeriodSums[]> {
  const form = call.by === 'day' ? 'YYYY-MM-DD' : 'YYYY-MM';
  return db.query<PeriodSums>(reading(scope)`
    select case when day < ${call.from}::date then '' else to_char(day, ${form}) end as period, ${SUMS}
    from (
      select day, ${COLUMNS}
      from ledger_days
      where account_id = ${scope.accountId}
        and livemode = ${isLive(scope.mode)}
        and day <= least(${call.kept}::date, ${call.to}::date)
        and ${call.kept}::date is not null
      union all
      select ${DAY_OF_ENTRY}, ${COLUMNS}
      from ledger_entries
      where account_id = ${scope.accountId}
        and livemode = ${isLive(scope.mode)}
        and id >= ${call.rest.from}
        and id < ${call.rest.before}) days
    group by 1
    order by 1`);
}
