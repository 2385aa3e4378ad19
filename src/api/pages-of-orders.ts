// The orders of one page of a list, in both API generations (D39).
import type { FastifyRequest } from 'fastify';
import type { Deps } from '../deps.js';
import type { Credential } from '../domain/accounts/account.js';
import type { Order } from '../domain/orders/order.js';
import type { OrderFilter } from '../domain/orders/order-filter.js';
import { readQuery } from '../http/in-version.js';
import { merchantOf } from '../http/request.js';
import { listOrders } from '../store/orders/order-lists.js';
import type { ListRequest } from '../wire/orders/list.js';

export async function findOrders(
  deps: Pick<Deps, 'db'>,
  request: FastifyRequest,
  query: ListRequest<'ListCharges' | 'ListOrders'>,
): Promise<{ readonly orders: readonly Order[]; readonly limit: number }> {
  const filter = readQuery(request, query);
  const { limit } = filter;
  // One more than requested, to know whether there is a next page.
  return { limit, orders: await findPage(deps, merchantOf(request), { ...filter, limit: limit + 1 }) };
}

/** Accounts that see canceled orders as expired find them among these, too (D66). */
async function findPage(deps: Pick<Deps, 'db'>, merchant: Credential, filter: OrderFilter): Promise<Order[]> {
  const orders = await listOrders(deps.db, merchant.scope, filter);
  if (!merchant.ordersEnvelope || filter.status !== 'expired') return orders;
  const canceled = await listOrders(deps.db, merchant.scope, { ...filter, status: 'canceled' });
  return [...orders, ...canceled].sort((one, other) => (one.uuid < other.uuid ? 1 : -1)).slice(0, filter.limit);
}
