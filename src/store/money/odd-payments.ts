// Reads money that waits for a decision (D43): unmatched, held or surplus, and parts of orders that ended unpaid. Uses the
// indexes payments_open and orders_part_paid, which hold only such rows; how many are looked at is bounded.
import { firstUuidAt } from '../../domain/base/identity.js';
import { isLive, type Mode } from '../../domain/base/mode.js';
import type { PageAsk } from '../../domain/base/paging.js';
import { DOUBTS, type Payment, type PaymentFlag } from '../../domain/money/payment.js';
import type { RailKindName } from '../../domain/rails/kinds.js';
import type { Queryable } from '../db.js';
import { listPlace } from '../list-place.js';
import { columns, named, raw, reading, type Sql, sql } from '../sql.js';
import { PAYMENT_COLUMNS, type PaymentRow, toPayment } from './payments.js';

export type OddFilter = {
  readonly mode: Mode;
  /** Why it is odd. */
  readonly flag: PaymentFlag | null;
  readonly accountId: string | null;
  readonly kind: RailKindName | null;
  /** Received before this time. */
  readonly before: number | null;
  readonly who: Decider;
};

/** Who may decide: the operator alone about money without a merchant or in doubt (D73, D90), else the merchant too. */
export const DECIDERS = ['operator', 'merchant'] as const;
export type Decider = (typeof DECIDERS)[number];

const COLUMNS = named(PAYMENT_COLUMNS);
const OF_P = columns(PAYMENT_COLUMNS.split(/,\s+/), 'p');
const MOST = raw('10000');

const IS_OPEN = raw('(p.unmatched > 0 or p.held > 0 or p.surplus > 0)');
const IS_PART = raw(`o.status in ('expired', 'canceled')
        and o.received > 0
        and p.applied > p.accepted
        and not (p.unmatched > 0 or p.held > 0 or p.surplus > 0)`);

const IN_DOUBT = raw(`p.flags && array[${DOUBTS.map((doubt) => `'${doubt}'`).join(', ')}]`);
const DECIDED_BY: Readonly<Record<Decider, Sql>> = {
  operator: sql`(p.account_id is null or ${IN_DOUBT})`,
  merchant: sql`(p.account_id is not null and not ${IN_DOUBT})`,
};

/** Oldest first, with one more than a page if there are more. */
export async function listOddPage(db: Queryable, filter: OddFilter, ask: PageAsk): Promise<Payment[]> {
  const { order } = listPlace('id', ask, 'smallest');
  const { place } = listPlace('p.id', ask, 'smallest');
  const limit = ask.limit + 1;
  const where = sql`p.livemode = ${isLive(filter.mode)} and ${place} and ${wantedBy(filter)}`;
  const rows = await db.query<PaymentRow>(reading(null)`
    select ${COLUMNS}
    from (
      (
        select ${OF_P}
        from payments p
        where ${IS_OPEN}
          and ${where}
        ${order}
        limit ${limit}
      )
      union all
      (
        select ${OF_P}
        from (
          select account_id, livemode, id, status, received
          from orders
          where status in ('expired', 'canceled')
            and received > 0
            and livemode = ${isLive(filter.mode)}
          limit ${MOST}) o
        join payments p on p.account_id = o.account_id and p.livemode = o.livemode and p.order_id = o.id
        where ${IS_PART}
          and ${where}
        ${order}
        limit ${limit}
      )) odd
    ${order}
    limit ${limit}`);
  return rows.map(toPayment);
}

/** The id of a payment begins with the time at which it was booked. */
function wantedBy({ flag, accountId, kind, before, who }: OddFilter): Sql {
  return sql`${DECIDED_BY[who]}
          and (${flag}::text is null or ${flag} = any(p.flags))
          and (${accountId}::uuid is null or p.account_id = ${accountId})
          and (${kind}::text is null or p.kind = ${kind})
          and (${before === null ? null : firstUuidAt(before)}::uuid is null or p.id < ${before === null ? null : firstUuidAt(before)})`;
}

export type OddSum = {
  readonly count: number;
  readonly amount: bigint;
  readonly oldestAt: number | null;
  /** Whether there are more than were counted. */
  readonly isMore: boolean;
};

/** How much waits for a decision, and since when. */
export async function sumOdd(db: Queryable, mode: Mode, who: Decider): Promise<OddSum> {
  const [row] = await db.query<{ count: number; amount: bigint; oldest_at: number | null }>(reading(null)`
    select count(*)::integer as count, coalesce(sum(amount), 0)::bigint as amount, min(received_at) as oldest_at
    from (
      (
        select p.unmatched + p.held + p.surplus as amount, p.received_at
        from payments p
        where ${IS_OPEN}
          and p.livemode = ${isLive(mode)}
          and ${DECIDED_BY[who]}
        order by p.id
        limit ${MOST}
      )
      union all
      (
        select p.applied, p.received_at
        from (
          select account_id, livemode, id, status, received
          from orders
          where status in ('expired', 'canceled')
            and received > 0
            and livemode = ${isLive(mode)}
          limit ${MOST}) o
        join payments p on p.account_id = o.account_id and p.livemode = o.livemode and p.order_id = o.id
        where ${IS_PART}
          and ${DECIDED_BY[who]}
      )) odd`);
  const { count = 0, amount = 0n, oldest_at: oldestAt = null } = row ?? {};
  return { count, amount, oldestAt, isMore: count >= 10_000 };
}
