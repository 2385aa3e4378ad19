// Reads what the dashboard shows of orders.
import { explainEvent } from '../../../actions/explain-event.js';
import type { Deps } from '../../../deps.js';
import type { Scope } from '../../../domain/account.js';
import type { DeliveryExplanation } from '../../../domain/endpoint.js';
import { parseOrderId } from '../../../domain/identity.js';
import type { Order, Status } from '../../../domain/order.js';
import type { OrderFilter } from '../../../domain/order-filter.js';
import { SCENARIOS } from '../../../domain/scenario.js';
import { AppError } from '../../../errors.js';
import { findBalances } from '../../../store/money/balances.js';
import { listPaymentsOf } from '../../../store/money/payments.js';
import { findEvent } from '../../../store/orders/order-events.js';
import { listOrders } from '../../../store/orders/order-lists.js';
import { formatCursor, listRequest } from '../../../wire/list.js';
import type { AddressDelivery, OrderView } from './order-page.js';
import type { OrdersView } from './orders-page.js';

const ORDERS_A_PAGE = 25;
const EVENTS_SHOWN = 20;

const SearchQuery = listRequest({
  statuses: { pending: 'pending', paid: 'paid', expired: 'expired', canceled: 'canceled' },
  msPerUnit: 1,
  method: null,
});

type Query = Readonly<Record<string, unknown>>;

/** One page of orders. A search accepts any identifier of an order that the merchant has at hand. */
export async function showOrders(deps: Pick<Deps, 'db' | 'orders'>, scope: Scope, query: Query): Promise<OrdersView> {
  const search = typeof query['q'] === 'string' ? query['q'].trim() : '';
  const filter = SearchQuery.read({ status: query['status'], cursor: query['cursor'] });
  const balances = await findBalances(deps.db, scope);
  const uuid = parseOrderId(search);
  const found =
    uuid === null
      ? await findFirst(deps, scope, filter, identifiersOf(search))
      : await findById(deps, scope, uuid, filter.status);
  const orders = found.slice(0, ORDERS_A_PAGE);
  const last = found.length > ORDERS_A_PAGE ? orders.at(-1) : undefined;
  const next = last === undefined ? null : new URLSearchParams({ q: search, cursor: formatCursor(last.uuid) });
  if (filter.status !== null) next?.set('status', filter.status);
  return {
    orders,
    balances,
    search,
    status: filter.status,
    next: next?.toString() ?? null,
    isFirst: filter.before === null,
  };
}

async function findById(
  deps: Pick<Deps, 'orders'>,
  scope: Scope,
  uuid: string,
  status: Status | null,
): Promise<Order[]> {
  const order = await deps.orders.find(scope, uuid);
  return order === null || (status !== null && status !== order.status) ? [] : [order];
}

type Identifiers = Partial<Pick<OrderFilter, 'folio' | 'customerEmail' | 'productId'>>;

/** The possible meanings of a search text, the likeliest first. */
function identifiersOf(search: string): readonly Identifiers[] {
  if (search === '') return [{}];
  if (search.includes('\0')) return []; // no identifier contains it
  if (search.includes('@')) return [{ customerEmail: search }, { productId: search }];
  const isFolio = /^[0-9a-f]{8}$/i.test(search);
  return [...(isFolio ? [{ folio: search.toUpperCase() }] : []), { productId: search }];
}

async function findFirst(
  deps: Pick<Deps, 'db'>,
  scope: Scope,
  filter: OrderFilter,
  identifiers: readonly Identifiers[],
) {
  for (const identifier of identifiers) {
    const orders = await listOrders(deps.db, scope, { ...filter, ...identifier, limit: ORDERS_A_PAGE + 1 });
    if (orders.length > 0) return orders;
  }
  return [];
}

export async function showOrder(
  deps: Pick<Deps, 'db' | 'orders'>,
  { scope, uuid }: { readonly scope: Scope; readonly uuid: string | null },
): Promise<OrderView> {
  const order = uuid === null ? null : await deps.orders.find(scope, uuid);
  if (order === null) throw new AppError('order_not_found');
  const first = Math.max(1, order.lastEvent - EVENTS_SHOWN + 1);
  const sequences = Array.from({ length: order.lastEvent - first + 1 }, (_, index) => first + index);
  const placed = await Promise.all(
    sequences.map((sequence) => findEvent(deps.db, scope, { orderId: order.uuid, sequence })),
  );
  const events = await Promise.all(
    placed
      .filter((one) => one !== null)
      .map(async (one) => ({ event: one.event, deliveries: (await explainEvent(deps, scope, one)).map(toDelivery) })),
  );
  return {
    order,
    payments: await listPaymentsOf(deps.db, scope, order.uuid),
    events,
    scenarios: scope.mode === 'live' ? [] : SCENARIOS,
  };
}

function toDelivery({ endpoint, delivery, isSubscribed, lastReason }: DeliveryExplanation): AddressDelivery {
  return { url: endpoint.url, state: delivery?.state ?? (isSubscribed ? 'none' : 'unsubscribed'), reason: lastReason };
}
