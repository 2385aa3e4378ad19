// Cancel and refund in both API generations (D37, D38). The reply is the record of the generation; after a refund its
// last key is the refund with its transfer (D75).
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type RefundedOrder, refundOrder } from '../actions/money/refund-order.js';
import { cancelOrder } from '../actions/orders/cancel-order.js';
import type { OrderKey } from '../actions/orders/require-order.js';
import type { Deps } from '../deps.js';
import type { Method } from '../domain/accounts/fee.js';
import { parseOrderId } from '../domain/base/identity.js';
import type { Order } from '../domain/orders/order.js';
import { readBody } from '../http/body.js';
import { actorOf, audienceOf, merchantOf } from '../http/request.js';
import { CreateRefund } from '../wire/money/refund.js';
import { renderMadeOrderRefund, renderMadeRefund } from '../wire/money/refunded.js';
import { renderCharge } from '../wire/orders/charge-v1.js';
import { replyOnce } from './idempotency.js';
import { renderOrderAnswer } from './order-answer.js';
import * as schemas from './schemas/order-changes.js';

/** v1 calls the parameter payment_id, v2 calls it id. */
type WithId = FastifyRequest<{ Params: { id?: string; payment_id?: string } }>;
/** How a generation renders an order, and which method its orders have. */
type Picture = {
  readonly method?: Method;
  render(request: WithId, order: Order, more?: object): string;
  renderRefund(refunded: RefundedOrder): object;
};

export function orderChangeRoutes(app: FastifyInstance, deps: Deps): void {
  const { serviceName } = deps.settings;
  const config = { access: 'private-key', right: 'orders:write' } as const;
  const refunding = { access: 'private-key', right: 'refunds:write' } as const;
  const charge: Picture = { render: asCharge, renderRefund: renderMadeRefund };
  const order: Picture = { render: asOrder, renderRefund: renderMadeOrderRefund, method: 'spei' }; // D34

  app.post('/v1/charges/:payment_id/cancel', { config, schema: schemas.cancelCharge }, (request: WithId, reply) =>
    cancel(request, reply, charge),
  );
  app.post('/v2/orders/:id/cancel', { config, schema: schemas.cancelOrder }, (request: WithId, reply) =>
    cancel(request, reply, order),
  );
  app.post(
    '/v1/charges/:payment_id/refunds',
    { config: refunding, schema: schemas.refundCharge },
    (request: WithId, reply) => refund(request, reply, charge),
  );
  app.post('/v2/orders/:id/refunds', { config: refunding, schema: schemas.refundOrder }, (request: WithId, reply) =>
    refund(request, reply, order),
  );

  function cancel(request: WithId, reply: FastifyReply, picture: Picture): Promise<FastifyReply> {
    const render = (order: Order) => picture.render(request, order);
    return replyOnce(deps, { request, reply, render }, async (repeat) => {
      readBody(request, serviceName); // no fields are expected, but a broken body is refused
      return cancelOrder(deps, orderKeyOf(request, picture), actorOf(request), repeat);
    });
  }

  function refund(request: WithId, reply: FastifyReply, picture: Picture): Promise<FastifyReply> {
    const render = (refunded: RefundedOrder) =>
      picture.render(request, refunded.order, { refund: picture.renderRefund(refunded) });
    return replyOnce(deps, { request, reply, render, isSecret: true }, async (repeat) => {
      const wanted = CreateRefund.read(readBody(request, serviceName));
      return refundOrder(deps, { ...wanted, key: orderKeyOf(request, picture), actor: actorOf(request) }, repeat);
    });
  }

  function asCharge(request: WithId, order: Order, more: object = {}): string {
    return JSON.stringify({ ...renderCharge(order, audienceOf(request, serviceName)), ...more });
  }

  function asOrder(request: WithId, order: Order, more: object = {}): string {
    // Plugins know no other word for an order that is shown again.
    return renderOrderAnswer(request, order, { serviceName, verb: 'verify', at: deps.clock.now(), more });
  }
}

function orderKeyOf(request: WithId, { method }: Picture): OrderKey {
  const { id, payment_id = '' } = request.params;
  return { scope: merchantOf(request).scope, uuid: parseOrderId(id ?? payment_id), ...(method && { method }) };
}
