// The answer of v2 that shows an order: the bare record, or in an envelope for accounts of existing shop plugins (D30).
import type { FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import type { Order } from '../domain/orders/order.js';
import { publicView } from '../domain/orders/public-view.js';
import { writeReply } from '../http/in-version.js';
import { audienceOf, languageOf, merchantOf } from '../http/request.js';
import { type MadeOrderRefund, RefundedEnvelope, RefundedOrder } from '../wire/money/refunded.js';
import { OrderEnvelope, OrderRecord, renderOrder, wrapInEnvelope } from '../wire/orders/order.js';

type OrderAnswer = {
  readonly serviceName: string;
  readonly verb: 'create' | 'verify';
  /** When the request was made; only an envelope shows it. */
  readonly at: number;
  /** After a refund. */
  readonly refund?: Static<typeof MadeOrderRefund>;
};

export function renderOrderAnswer(
  request: FastifyRequest,
  order: Order,
  { serviceName, verb, at, refund }: OrderAnswer,
): string {
  const { kind, ordersEnvelope } = merchantOf(request);
  // The answer to a create shows only what this caller has just sent, so it is not masked.
  const shown = kind === 'public' && verb === 'verify' ? publicView(order) : order;
  const record = renderOrder(shown, audienceOf(request, serviceName), languageOf(request));
  const call = { verb, at, url: request.url.split('?', 1)[0] ?? '' };
  if (refund === undefined)
    return ordersEnvelope
      ? writeReply(request, OrderEnvelope, wrapInEnvelope(record, call))
      : writeReply(request, OrderRecord, record);
  const refunded = { ...record, refund };
  return ordersEnvelope
    ? writeReply(request, RefundedEnvelope, wrapInEnvelope(refunded, call))
    : writeReply(request, RefundedOrder, refunded);
}
