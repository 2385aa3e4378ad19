// Owns ledger_days: what the entries of a day of Mexico City add up to, for days that get no more entries, and a seal of them
// (D87). A worker adds them, so that a statement of many years reads a row for each day. Test mode has no seals, because a test
// clock can go back.
import type { Scope } from '../../domain/accounts/account.js';
import { isLive } from '../../domain/base/mode.js';
import { type Balances, LEDGER_ACCOUNTS } from '../../domain/money/ledger.js';
import type { Queryable } from '../db.js';
import { ofScope, SCOPE } from '../scope.js';
import { columns, join, raw, reading, type Sql, sql } from '../sql.js';

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
  return db.query<Scope>(sql`
    select ${SCOPE}
    from ledger_balances
    where ${after === null ? raw('true') : sql`(account_id, livemode) > (${after.accountId}, ${isLive(after.mode)})`}
    order by account_id, livemode
    limit ${limit}`);
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
        where ${ofScope(scope)}
        order by account_id desc, livemode desc, day desc
        limit 1) as day, (
        select id
        from ledger_entries
        where ${ofScope(scope)}
        order by account_id, livemode, id
        limit 1) as first`);
  return row ?? { day: null, first: null };
}

/** An entry without a signature, as versions before made them, is sealed with all that it says. */
const SEAL = raw(`sha256(string_agg(uuid_send(id) || coalesce(mac, convert_to(concat_ws(' ', kind, order_id, payment_id,
  ${LEDGER_ACCOUNTS.join(', ')}, extract(epoch from created_at)), 'UTF8')), ''::bytea order by id))`);

/** What an aggregate of entries by day has of each, as it is kept. */
export const OF_DAY = sql`${DAY_OF_ENTRY} as day, ${SUMS}, ${SEAL} as seal`;

function daysOf(scope: Scope, { from, before }: Span): Sql {
  return sql`
    select ${OF_DAY}
    from ledger_entries
    where ${ofScope(scope)}
      and id >= ${from}
      and id < ${before}
    group by 1`;
}

/** Keeps the sums of whole days. `upTo` is the last day that is over. */
export async function keepDays(tx: Queryable, scope: Scope, span: Span, upTo: string): Promise<void> {
  const sealed = isLive(scope.mode) ? sql`seal, ${upTo}::date` : raw('null, null::date');
  await tx.query(sql`
    insert into ledger_days (account_id, livemode, day, ${COLUMNS}, seal, sealed_with)
    select ${scope.accountId}::uuid, ${isLive(scope.mode)}::boolean, day, ${COLUMNS}, ${sealed}
    from (${daysOf(scope, span)}) as days`);
}

/** Whole days, from the first to before the other; null: all. */
export type Days = { readonly from: string; readonly before: string | null };

/** Days as entries make them (OF_DAY), beside those of the same days that are kept. */
export function besideKept(made: Sql, scope: Scope, { from, before }: Days): Sql {
  return sql`(${made}) as made
    full join (
      select day, ${COLUMNS}, seal
      from ledger_days
      where ${ofScope(scope)}
        and day >= ${from}
        and (${before}::date is null or day < ${before})) as kept using (day)`;
}

/**
 * Whether a day of besideKept() is not as it was kept: with other sums, another seal, missing, or new. Days without a seal have
 * sums alone, and days after the last one are not kept yet.
 */
export function isChanged(scope: Scope, { from, before }: Days): Sql {
  return sql`(day >= ${from}
      and (${before}::date is null or day < ${before})
      and day <= (
        select max(day)
        from ledger_days
        where ${ofScope(scope)})
      and (${DIFFERS}))`;
}

const DIFFERS = raw(
  ['(kept.seal is not null and kept.seal is distinct from made.seal)']
    .concat(LEDGER_ACCOUNTS.map((account) => `kept.${account} is distinct from made.${account}`))
    .join(' or '),
);

/** Of these days, those that are not as they were kept. The entries of all of them are read. */
export async function findChanged(db: Queryable, scope: Scope, span: Span, days: Days): Promise<string[]> {
  const rows = await db.query<{ day: string }>(sql`
    select day
    from ${besideKept(daysOf(scope, span), scope, days)}
    where ${isChanged(scope, days)}`);
  return rows.map(({ day }) => day);
}

/** What the days of a night, or of a month, come to: how many they are, and a hash of their seals. */
export type SealedDays = { readonly days: number; readonly digest: string };

const DIGEST = raw(`count(*)::integer as days,
  encode(sha256(convert_to(string_agg(concat_ws(' ', account_id, day, encode(seal, 'hex')), ',' order by account_id, day), 'UTF8')), 'hex')
    as digest`);

/** By the last day that was over in their night. */
export async function sealedNights(db: Queryable): Promise<Map<string, SealedDays>> {
  const rows = await db.query<SealedDays & { sealed_with: string }>(sql`
    select sealed_with, ${DIGEST}
    from ledger_days
    where livemode
      and sealed_with is not null
      and account_id is not null
    group by sealed_with
    order by sealed_with`);
  return new Map(rows.map(({ sealed_with, days, digest }) => [sealed_with, { days, digest }]));
}

/** Of the days of all accounts from the first to the last of these. */
export async function sealedPeriod(
  db: Queryable,
  days: { readonly from: string; readonly to: string },
): Promise<SealedDays> {
  const [row] = await db.query<SealedDays>(sql`
    select ${DIGEST}
    from ledger_days
    where livemode
      and account_id is not null
      and day between ${days.from} and ${days.to}`);
  return row ?? { days: 0, digest: '' };
}

/** From now on the database takes no entry of live mode of before that time. Only the owner of the table may say so. */
export async function refuseBefore(tx: Queryable, ms: number): Promise<void> {
  // One after the other: Citus takes no constraint together with another change.
  await tx.query(sql`alter table ledger_entries drop constraint if exists ledger_entries_closed`);
  await tx.query(sql`
    alter table ledger_entries
      add constraint ledger_entries_closed check (not livemode or created_at >= ${raw(`'${new Date(ms).toISOString()}'`)}) not valid`);
}

export type PeriodSums = Balances & { readonly period: string };

type PeriodCall = {
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
      where ${ofScope(scope)}
        and day <= least(${call.kept}::date, ${call.to}::date)
        and ${call.kept}::date is not null
      union all
      select ${DAY_OF_ENTRY}, ${COLUMNS}
      from ledger_entries
      where ${ofScope(scope)}
        and id >= ${call.rest.from}
        and id < ${call.rest.before}) days
    group by 1
    order by 1`);
}
