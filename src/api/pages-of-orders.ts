// One page of a list of orders, in both API generations (D39).
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../deps.js';
import type { Order } from '../domain/order.js';
import { merchantOf, sendJson } from '../http/request.js';
import { listOrders } from '../store/orders/orders.js';
import { formatCursor, type ListRequest, renderList } from '../wire/list.js';

export async function sendPage(
  deps: Pick<Deps, 'db'>,
  request: FastifyRequest<{ Querystring: Record<string, unknown> }>,
  reply: FastifyReply,
  list: ListRequest,
  render: (order: Order) => object,
): Promise<FastifyReply> {
  const filter = list.read(request.query);
  // One more than requested, to know whether there is a next page.
  const orders = await listOrders(deps.db, merchantOf(request).scope, { ...filter, limit: filter.limit + 1 });
  const page = orders.slice(0, filter.limit);
  const last = orders.length > filter.limit ? page.at(-1) : undefined;
  const next = last === undefined ? null : formatCursor(last.uuid);
  return sendJson(reply, JSON.stringify(renderList(page.map(render), next)));
}
