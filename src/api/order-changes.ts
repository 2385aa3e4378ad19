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
import { readRequest, writeReply } from '../http/in-version.js';
import { actorOf, audienceOf, merchantOf } from '../http/request.js';
import { CreateRefund } from '../wire/money/refund.js';
import { RefundedCharge, renderMadeOrderRefund, renderMadeRefund } from '../wire/money/refunded.js';
import { Charge, renderCharge } from '../wire/orders/charge.js';
import { replyOnce } from './idempotency.js';
import { renderOrderAnswer } from './order-answer.js';
import * as schemas from './schemas/order-changes.js';

type WithId = FastifyRequest<{ Params: { id: string } }>;
/** How a generation renders an order, and which method its orders have. */
type Picture = {
  readonly method?: Method;
  render(request: WithId, order: Order): string;
  renderRefunded(request: WithId, refunded: RefundedOrder): string;
};

export function orderChangeRoutes(app: FastifyInstance, deps: Deps): void {
  const { serviceName } = deps.settings;
  const config = { access: 'private-key', right: 'orders:write' } as const;
  const refunding = { access: 'private-key', right: 'refunds:write' } as const;
  const charge: Picture = {
    render: (request, order) => writeReply(request, Charge, chargeOf(request, order)),
    renderRefunded: (request, refunded) =>
      writeReply(request, RefundedCharge, {
        ...chargeOf(request, refunded.order),
        refund: renderMadeRefund(refunded),
      }),
  };
  const order: Picture = {
    method: 'spei', // D34
    render: (request, order) => renderOrderAnswer(request, order, shownAgain()),
    renderRefunded: (request, refunded) =>
      renderOrderAnswer(request, refunded.order, { ...shownAgain(), refund: renderMadeOrderRefund(refunded) }),
  };

  app.post('/v1/charges/:id/cancel', { config, schema: schemas.cancelCharge }, (request: WithId, reply) =>
    cancel(request, reply, charge),
  );
  app.post('/v2/orders/:id/cancel', { config, schema: schemas.cancelOrder }, (request: WithId, reply) =>
    cancel(request, reply, order),
  );
  app.post('/v1/charges/:id/refunds', { config: refunding, schema: schemas.refundCharge }, (request: WithId, reply) =>
    refund(request, reply, charge),
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
    const render = (refunded: RefundedOrder) => picture.renderRefunded(request, refunded);
    return replyOnce(deps, { request, reply, render, isSecret: true }, async (repeat) => {
      const wanted = readRequest(request, serviceName, CreateRefund);
      return refundOrder(deps, { ...wanted, key: orderKeyOf(request, picture), actor: actorOf(request) }, repeat);
    });
  }

  function chargeOf(request: WithId, order: Order): Charge {
    return renderCharge(order, audienceOf(request, serviceName));
  }

  /** Plugins know no other word for an order that is shown again. */
  function shownAgain() {
    return { serviceName, verb: 'verify', at: deps.clock.now() } as const;
  }
}

function orderKeyOf(request: WithId, { method }: Picture): OrderKey {
  return { scope: merchantOf(request).scope, uuid: parseOrderId(request.params.id), ...(method && { method }) };
}
