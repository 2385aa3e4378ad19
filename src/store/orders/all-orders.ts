// Reads orders of all merchants, newest first. Only operators may see the result.

import type { Method } from '../../domain/accounts/fee.js';
import { firstUuidAt, LAST_UUID, NIL_UUID } from '../../domain/base/identity.js';
import { isLive, type Mode } from '../../domain/base/mode.js';
import type { PageAsk } from '../../domain/base/paging.js';
import type { Order, Status } from '../../domain/orders/order.js';
import { upTo, WALKED, type Walked } from '../bounded-walk.js';
import type { Queryable } from '../db.js';
import type { TimeSpan } from '../list-place.js';
import { columns, raw, reading, type Sql, sql } from '../sql.js';
import { ORDER_COLUMNS, type OrderRow, toOrder } from './order-row.js';

const COLUMNS = columns(ORDER_COLUMNS);
const MOST_FOUND = 50;

type AllOrdersFilter = TimeSpan & {
  readonly mode: Mode;
  readonly status: Status | null;
  readonly method: Method | null;
  readonly accountId: string | null;
};

/** The orders with these ids, whosever they are. */
export async function findByIds(db: Queryable, mode: Mode, ids: readonly string[]): Promise<Order[]> {
  const rows = await db.query<OrderRow>(sql`
    select ${COLUMNS}
    from orders
    where id = any(${ids}::uuid[])
      and livemode = ${isLive(mode)}
    order by id desc
    limit ${MOST_FOUND}`);
  return rows.map(toOrder);
}

export async function walkOrders(db: Queryable, filter: AllOrdersFilter, ask: PageAsk): Promise<Walked<Order>> {
  const { mode, status, method } = filter;
  const walk = walkOf(filter, ask);
  const [end] = await db.query<{ id: string }>(reading(null)`
    select id
    from orders
    where ${walk.where}
    ${walk.order}
    offset ${WALKED}
    limit 1`);
  const rows = await db.query<OrderRow>(reading(null)`
    select ${COLUMNS}
    from orders
    where ${walk.where}
      and ${upTo(end?.id, ask)}
      and livemode = ${isLive(mode)}
      and (${status}::text is null or status = ${status})
      and (${method}::text is null or method = ${method})
    ${walk.order}
    limit ${ask.limit + 1}`);
  return { rows: rows.map(toOrder), end: end?.id ?? null };
}

/** One range of one index. Whole keys are compared, so that PostgreSQL takes no other index for the sorting. */
function walkOf(filter: AllOrdersFilter, { at, towards }: PageAsk): { where: Sql; order: Sql } {
  const { mode, accountId, from: since = null, before = null } = filter;
  const way = towards === 'next' ? ' desc' : '';
  const first = since === null ? NIL_UUID : firstUuidAt(since);
  const last = before === null ? LAST_UUID : firstUuidAt(before);
  const from = towards === 'previous' && at !== null && at > first ? at : first;
  const to = towards === 'next' && at !== null && at < last ? at : last;
  if (accountId === null)
    return { where: sql`id > ${from}::uuid and id < ${to}::uuid`, order: raw(`order by id${way}`) };
  const key = raw('(account_id, livemode, id)');
  const place = (id: string) => sql`(${accountId}::uuid, ${isLive(mode)}, ${id}::uuid)`;
  return {
    where: sql`${key} > ${place(from)} and ${key} < ${place(to)}`,
    order: raw(`order by account_id${way}, livemode${way}, id${way}`),
  };
}
