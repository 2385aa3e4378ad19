// Pages of a merchant's orders as people look at them: by tab, with filters, newest first, both ways. Every statement
// walks one range of one index and stops after so many rows, however rare the orders are that it looks for.
import type { Scope } from '../../domain/accounts/account.js';
import { firstUuidAt, LAST_UUID, NIL_UUID } from '../../domain/base/identity.js';
import { isLive } from '../../domain/base/mode.js';
import type { PageAsk } from '../../domain/base/paging.js';
import type { Order } from '../../domain/orders/order.js';
import { ORDER_TABS, type OrderChoice, type OrderTab } from '../../domain/orders/order-view.js';
import type { Queryable } from '../db.js';
import { ofScope } from '../scope.js';
import { columns, join, raw, reading, type Sql, sql } from '../sql.js';
import { ORDER_COLUMNS, type OrderRow, toOrder } from './order-row.js';

const COLUMNS = columns(ORDER_COLUMNS, 'o');
/** So many orders are looked at for one page. */
const LOOKED_AT = 5_000;

type FoundOrders = {
  /** In the direction that was asked for, with one more than a page if there are more. */
  readonly orders: readonly Order[];
  /** Where the walk stopped although there may be more; null if it found enough or came to the end. */
  readonly stoppedAt: string | null;
};

type Row = OrderRow & { walked: number; last_id: string | null };

/** The orders of a page, newest first. */
export async function pageOfOrders(
  db: Queryable,
  scope: Scope,
  choice: OrderChoice,
  ask: PageAsk,
): Promise<FoundOrders> {
  const isUpwards = ask.towards === 'previous';
  const limit = ask.limit + 1;
  const direction = raw(isUpwards ? 'asc' : 'desc');
  const walk = WALKS[choice.tab];
  const filters = filtersOf(choice);
  const rows = await db.query<Row>(reading(scope)`
    with candidates as materialized (
      select id, method, point_code, amount, received
      from orders
      where ${rangeOf(scope, walk, idsOf(choice, ask))}
        and ${walk.where}
      order by ${orderOf(walk, direction)}
      limit ${filters === null ? limit : LOOKED_AT}
    ), found as materialized (
      select id
      from candidates
      where ${filters ?? sql`true`}
      order by id ${direction}
      limit ${limit}
    )
    select ${COLUMNS}, (select count(*)::integer from candidates) as walked,
      (select id from candidates order by id ${raw(isUpwards ? 'desc' : 'asc')} limit 1) as last_id
    from found
    cross join lateral (
      select ${columns(ORDER_COLUMNS)}
      from orders
      where ${ofScope(scope)}
        and orders.id = found.id
      limit 1) o
    union all
    ${NOTHING_FOUND}
    order by id ${direction}`);
  const orders = rows.filter(({ folio }) => folio !== null).map(toOrder);
  const [first] = rows;
  const isCut = filters !== null && first?.walked === LOOKED_AT && orders.length < limit;
  return { orders, stoppedAt: isCut ? (first?.last_id ?? null) : null };
}

/** A row that tells how far the walk came, if it found nothing. */
const NOTHING_FOUND = sql`
    select ${raw(ORDER_COLUMNS.map((name) => `(null::orders).${name}`).join(', '))}, (select count(*)::integer from candidates),
      (select id from candidates order by id limit 1)
    where not exists (select from found)`;

/** These orders, by id. */
export async function ordersById(
  db: Queryable,
  scope: Scope,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Order>> {
  if (ids.length === 0) return new Map();
  const rows = await db.query<OrderRow>(reading(scope)`
    select ${COLUMNS}
    from orders o
    where ${ofScope(scope, 'o.')}
      and o.id = any(${ids}::uuid[])`);
  return new Map(rows.map(toOrder).map((order) => [order.uuid, order]));
}

/**
 * These orders, as far as they are in the tab and pass the filters; newest first. The limit keeps the planner from joining, so that
 * each costs one look-up by key: of some hundred ids it may believe that all orders of the merchant are fewer.
 */
export async function chooseOrders(
  db: Queryable,
  scope: Scope,
  choice: OrderChoice,
  ids: readonly string[],
): Promise<Order[]> {
  const { first, end } = idsOf(choice, null);
  const { status, where } = WALKS[choice.tab];
  const rows = await db.query<OrderRow>(reading(scope)`
    select ${COLUMNS}
    from unnest(${ids}::uuid[]) as wanted(key)
    cross join lateral (
      select ${columns(ORDER_COLUMNS)}
      from orders
      where ${ofScope(scope)}
        and id = wanted.key
        and id >= ${first}
        and id < ${end}
        and ${where}
        and ${status === null ? sql`true` : sql`status = ${status}`}
        and ${filtersOf(choice) ?? sql`true`}
      limit 1) o
    order by o.id desc`);
  return rows.map(toOrder);
}

/** So many orders of one number are added up at most. */
const MOST_ADDED = 10_000;

/** What orders with this number of the merchant's brought: those that are paid now. By the index orders_product. */
export async function takingsOfNumber(
  db: Queryable,
  scope: Scope,
  number: string,
): Promise<{ readonly paid: number; readonly taken: bigint }> {
  const [row] = await db.query<{ paid: number; taken: bigint }>(reading(scope)`
    select count(*)::integer as paid, coalesce(sum(amount), 0)::bigint as taken
    from (
      select amount, status
      from orders
      where ${ofScope(scope)}
        and product_id = ${number}
      order by id desc
      limit ${MOST_ADDED}) newest
    where status = 'paid'`);
  return row ?? { paid: 0, taken: 0n };
}

/** What came for orders that are not covered yet and can still be. By the index orders_pending_part_paid. */
export async function sumOfParts(db: Queryable, scope: Scope): Promise<bigint> {
  const [row] = await db.query<{ parts: bigint }>(reading(scope)`
    select coalesce(sum(received), 0)::bigint as parts
    from orders
    where ${rangeOf(scope, WALKS.part_paid, { first: NIL_UUID, end: LAST_UUID })}
      and ${WALKS.part_paid.where}`);
  return row?.parts ?? 0n;
}

/** Whether the merchant has ever had an order in this mode. */
export async function hasOrders(db: Queryable, scope: Scope): Promise<boolean> {
  const all = { first: NIL_UUID, end: LAST_UUID };
  const rows = await db.query(reading(scope)`
    select 1
    from orders
    where ${rangeOf(scope, WALKS.all, all)}
    order by ${orderOf(WALKS.all, raw('desc'))}
    limit 1`);
  return rows.length > 0;
}

/** The folios of these orders, by id. */
export async function foliosOf(
  db: Queryable,
  scope: Scope,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await db.query<{ id: string; folio: string }>(sql`
    select id, folio
    from orders
    where ${ofScope(scope)}
      and id = any(${ids}::uuid[])`);
  return new Map(rows.map(({ id, folio }) => [id, folio]));
}

/** How many orders each tab has, counted up to `most`. */
export async function countTabs(
  db: Queryable,
  scope: Scope,
  most: number,
): Promise<Readonly<Record<OrderTab, number>>> {
  const all = { first: NIL_UUID, end: LAST_UUID };
  const count = (tab: OrderTab) => sql`(
    select count(*)::integer
    from (
      select 1
      from orders
      where ${rangeOf(scope, WALKS[tab], all)}
        and ${WALKS[tab].where}
        and ${tab === 'waiting' ? sql`received = 0` : ANY}
      order by ${orderOf(WALKS[tab], raw('desc'))}
      limit ${most}) counted) as ${raw(tab)}`;
  const [row] = await db.query<Record<OrderTab, number>>(reading(scope)`select ${join(ORDER_TABS.map(count), ', ')}`);
  if (row === undefined) throw new Error('a count gave no row');
  return row;
}

type Walk = {
  /** A walk along the index of states, or along one that holds only the orders of the tab. */
  readonly status: Order['status'] | null;
  readonly where: Sql;
  /** Whether `where` is the condition of a partial index. */
  readonly isSmall?: true;
};

const ANY = sql`true`;
/** The conditions are those of the partial indexes in migrations/0021_search.sql. */
const WALKS: Readonly<Record<OrderTab, Walk>> = {
  all: { status: null, where: ANY },
  waiting: { status: 'pending', where: ANY },
  part_paid: { status: null, where: sql`status = 'pending' and received > 0`, isSmall: true },
  paid: { status: 'paid', where: ANY },
  to_review: {
    status: null,
    where: sql`(surplus > 0 or held > 0 or (received > 0 and status in ('expired', 'canceled')))`,
    isSmall: true,
  },
  refunded: { status: null, where: sql`refunded > 0`, isSmall: true },
  expired: { status: 'expired', where: ANY },
  canceled: { status: 'canceled', where: ANY },
};

type Ids = { readonly first: string; readonly end: string };

/**
 * Compared as whole keys, so that PostgreSQL walks along this index and no other (see order-lists.ts). For a small index of
 * its own the tab is compared plainly: the planner then knows how much larger the other indexes are.
 */
function rangeOf(scope: Scope, { status, isSmall }: Walk, { first, end }: Ids): Sql {
  if (isSmall === true)
    return sql`${ofScope(scope)}
        and id >= ${first}
        and id < ${end}`;
  const at = (id: string) =>
    status === null
      ? sql`${scope.accountId}, ${isLive(scope.mode)}, ${id}`
      : sql`${scope.accountId}, ${isLive(scope.mode)}, ${status}, ${id}`;
  const key = raw(status === null ? 'account_id, livemode, id' : 'account_id, livemode, status, id');
  return sql`(${key}) >= (${at(first)}) and (${key}) < (${at(end)})`;
}

function orderOf({ status }: Walk, { text }: Sql): Sql {
  const key = ['account_id', 'livemode', ...(status === null ? [] : ['status']), 'id'];
  return raw(key.map((column) => `${column} ${text}`).join(', '));
}

/** An id begins with the time of its creation, so a range of times is one of ids. */
function idsOf({ from, before }: OrderChoice, ask: Pick<PageAsk, 'at' | 'towards'> | null): Ids {
  const at = ask?.at ?? null;
  const ends = [before === null ? LAST_UUID : firstUuidAt(before)];
  if (at !== null && ask?.towards === 'next') ends.push(at);
  const firsts = [from === null ? NIL_UUID : firstUuidAt(from)];
  if (at !== null && ask?.towards === 'previous') firsts.push(nextUuid(at));
  return { first: firsts.sort().at(-1) ?? NIL_UUID, end: ends.sort()[0] ?? LAST_UUID };
}

function nextUuid(uuid: string): string {
  const next = (BigInt(`0x${uuid.replaceAll('-', '')}`) + 1n).toString(16).padStart(32, '0');
  return next.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** What the walk itself does not know; null: nothing. */
function filtersOf({ tab, method, point, least, most }: OrderChoice): Sql | null {
  const filters = [
    ...(tab === 'waiting' ? [sql`received = 0`] : []),
    ...(method === null ? [] : [sql`method = ${method}`]),
    ...(point === null ? [] : [sql`point_code = ${point}`]),
    ...(least === null ? [] : [sql`amount >= ${least}`]),
    ...(most === null ? [] : [sql`amount <= ${most}`]),
  ];
  return filters.length === 0 ? null : join(filters, ' and ');
}
