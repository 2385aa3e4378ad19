// Locks the orders that arrived money may be for (D71). However many orders a CLABE has had, each arrival looks at a few,
// and each of them is found by an index.

import { isLive, type Mode } from '../../domain/base/mode.js';
import { sharesClabe } from '../../domain/money/choose-order.js';
import { type Queryable, TryAgain } from '../db.js';
import { columns, prepared, raw, sql, timeFrom } from '../sql.js';
import { type Candidate, type CandidateRow, toCandidate } from './order-locks.js';
import { ORDER_COLUMNS } from './order-row.js';

/** Money that looks for its order. */
export type Seeking = {
  readonly destination: string;
  readonly mode: Mode;
  readonly amount: bigint;
  readonly paidAt: number;
  /** The points of its rail; null: any. */
  readonly points: readonly string[] | null;
};

type SeekingTerms = {
  readonly graceMs: number;
  /** The destinations that are customers' CLABEs; their orders share them. */
  readonly shared: ReadonlySet<string>;
};

const COLUMNS = columns(ORDER_COLUMNS, 'orders');
const PICKED = raw('account_id, livemode, id, status, received, clabe');

// Orders that own the destination of the money now: one whose CLABE was used again has none (D77).
const OWNS_CLABE = sql`
  from orders
  where clabe = seeking.destination
    and livemode = seeking.livemode`;

const shared = (status: 'pending' | 'expired') => sql`
  select ${PICKED}
  ${OWNS_CLABE}
    and seeking.is_shared
    and customer_id is not null
    and status = ${raw(`'${status}'`)}`;
const OPEN = shared('pending');
const EXPIRED = shared('expired');

/**
 * Every class of D71 gets as many orders as there are arrivals for the CLABE, because each arrival before may change one
 * of them. So the best choice is always among those that are locked. Ids are in the order of time, too, but sorting by
 * them alone tempts PostgreSQL to walk through the index of all ids.
 */
const CANDIDATES = sql`
  (select ${PICKED}
  ${OWNS_CLABE}
    and not seeking.is_shared
    and customer_id is null)
  union all
  (select ${PICKED}
  from orders
  where reference = seeking.destination
    and livemode = seeking.livemode)
  union all
  (select ${PICKED}
  from orders
  where card_number = seeking.destination
    and livemode = seeking.livemode
  order by coalesce(point_code = any(seeking.points), true) desc, id desc
  limit 1)
  union all
  (${OPEN}
    and amount - received = seeking.amount
  order by created_at, id
  limit seeking.times)
  union all
  (${OPEN}
  order by created_at, id
  limit seeking.times)
  union all
  (${EXPIRED}
    and amount - received = seeking.amount
    and expires_at >= seeking.paid_at
  order by expires_at, id
  limit seeking.times)
  union all
  (${EXPIRED}
    and amount - received = seeking.amount
    and expires_at >= seeking.grace_from
  order by expires_at, id
  limit seeking.times)
  union all
  (${EXPIRED}
    and expires_at >= seeking.grace_from
  order by expires_at, id
  limit seeking.times)`;

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
  const statement = sql`
    with seeking as (
      select destination, livemode, amount, points, is_shared, times, ${timeFrom('paid_ms')} as paid_at, ${timeFrom('grace_ms')} as grace_from
      from json_to_recordset(${JSON.stringify(seeking)}::json) as row(
        destination text, livemode boolean, amount bigint, paid_ms float8, grace_ms float8, points text[],
        is_shared boolean, times integer)
    ), picked as (
      select distinct on (one.account_id, one.livemode, one.id) one.account_id, one.livemode, one.id, one.status,
        one.received, one.clabe
      from seeking
      cross join lateral (${CANDIDATES}) as one
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
      for update) as orders
    join accounts on accounts.id = orders.account_id`;
  type Row = CandidateRow & { has_changed: boolean; has_lost_clabe: boolean };
  const rows = await tx.query<Row>(prepared('lock_candidates', statement));
  const candidates = rows.map(toCandidate);
  if (candidates.some(({ order }, at) => rows[at]?.has_lost_clabe || (rows[at]?.has_changed && sharesClabe(order))))
    throw new TryAgain('an order changed while it was looked at');
  return candidates;
}

function seekingRows(money: readonly Seeking[], { graceMs, shared: sharing }: SeekingTerms) {
  const times = new Map<string, number>();
  for (const { destination } of money) times.set(destination, (times.get(destination) ?? 0) + 1);
  return money.map(({ destination, mode, amount, paidAt, points }) => ({
    destination,
    livemode: isLive(mode),
    amount: String(amount),
    paid_ms: paidAt,
    grace_ms: paidAt - graceMs,
    points,
    is_shared: sharing.has(destination),
    times: times.get(destination) ?? 1,
  }));
}
