// One page of a list of orders, in both API generations (D39).
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../deps.js';
import type { Credential } from '../domain/accounts/account.js';
import type { Order } from '../domain/orders/order.js';
import type { OrderFilter } from '../domain/orders/order-filter.js';
import { merchantOf, sendJson } from '../http/request.js';
import { listOrders } from '../store/orders/order-lists.js';
import { formatCursor, type ListRequest, renderList } from '../wire/orders/list.js';

export async function sendPage(
  deps: Pick<Deps, 'db'>,
  request: FastifyRequest<{ Querystring: Record<string, unknown> }>,
  reply: FastifyReply,
  list: ListRequest,
  render: (order: Order) => object,
): Promise<FastifyReply> {
  const filter = list.read(request.query);
  // One more than requested, to know whether there is a next page.
  const orders = await findPage(deps, merchantOf(request), { ...filter, limit: filter.limit + 1 });
  const page = orders.slice(0, filter.limit);
  const last = orders.length > filter.limit ? page.at(-1) : undefined;
  const next = last === undefined ? null : formatCursor(last.uuid);
  return sendJson(reply, JSON.stringify(renderList(page.map(render), next)));
}

/** Accounts that see canceled orders as expired find them among these, too (D66). */
async function findPage(deps: Pick<Deps, 'db'>, merchant: Credential, filter: OrderFilter): Promise<Order[]> {
  const orders = await listOrders(deps.db, merchant.scope, filter);
  if (!merchant.ordersEnvelope || filter.status !== 'expired') return orders;
  const canceled = await listOrders(deps.db, merchant.scope, { ...filter, status: 'canceled' });
  return [...orders, ...canceled].sort((one, other) => (one.uuid < other.uuid ? 1 : -1)).slice(0, filter.limit);
}
