// Lists a merchant's orders, newest first (D39).
import type { Scope } from '../../domain/accounts/account.js';
import { firstUuidAt, LAST_UUID, NIL_UUID } from '../../domain/base/identity.js';
import { isLive } from '../../domain/base/mode.js';
import type { Order } from '../../domain/orders/order.js';
import type { OrderFilter } from '../../domain/orders/order-filter.js';
import type { Queryable } from '../db.js';
import { ofScope } from '../scope.js';
import { columns, raw, reading, type Sql, sql } from '../sql.js';
import { ORDER_COLUMNS, type OrderRow, toOrder } from './order-row.js';

const COLUMNS = columns(ORDER_COLUMNS);

/** Not a prepared statement, so that PostgreSQL plans it for the given filters: null filters drop out. */
export async function listOrders(db: Queryable, scope: Scope, filter: OrderFilter): Promise<Order[]> {
  const { method, status, productId, customerEmail, limit } = filter;
  const walk = filter.folio === null ? walkThrough(scope, filter) : lookUp(scope, filter, filter.folio);
  const rows = await db.query<OrderRow>(reading(scope)`
    select ${COLUMNS}
    from orders
    where ${walk.where}
      and (${method}::text is null or method = ${method})
      and (${walk.by === 'status' ? null : status}::text is null or status = ${status})
      and (${walk.by === 'product' ? null : productId}::text is null or product_id = ${productId})
      and (${walk.by === 'email' ? null : customerEmail}::text is null
        or lower(customer_email) = lower(${customerEmail}::text))
    order by ${walk.order}
    limit ${limit}`);
  return rows.map(toOrder);
}

type Walk = {
  /** The filter that `where` already applies. */
  readonly by: 'email' | 'product' | 'status' | 'nothing';
  readonly where: Sql;
  readonly order: Sql;
};

/**
 * One range of one index, from its end. Written as comparisons of whole keys, because with plain equalities the index of
 * all ids sorts rightly, too, and PostgreSQL likes to walk through it: 866 ms for a page of expired orders of 2,000,000,
 * among 10,000,000 of all merchants, instead of 11 ms.
 */
function walkThrough(scope: Scope, filter: OrderFilter): Walk {
  const { customerEmail, productId, status } = filter;
  const along = (by: Walk['by'], column: string, value: unknown): Walk => {
    const key = raw(`account_id, livemode, ${column}, id`);
    const at = (id: string) => sql`${scope.accountId}, ${isLive(scope.mode)}, ${value}, ${id}`;
    const order = raw(`account_id desc, livemode desc, ${column} desc, id desc`);
    return { by, where: rangeOf(key, at, filter), order };
  };
  if (customerEmail !== null) return along('email', 'lower(customer_email)', sql`lower(${customerEmail}::text)`);
  if (productId !== null) return along('product', 'product_id', productId);
  if (status !== null) return along('status', 'status', status);
  const at = (id: string) => sql`${scope.accountId}, ${isLive(scope.mode)}, ${id}`;
  return {
    by: 'nothing',
    where: rangeOf(raw('account_id, livemode, id'), at, filter),
    order: raw('account_id desc, livemode desc, id desc'),
  };
}

function rangeOf(key: Sql, at: (id: string) => Sql, filter: OrderFilter): Sql {
  const { first, end } = idsOf(filter);
  return sql`(${key}) >= (${at(first)}) and (${key}) < (${at(end)})`;
}

/** A folio is unique, so nothing has to be walked through. */
function lookUp(scope: Scope, filter: OrderFilter, folio: string): Walk {
  const { first, end } = idsOf(filter);
  const where = sql`${ofScope(scope)}
      and folio = ${folio}
      and id >= ${first}
      and id < ${end}`;
  return { by: 'nothing', where, order: raw('id desc') };
}

/** An id begins with the time of its creation, so a time range is a range of ids. */
function idsOf({ createdFrom, createdTo, before }: OrderFilter): { first: string; end: string } {
  const ends = [before ?? LAST_UUID, createdTo === null ? LAST_UUID : firstUuidAt(createdTo + 1)];
  return { first: createdFrom === null ? NIL_UUID : firstUuidAt(createdFrom), end: ends.sort()[0] ?? LAST_UUID };
}
