// Reads a page of a merchant's orders: a tab with filters, or what a search finds.
import { findOrders } from '../../../actions/orders/find-orders.js';
import type { Deps } from '../../../deps.js';
import type { Scope } from '../../../domain/accounts/account.js';
import type { Order } from '../../../domain/orders/order.js';
import type { OrderTab } from '../../../domain/orders/order-view.js';
import { countTabs, type OrderCursor, pageOfOrders } from '../../../store/orders/order-pages.js';
import { hasFilters, type OrderQuery } from './order-query.js';

export type OrdersView = {
  readonly query: OrderQuery;
  readonly orders: readonly Order[];
  /** null while a search or filter is on: the tabs then show what it finds, which nobody has counted. */
  readonly counts: Readonly<Record<OrderTab, number>> | null;
  readonly newer: OrderCursor;
  readonly older: OrderCursor;
  /** The walk stopped before it found enough: `older` goes on from there. */
  readonly isStopped: boolean;
  /** A search found more than it gives. */
  readonly isCut: boolean;
  readonly points: readonly { readonly code: string; readonly name: string }[];
};

type ViewDeps = Pick<Deps, 'db' | 'points'>;

export const ORDERS_A_PAGE = 25;
/** Tabs count so far, and then say "1,000+". */
export const MOST_COUNTED = 1_001;

export async function showOrders(deps: ViewDeps, scope: Scope, query: OrderQuery): Promise<OrdersView> {
  const isPlain = query.search === '' && !hasFilters(query);
  const [page, counts, points] = await Promise.all([
    pageOf(deps, scope, query, ORDERS_A_PAGE),
    isPlain ? countTabs(deps.db, scope, MOST_COUNTED) : null,
    deps.points.all(),
  ]);
  return { query, ...page, counts, points };
}

type Page = Pick<OrdersView, 'orders' | 'newer' | 'older' | 'isStopped' | 'isCut'>;

/** One page, and where the ones before and after it are. */
export async function pageOf(deps: Pick<Deps, 'db'>, scope: Scope, query: OrderQuery, size: number): Promise<Page> {
  const { search, choice, place } = query;
  if (search !== '') return pageOfFound(await findOrders(deps, { scope, search, choice }), place, size);
  const isUpwards = place !== null && 'newer' in place;
  const { orders: found, stoppedAt } = await pageOfOrders(deps.db, scope, choice, { place, limit: size + 1 });
  const hasMore = found.length > size;
  const orders = !hasMore ? found : isUpwards ? found.slice(1) : found.slice(0, size);
  const [first, last] = [orders.at(0), orders.at(-1)];
  // Whoever came from somewhere can go back there.
  const isNewer = isUpwards ? hasMore || stoppedAt !== null : place !== null;
  const isOlder = isUpwards || hasMore || stoppedAt !== null;
  const edge = stoppedAt ?? '';
  return {
    orders,
    newer: isNewer ? placeAt('newer', isUpwards && !hasMore ? edge : (first?.uuid ?? placeId(place))) : null,
    older: isOlder ? placeAt('older', !isUpwards && !hasMore ? edge : (last?.uuid ?? placeId(place))) : null,
    isStopped: stoppedAt !== null,
    isCut: false,
  };
}

function pageOfFound(
  { orders, isCut }: { readonly orders: readonly Order[]; readonly isCut: boolean },
  place: OrderCursor,
  size: number,
): Page {
  const start = startOf(orders, place, size);
  const page = orders.slice(start, start + size);
  const [first, last] = [page.at(0), page.at(-1)];
  return {
    orders: page,
    newer: start > 0 && first !== undefined ? { newer: first.uuid } : null,
    older: start + size < orders.length && last !== undefined ? { older: last.uuid } : null,
    isStopped: false,
    isCut,
  };
}

function startOf(orders: readonly Order[], place: OrderCursor, size: number): number {
  if (place === null) return 0;
  if ('older' in place) {
    const at = orders.findIndex(({ uuid }) => uuid < place.older);
    return at === -1 ? orders.length : at;
  }
  const end = orders.findIndex(({ uuid }) => uuid <= place.newer);
  return Math.max(0, (end === -1 ? orders.length : end) - size);
}

function placeAt(way: 'older' | 'newer', uuid: string): OrderCursor {
  if (uuid === '') return null;
  return way === 'older' ? { older: uuid } : { newer: uuid };
}

function placeId(place: OrderCursor): string {
  return place === null ? '' : 'older' in place ? place.older : place.newer;
}
