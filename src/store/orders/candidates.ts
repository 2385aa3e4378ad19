// Locks the orders that arrived money may be for (D71). However many orders a CLABE has had, each arrival looks at a few,
// and each of them is found by an index.

import { isLive, type Mode } from '../../domain/base/mode.js';
import { sharesClabe } from '../../domain/money/choose-order.js';
import { type Queryable, TryAgain } from '../db.js';
import { columns, prepared, raw, type Sql, sql } from '../sql.js';
import { type Candidate, type CandidateRow, toCandidate } from './order-locks.js';
import { ORDER_COLUMNS } from './order-row.js';
import { findSoughtAccounts, type SeekingRow } from './sought-accounts.js';

/** Money that looks for its order. */
export type Seeking = {
  readonly destination: string;
  readonly mode: Mode;
  readonly amount: bigint;
  readonly paidAt: number;
  /** The points of its rail; null: any. */
  readonly points: readonly string[] | null;
};

export type SeekingTerms = {
  readonly graceMs: number;
  /** The destinations that are customers' CLABEs; their orders share them. */
  readonly shared: ReadonlySet<string>;
};

const COLUMNS = columns(ORDER_COLUMNS, 'orders');
const PICKED = raw('account_id, livemode, id, status, received, clabe');

/** Parts of the statement. `ofAccount` is a further condition on every look for orders. */
function partsOf(ofAccount: Sql) {
  // Orders that own the destination of the money now: one whose CLABE was used again has none (D77).
  const ownsClabe = sql`
  from orders
  where clabe = seeking.destination
    and livemode = seeking.livemode
    ${ofAccount}`;
  const shared = (status: 'pending' | 'expired') => sql`
  select ${PICKED}
  ${ownsClabe}
    and seeking.is_shared
    and customer_id is not null
    and status = ${raw(`'${status}'`)}`;
  return { ownsClabe, open: shared('pending'), expired: shared('expired') };
}

/**
 * Every class of D71 gets as many orders as there are arrivals for the CLABE, because each arrival before may change one
 * of them. So the best choice is always among those that are locked. Ids are in the order of time, too, but sorting by
 * them alone tempts PostgreSQL to walk through the index of all ids.
 */
function candidatesOf(ofAccount: Sql): Sql {
  const { ownsClabe, open, expired } = partsOf(ofAccount);
  return sql`
  (select ${PICKED}
  ${ownsClabe}
    and not seeking.is_shared
    and customer_id is null)
  union all
  (select ${PICKED}
  from orders
  where reference = seeking.destination
    and livemode = seeking.livemode
    ${ofAccount})
  union all
  (select ${PICKED}
  from orders
  where card_number = seeking.destination
    and livemode = seeking.livemode
    ${ofAccount}
  order by coalesce(point_code = any(seeking.points), true) desc, id desc
  limit 1)
  union all
  (${open}
    and amount - received = seeking.amount
  order by created_at, id
  limit seeking.times)
  union all
  (${open}
  order by created_at, id
  limit seeking.times)
  union all
  (${expired}
    and amount - received = seeking.amount
    and expires_at >= seeking.paid_at
  order by expires_at, id
  limit seeking.times)
  union all
  (${expired}
    and amount - received = seeking.amount
    and expires_at >= seeking.grace_from
  order by expires_at, id
  limit seeking.times)
  union all
  (${expired}
    and expires_at >= seeking.grace_from
  order by expires_at, id
  limit seeking.times)`;
}

const NOTHING = raw('');
const OF_ANYONE = candidatesOf(NOTHING);

/**
 * Orders are locked in the order of their keys, one by one. If an order of a shared CLABE changed while we waited for it, or one lost
 * its CLABE to another order, another one may be the right choice now, so the transaction starts again.
 */
export async function lockCandidates(
  tx: Queryable,
  money: readonly Seeking[],
  terms: SeekingTerms,
): Promise<Candidate[]> {
  const seeking = seekingRows(money, terms);
  if (!tx.isSpread) return lockAmong(tx, seeking, null);
  const candidates: Candidate[] = [];
  for (const [accountId, rows] of await findSoughtAccounts(tx, seeking))
    candidates.push(...(await lockAmong(tx, rows, accountId)));
  return candidates;
}

/** Locks the candidates of all accounts, or of this one. */
async function lockAmong(
  tx: Queryable,
  seeking: readonly SeekingRow[],
  accountId: string | null,
): Promise<Candidate[]> {
  const ofAccount = accountId === null ? NOTHING : sql`and orders.account_id = ${accountId}`;
  const statement = sql`
    with seeking as (
      select *
      from json_to_recordset(${JSON.stringify(seeking)}::json) as row(
        destination text, livemode boolean, amount bigint, paid_at timestamptz, grace_from timestamptz, points text[],
        is_shared boolean, times integer)
    ), picked as (
      select distinct on (one.account_id, one.livemode, one.id) one.account_id, one.livemode, one.id, one.status,
        one.received, one.clabe
      from seeking
      cross join lateral (${accountId === null ? OF_ANYONE : candidatesOf(ofAccount)}) as one
      order by one.account_id, one.livemode, one.id
    )
    select ${COLUMNS}, accounts.policies,
      (orders.status, orders.received) is distinct from (picked.status, picked.received) as has_changed,
      orders.clabe is distinct from picked.clabe as has_lost_clabe
    from picked
    cross join lateral (
      select ${COLUMNS}
      from orders
      where orders.account_id = picked.account_id
        and orders.livemode = picked.livemode
        and orders.id = picked.id
        ${ofAccount}
      for update) as orders
    join accounts on accounts.id = orders.account_id`;
  type Row = CandidateRow & { has_changed: boolean; has_lost_clabe: boolean };
  const rows = await tx.query<Row>(prepared('lock_candidates', statement));
  const candidates = rows.map(toCandidate);
  if (rows.some((row, at) => row.has_lost_clabe || (row.has_changed && isShared(candidates[at]))))
    throw new TryAgain('an order changed while it was looked at');
  return candidates;
}

function isShared(candidate: Candidate | undefined): boolean {
  return candidate !== undefined && sharesClabe(candidate.order);
}

function seekingRows(money: readonly Seeking[], { graceMs, shared }: SeekingTerms): SeekingRow[] {
  const times = new Map<string, number>();
  for (const { destination } of money) times.set(destination, (times.get(destination) ?? 0) + 1);
  return money.map(({ destination, mode, amount, paidAt, points }) => ({
    destination,
    livemode: isLive(mode),
    amount: String(amount),
    paid_at: new Date(paidAt).toISOString(),
    grace_from: new Date(paidAt - graceMs).toISOString(),
    points,
    is_shared: shared.has(destination),
    times: times.get(destination) ?? 1,
  }));
}
