// Lists payments of all merchants for the operator, newest first. Each page looks at a bounded number of rows, so a rare
// kind of payment may take several pages: every page says where to go on.
import { firstUuidAt } from '../../domain/base/identity.js';
import { isLive, type Mode } from '../../domain/base/mode.js';
import type { PageAsk } from '../../domain/base/paging.js';
import type { Payment, PaymentState } from '../../domain/money/payment.js';
import type { Order } from '../../domain/orders/order.js';
import { upTo, WALKED, type Walked } from '../bounded-walk.js';
import type { Queryable } from '../db.js';
import { listPlace, madeWithin, type TimeSpan } from '../list-place.js';
import { ofScope } from '../scope.js';
import { named, raw, reading, type Sql, sql } from '../sql.js';
import { FLOW_SUMS, type Flow, NO_FLOW } from '../transfers/transfer-work-lists.js';
import { PAYMENT_COLUMNS, type PaymentRow, toPayment } from './payments.js';

const COLUMNS = named(PAYMENT_COLUMNS);

/** Payments of a time are those that we were told of then, as the books have them. */
type PaymentListFilter = TimeSpan & {
  readonly mode: Mode;
  readonly state: PaymentState | null;
  readonly accountId: string | null;
};

export async function walkPayments(db: Queryable, filter: PaymentListFilter, ask: PageAsk): Promise<Walked<Payment>> {
  const { mode, state } = filter;
  const { place } = listPlace('id', ask);
  const walk = sql`${ofAccount(filter)} and ${place} and ${madeWithin(filter)}`;
  const [end] = await db.query<{ id: string }>(reading(null)`
    select id
    from payments
    where ${walk}
    ${orderOf(filter, ask)}
    offset ${WALKED}
    limit 1`);
  const rows = await db.query<PaymentRow>(reading(null)`
    select ${COLUMNS}
    from payments
    where ${walk}
      and livemode = ${isLive(mode)}
      and ${upTo(end?.id, ask)}
      and ${state === null ? raw('true') : IN_STATE[state]}
    ${orderOf(filter, ask)}
    limit ${ask.limit + 1}`);
  return { rows: rows.map(toPayment), end: end?.id ?? null };
}

/** Written out, for the indexes of a merchant's payments in some states. */
const IN_STATE: Readonly<Record<PaymentState, Sql>> = {
  applied: raw('applied > 0'),
  surplus: raw('surplus > 0'),
  held: raw('held > 0'),
  unmatched: raw('unmatched > 0'),
  returned: raw('returned > 0'),
};

/** A merchant's payments have an index that begins with the merchant. */
function ofAccount({ mode, accountId }: Pick<PaymentListFilter, 'mode' | 'accountId'>): Sql {
  return accountId === null ? raw('true') : ofScope({ accountId, mode });
}

function orderOf({ accountId }: PaymentListFilter, { towards }: PageAsk): Sql {
  const way = towards === 'next' ? ' desc' : '';
  return raw(accountId === null ? `order by id${way}` : `order by account_id${way}, livemode${way}, id${way}`);
}

/** The payments with these ids, whosever they are. */
export async function findPaymentsByIds(db: Queryable, mode: Mode, ids: readonly string[]): Promise<Payment[]> {
  const rows = await db.query<PaymentRow>(sql`
    select ${COLUMNS}
    from payments
    where id = any(${ids}::uuid[])
      and livemode = ${isLive(mode)}
    order by id desc`);
  return rows.map(toPayment);
}

/** The newest payments of these orders, at most so many. */
export async function listPaymentsOfOrders(
  db: Queryable,
  mode: Mode,
  orders: readonly Pick<Order, 'scope' | 'uuid'>[],
): Promise<Payment[]> {
  const rows = await db.query<PaymentRow>(sql`
    select ${named(PAYMENT_COLUMNS, 'p')}
    from unnest(${orders.map(({ scope }) => scope.accountId)}::uuid[], ${orders.map(({ uuid }) => uuid)}::uuid[])
      as wanted (account_id, order_id)
    join payments p on p.account_id = wanted.account_id
      and p.livemode = ${isLive(mode)}
      and p.order_id = wanted.order_id
    order by p.id desc
    limit 200`);
  return rows.map(toPayment);
}

/** What came in since then, of all merchants. */
export async function sumReceived(db: Queryable, mode: Mode, since: number): Promise<Flow> {
  const [row] = await db.query<Flow>(reading(null)`
    select ${FLOW_SUMS}
    from (
      select amount
      from payments
      where livemode = ${isLive(mode)}
        and id >= ${firstUuidAt(since)}
      order by id desc
      limit 10000) newest`);
  return row ?? NO_FLOW;
}

export type DaySum = { readonly day: string; readonly count: number; readonly amount: bigint };

/** What was paid on each day since then, as yyyymmdd: of the ten thousand newest payments. */
export async function sumByDay(db: Queryable, mode: Mode, since: number): Promise<DaySum[]> {
  return db.query<DaySum>(reading(null)`
    select to_char(paid_at at time zone 'America/Mexico_City', 'YYYYMMDD') as day, count(*)::integer as count,
      sum(amount)::bigint as amount
    from (
      select paid_at, amount
      from payments
      where livemode = ${isLive(mode)}
        and id >= ${firstUuidAt(since)}
      order by id desc
      limit 10000) newest
    group by 1`);
}

/** Payments with this tracking key. */
export async function findByTrackingKey(db: Queryable, mode: Mode, trackingKey: string): Promise<Payment[]> {
  const rows = await db.query<PaymentRow>(sql`
    select ${COLUMNS}
    from payments
    where tracking_key = ${trackingKey}
      and livemode = ${isLive(mode)}
    order by id desc
    limit 50`);
  return rows.map(toPayment);
}
