// What arrived for a merchant and what they refunded: lists by account and by order, and single records (D18, D41).
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type OrderKey, requireOrder } from '../actions/orders/require-order.js';
import type { Deps } from '../deps.js';
import type { Method } from '../domain/accounts/fee.js';
import { isUuid, parseOrderId } from '../domain/base/identity.js';
import type { Payment } from '../domain/money/payment.js';
import type { SentRefund } from '../domain/money/refund.js';
import { AppError } from '../errors/errors.js';
import { merchantOf, sendJson } from '../http/request.js';
import {
  findMerchantPayment,
  listMerchantPayments,
  type MerchantPaymentFilter,
} from '../store/money/merchant-payments.js';
import { findRefund, listRefunds, type RefundFilter } from '../store/money/refunds.js';
import { OfOrderList, PaymentList, renderOrderPayment, renderPayment } from '../wire/money/payment.js';
import { RefundList, renderOrderRefund, renderRefund } from '../wire/money/refund.js';
import { formatCursor, renderList } from '../wire/orders/list.js';
import * as schemas from './schemas/payments.js';

type Asked = FastifyRequest<{ Params: { id?: string; payment_id?: string }; Querystring: Record<string, unknown> }>;

const ANY_TIME = { createdFrom: null, createdTo: null } as const;
const config = { access: 'private-key', right: 'money:read' } as const;

export function paymentRoutes(app: FastifyInstance, deps: Deps): void {
  app.get('/v1/payments', { config, schema: schemas.payments }, (request: Asked, reply) => {
    const { order_id, state, tracking_key: trackingKey, ...page } = PaymentList.read(request.query);
    const filter = { ...timesOf(page), state, trackingKey, before: page.cursor, limit: page.limit };
    return sendPayments(request, reply, filter, order_id, renderPayment);
  });
  app.get('/v1/payments/:id', { config, schema: schemas.payment }, async (request: Asked, reply) => {
    const { id = '' } = request.params;
    const payment = isUuid(id) ? await findMerchantPayment(deps.db, merchantOf(request).scope, id) : null;
    if (payment === null) throw new AppError('unknown_payment', { id });
    return sendJson(reply, JSON.stringify(renderPayment(payment)));
  });
  app.get('/v1/charges/:payment_id/payments', { config, schema: schemas.ofCharge.payments }, (request: Asked, reply) =>
    paymentsOfOrder(request, reply, renderPayment),
  );
  app.get('/v2/orders/:id/payments', { config, schema: schemas.ofOrder.payments }, (request: Asked, reply) =>
    paymentsOfOrder(request, reply, renderOrderPayment, 'spei'),
  );

  async function paymentsOfOrder(
    request: Asked,
    reply: FastifyReply,
    render: (payment: Payment) => object,
    method?: Method,
  ): Promise<FastifyReply> {
    const { cursor: before, limit } = OfOrderList.read(request.query);
    const id = await requireOrderId(deps, request, method);
    return sendPayments(request, reply, { ...ANY_TIME, state: null, trackingKey: null, before, limit }, id, render);
  }

  async function sendPayments(
    request: Asked,
    reply: FastifyReply,
    filter: Omit<MerchantPaymentFilter, 'orderId'>,
    order: string | null,
    render: (payment: Payment) => object,
  ): Promise<FastifyReply> {
    const found = await ofOrder(order, (orderId) =>
      listMerchantPayments(deps.db, merchantOf(request).scope, { ...filter, orderId, limit: filter.limit + 1 }),
    );
    return sendRecords(reply, found, filter.limit, render);
  }
}

export function refundRoutes(app: FastifyInstance, deps: Deps): void {
  app.get('/v1/refunds', { config, schema: schemas.refunds }, (request: Asked, reply) => {
    const { order_id, ...page } = RefundList.read(request.query);
    return sendRefunds(
      request,
      reply,
      { ...timesOf(page), before: page.cursor, limit: page.limit },
      order_id,
      renderRefund,
    );
  });
  app.get('/v1/refunds/:id', { config, schema: schemas.refund }, async (request: Asked, reply) => {
    const { id = '' } = request.params;
    const refund = isUuid(id) ? await findRefund(deps.db, merchantOf(request).scope, id) : null;
    if (refund === null) throw new AppError('refund_not_found');
    return sendJson(reply, JSON.stringify(renderRefund(refund)));
  });
  app.get('/v1/charges/:payment_id/refunds', { config, schema: schemas.ofCharge.refunds }, (request: Asked, reply) =>
    refundsOfOrder(request, reply, renderRefund),
  );
  app.get('/v2/orders/:id/refunds', { config, schema: schemas.ofOrder.refunds }, (request: Asked, reply) =>
    refundsOfOrder(request, reply, renderOrderRefund, 'spei'),
  );

  async function refundsOfOrder(
    request: Asked,
    reply: FastifyReply,
    render: (refund: SentRefund) => object,
    method?: Method,
  ): Promise<FastifyReply> {
    const { cursor: before, limit } = OfOrderList.read(request.query);
    const id = await requireOrderId(deps, request, method);
    return sendRefunds(request, reply, { ...ANY_TIME, before, limit }, id, render);
  }

  async function sendRefunds(
    request: Asked,
    reply: FastifyReply,
    filter: Omit<RefundFilter, 'orderId'>,
    order: string | null,
    render: (refund: SentRefund) => object,
  ): Promise<FastifyReply> {
    const found = await ofOrder(order, (orderId) =>
      listRefunds(deps.db, merchantOf(request).scope, { ...filter, orderId, limit: filter.limit + 1 }),
    );
    return sendRecords(reply, found, filter.limit, render);
  }
}

/** The id of the order in the path, which must be the merchant's; v2 shows SPEI orders only (D34). */
async function requireOrderId(deps: Pick<Deps, 'orders'>, request: Asked, method?: Method): Promise<string> {
  const { id, payment_id = '' } = request.params;
  const given = id ?? payment_id;
  const key: OrderKey = { scope: merchantOf(request).scope, uuid: parseOrderId(given), ...(method && { method }) };
  await requireOrder(deps, key);
  return given;
}

/** The records of an order, or of all. What is no order id has none. */
async function ofOrder<Item>(order: string | null, list: (orderId: string | null) => Promise<Item[]>): Promise<Item[]> {
  if (order === null) return list(null);
  const orderId = parseOrderId(order);
  return orderId === null ? [] : list(orderId);
}

/** A second includes its last millisecond (D39). */
function timesOf(page: { readonly created_from: number | null; readonly created_to: number | null }) {
  return { createdFrom: page.created_from, createdTo: page.created_to === null ? null : page.created_to + 999 };
}

/** `found` has one more than the limit if there is a next page. */
function sendRecords<Item extends { readonly id: string }>(
  reply: FastifyReply,
  found: readonly Item[],
  limit: number,
  render: (item: Item) => object,
): FastifyReply {
  const page = found.slice(0, limit);
  const last = found.length > limit ? page.at(-1) : undefined;
  const next = last === undefined ? null : formatCursor(last.id);
  return sendJson(reply, JSON.stringify(renderList(page.map(render), next)));
}
