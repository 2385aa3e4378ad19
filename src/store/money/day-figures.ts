// Owns day_figures: what happened on each day, by method and point. A worker adds what happened since it last looked, so
// that a page reads a few rows however many orders there are. What happened since then is counted for each page.
import type { Scope } from '../../domain/accounts/account.js';
import { firstUuidAt } from '../../domain/base/identity.js';
import { isLive } from '../../domain/base/mode.js';
import type { DayFigure } from '../../domain/money/figures.js';
import type { Db, Queryable } from '../db.js';
import { inShards, shardOf } from '../in-shards.js';
import { ofScope } from '../scope.js';
import { raw, reading, type Sql, sql } from '../sql.js';

/** Epoch milliseconds: from the first on, before the other. */
export type TimeSpan = { readonly from: number; readonly to: number };

/** Adds what happened in a span to the figures of these accounts, in both modes. They are counted where the accounts are. */
export async function addFigures(tx: Db, accountIds: readonly string[], span: TimeSpan): Promise<void> {
  const counted = await inShards(
    tx,
    accountIds,
    (id) => id,
    (shard, own) =>
      shard.query<{ row: string }>(sql`
      select to_json(counted)::text as row
      from (${countFacts(bothModesOf(own), span)}) counted`),
  );
  if (counted.length === 0) return;
  await tx.query(sql`
    insert into day_figures (account_id, livemode, day, method, point_code, wait, made, paid, taken, unpaid, refunded)
    select account_id, livemode, day, method, point_code, wait, made, paid, taken, unpaid, refunded
    from json_populate_recordset(null::day_figures, ${`[${counted.map(({ row }) => row).join(',')}]`}::json)
    on conflict (account_id, livemode, day, method, point_code, wait) do update
    set made = day_figures.made + excluded.made, paid = day_figures.paid + excluded.paid,
      taken = day_figures.taken + excluded.taken, unpaid = day_figures.unpaid + excluded.unpaid,
      refunded = day_figures.refunded + excluded.refunded`);
}

function bothModesOf(accountIds: readonly string[]): Sql {
  return sql`
    select account_id, livemode
    from unnest(${accountIds}::uuid[]) as account_id
    cross join (values (false), (true)) as modes(livemode)`;
}

/** Forgets days that no page shows any more. */
export async function forgetFigures(tx: Queryable, accountIds: readonly string[], before: string): Promise<void> {
  await tx.query(sql`
    delete from day_figures
    where account_id = any(${accountIds}::uuid[])
      and day < ${before}::date`);
}

const FIGURES = raw(`day, method, point_code as point, wait, made::integer as made, paid::integer as paid, taken,
      unpaid::integer as unpaid, refunded`);

/** The figures from that day on: those that are kept, and what happened in the span after them. */
export async function readFigures(
  db: Db,
  scope: Scope,
  { fromDay, rest }: { readonly fromDay: string; readonly rest: TimeSpan },
): Promise<DayFigure[]> {
  const scopes = sql`select ${scope.accountId}::uuid as account_id, ${isLive(scope.mode)}::boolean as livemode`;
  return shardOf(db, scope.accountId).query<DayFigure>(reading(scope)`
    select ${FIGURES}
    from day_figures
    where ${ofScope(scope)}
      and day >= ${fromDay}::date
    union all
    select ${FIGURES}
    from (${countFacts(scopes, rest)}) counted
    where day >= ${fromDay}::date`);
}

/** What these accounts took in live mode in a span, counted from the books; one that took nothing may be missing. */
export function countTaken(
  db: Db,
  accountIds: readonly string[],
  span: TimeSpan,
): Promise<readonly { readonly accountId: string; readonly taken: bigint }[]> {
  return inShards(
    db,
    accountIds,
    (id) => id,
    (shard, own) => {
      const scopes = sql`select account_id, true as livemode from unnest(${own}::uuid[]) as account_id`;
      return shard.query(sql`
      select account_id as "accountId", sum(taken)::bigint as taken
      from (${countFacts(scopes, span)}) counted
      group by 1`);
    },
  );
}

/** The steps of domain/money/figures.ts. */
const WAIT = raw(`case
      when f.type <> 'charge.success' then -1
      else greatest(0, least(60, ceil(
        ln(0.5 + greatest(0, extract(epoch from f.at - o.created_at)) / 60) / ln(1.5))))::integer
    end`);

function countFacts(scopes: Sql, span: TimeSpan): Sql {
  return sql`
    select f.account_id, f.livemode, (f.at at time zone 'America/Mexico_City')::date as day, o.method,
      coalesce(o.point_code, '') as point_code, ${WAIT} as wait,
      count(*) filter (where f.type = 'charge.pending') as made,
      count(*) filter (where f.type = 'charge.success') - count(*) filter (where f.taken <= -o.amount) as paid,
      coalesce(sum(f.taken), 0)::bigint as taken,
      count(*) filter (where f.type in ('charge.expired', 'charge.canceled')) as unpaid,
      coalesce(sum(f.refunded), 0)::bigint as refunded
    from (${factsOf(scopes, span)}) f
    cross join lateral (
      select method, point_code, amount, created_at
      from orders
      where orders.account_id = f.account_id
        and orders.livemode = f.livemode
        and orders.id = f.order_id
      limit 1) o
    group by 1, 2, 3, 4, 5, 6`;
}

/**
 * Orders are counted by their events, money by the entries of the books (D87): what became the merchant's with its fee, less what
 * a till took back, and what was refunded, less what bounced. Events with a position are in one index by time, the others in
 * another. An id of an entry holds its time. `offset 0` keeps the planner from joining: each account costs its own ranges of
 * these indexes.
 */
function factsOf(scopes: Sql, { from, to }: TimeSpan): Sql {
  const events = (where: Sql) => sql`
      select s.account_id, s.livemode, e.order_id, e.type, e.created_at as at, 0::bigint as taken, 0::bigint as refunded
      from (${scopes}) s
      cross join lateral (
        select order_id, type, created_at
        from order_events
        where account_id = s.account_id
          and livemode = s.livemode
          and ${where}
          and created_at >= ${new Date(from)}
          and created_at < ${new Date(to)}
          and (type in ('charge.success', 'charge.expired', 'charge.canceled') or (type = 'charge.pending' and sequence = 1))
        offset 0) e`;
  return sql`
      ${events(sql`position is not null`)}
      union all
      ${events(sql`position is null`)}
      union all
      select s.account_id, s.livemode, b.order_id, 'entry', b.created_at, b.taken, b.refunded
      from (${scopes}) s
      cross join lateral (
        select order_id, created_at,
          case when kind in ('payment', 'match', 'accept', 'reversal', 'void')
            then pending + available + fees + iva else 0 end as taken,
          case when kind in ('refund', 'bounce') then refunded + to_refund else 0 end as refunded
        from ledger_entries
        where account_id = s.account_id
          and livemode = s.livemode
          and order_id is not null
          and id >= ${firstUuidAt(from)}
          and id < ${firstUuidAt(to)}
        offset 0) b`;
}
