// What arrived for a merchant and what they refunded: lists by account and by order, and single records (D18, D41).
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type OrderKey, requireOrder } from '../actions/orders/require-order.js';
import type { Deps } from '../deps.js';
import type { Method } from '../domain/accounts/fee.js';
import { isUuid, parseOrderId } from '../domain/base/identity.js';
import { AppError } from '../errors/errors.js';
import { readQuery, sendReply } from '../http/in-version.js';
import { merchantOf } from '../http/request.js';
import {
  findMerchantPayment,
  listMerchantPayments,
  type MerchantPaymentFilter,
} from '../store/money/merchant-payments.js';
import { findRefund, listRefunds, type RefundFilter } from '../store/money/refunds.js';
import {
  OfOrderList,
  OrderPayments,
  PaymentList,
  PaymentRecord,
  Payments,
  renderOrderPayment,
  renderPayment,
} from '../wire/money/payment.js';
import {
  OrderRefunds,
  RefundList,
  RefundRecord,
  Refunds,
  renderOrderRefund,
  renderRefund,
} from '../wire/money/refund.js';
import { pageOf } from '../wire/orders/list.js';
import * as schemas from './schemas/payments.js';

type Asked = FastifyRequest<{ Params: { id: string }; Querystring: Record<string, unknown> }>;

const ANY_TIME = { createdFrom: null, createdTo: null } as const;
const config = { access: 'private-key', right: 'money:read' } as const;

export function paymentRoutes(app: FastifyInstance, deps: Deps): void {
  app.get('/v1/payments', { config, schema: schemas.payments }, async (request: Asked, reply) => {
    const {
      order_id,
      state,
      tracking_key: trackingKey,
      cursor: before,
      limit,
      ...times
    } = readQuery(request, PaymentList);
    const found = await findPayments(request, { ...timesOf(times), state, trackingKey, before, limit }, order_id);
    return sendReply(reply, Payments, pageOf(found, limit, renderPayment));
  });
  app.get('/v1/payments/:id', { config, schema: schemas.payment }, async (request: Asked, reply) => {
    const { id = '' } = request.params;
    const payment = isUuid(id) ? await findMerchantPayment(deps.db, merchantOf(request).scope, id) : null;
    if (payment === null) throw new AppError('unknown_payment', { id });
    return sendReply(reply, PaymentRecord, renderPayment(payment));
  });
  app.get('/v1/charges/:id/payments', { config, schema: schemas.ofCharge.payments }, async (request: Asked, reply) => {
    const { found, limit } = await paymentsOfOrder(request);
    return sendReply(reply, Payments, pageOf(found, limit, renderPayment));
  });
  app.get('/v2/orders/:id/payments', { config, schema: schemas.ofOrder.payments }, async (request: Asked, reply) => {
    const { found, limit } = await paymentsOfOrder(request, 'spei');
    return sendReply(reply, OrderPayments, pageOf(found, limit, renderOrderPayment));
  });

  async function paymentsOfOrder(request: Asked, method?: Method) {
    const { cursor: before, limit } = readQuery(request, OfOrderList);
    const id = await requireOrderId(deps, request, method);
    const filter = { ...ANY_TIME, state: null, trackingKey: null, before, limit };
    return { found: await findPayments(request, filter, id), limit };
  }

  /** One more than the limit if there is a next page. */
  function findPayments(request: Asked, filter: Omit<MerchantPaymentFilter, 'orderId'>, order: string | null) {
    return ofOrder(order, (orderId) =>
      listMerchantPayments(deps.db, merchantOf(request).scope, { ...filter, orderId, limit: filter.limit + 1 }),
    );
  }
}

export function refundRoutes(app: FastifyInstance, deps: Deps): void {
  app.get('/v1/refunds', { config, schema: schemas.refunds }, async (request: Asked, reply) => {
    const { order_id, cursor: before, limit, ...times } = readQuery(request, RefundList);
    const found = await findRefunds(request, { ...timesOf(times), before, limit }, order_id);
    return sendReply(reply, Refunds, pageOf(found, limit, renderRefund));
  });
  app.get('/v1/refunds/:id', { config, schema: schemas.refund }, async (request: Asked, reply) => {
    const { id = '' } = request.params;
    const refund = isUuid(id) ? await findRefund(deps.db, merchantOf(request).scope, id) : null;
    if (refund === null) throw new AppError('refund_not_found');
    return sendReply(reply, RefundRecord, renderRefund(refund));
  });
  app.get('/v1/charges/:id/refunds', { config, schema: schemas.ofCharge.refunds }, async (request: Asked, reply) => {
    const { found, limit } = await refundsOfOrder(request);
    return sendReply(reply, Refunds, pageOf(found, limit, renderRefund));
  });
  app.get('/v2/orders/:id/refunds', { config, schema: schemas.ofOrder.refunds }, async (request: Asked, reply) => {
    const { found, limit } = await refundsOfOrder(request, 'spei');
    return sendReply(reply, OrderRefunds, pageOf(found, limit, renderOrderRefund));
  });

  async function refundsOfOrder(request: Asked, method?: Method) {
    const { cursor: before, limit } = readQuery(request, OfOrderList);
    const id = await requireOrderId(deps, request, method);
    return { found: await findRefunds(request, { ...ANY_TIME, before, limit }, id), limit };
  }

  /** One more than the limit if there is a next page. */
  function findRefunds(request: Asked, filter: Omit<RefundFilter, 'orderId'>, order: string | null) {
    return ofOrder(order, (orderId) =>
      listRefunds(deps.db, merchantOf(request).scope, { ...filter, orderId, limit: filter.limit + 1 }),
    );
  }
}

/** The id of the order in the path, which must be the merchant's; v2 shows SPEI orders only (D34). */
async function requireOrderId(deps: Pick<Deps, 'orders'>, request: Asked, method?: Method): Promise<string> {
  const { id } = request.params;
  const key: OrderKey = { scope: merchantOf(request).scope, uuid: parseOrderId(id), ...(method && { method }) };
  await requireOrder(deps, key);
  return id;
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
