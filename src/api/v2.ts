// The v2 generation: bank-transfer orders (spec, Endpoints 1 and 2; D30, D31, D39).
import type { FastifyInstance } from 'fastify';
import { createOrder } from '../actions/orders/create-order.js';
import { requireOrder } from '../actions/orders/require-order.js';
import type { Deps } from '../deps.js';
import { parseOrderId } from '../domain/base/identity.js';
import type { Order } from '../domain/orders/order.js';
import { readRequest, sendReply } from '../http/in-version.js';
import { audienceOf, languageOf, merchantOf, sendJson } from '../http/request.js';
import { CreateOrder, ORDER_PRICE, orderDraft } from '../wire/orders/create-order.js';
import { pageOf } from '../wire/orders/list.js';
import { OrderList, Orders, renderOrder } from '../wire/orders/order.js';
import { replyOnce } from './idempotency.js';
import { renderOrderAnswer } from './order-answer.js';
import { findOrders } from './pages-of-orders.js';
import { rememberAnswers } from './remember-answers.js';
import * as schemas from './schemas/v2.js';
import { testClockOf } from './test-mode.js';

export function v2Routes(app: FastifyInstance, deps: Deps): void {
  const { serviceName } = deps.settings;
  const verified = rememberAnswers((request, order) =>
    renderOrderAnswer(request, order, { serviceName, verb: 'verify', at: 0 }),
  );

  app.post(
    '/v2/orders',
    { config: { access: 'any-key', right: 'orders:write' }, schema: schemas.create },
    (request, reply) => {
      let now = 0;
      const render = (order: Order) => renderOrderAnswer(request, order, { serviceName, verb: 'create', at: now });
      return replyOnce(deps, { request, reply, render }, async (repeat) => {
        const clock = await testClockOf(deps, request);
        now = clock?.frozenTime ?? deps.clock.now();
        const merchant = merchantOf(request);
        const leniency = merchant.ordersEnvelope ? 'lenient' : 'strict'; // D64
        const read = readRequest(request, serviceName, CreateOrder, { now, leniency });
        const draft = { ...orderDraft(read), testClockId: clock?.id ?? null };
        return createOrder(deps, { merchant, draft, now, repeat, priceParam: ORDER_PRICE });
      });
    },
  );

  app.get<{ Params: { id: string } }>(
    '/v2/orders/:id',
    { config: { access: 'any-key', right: 'orders:read' }, schema: schemas.verify },
    async (request, reply) => {
      const uuid = parseOrderId(request.params.id);
      const order = await requireOrder(deps, { scope: merchantOf(request).scope, uuid, method: 'spei' });
      // An envelope contains the request time, so it is different every time and cannot be cached.
      if (merchantOf(request).ordersEnvelope)
        return sendJson(
          reply,
          renderOrderAnswer(request, order, { serviceName, verb: 'verify', at: deps.clock.now() }),
        );
      return sendJson(reply, verified(request, order));
    },
  );

  app.get<{ Querystring: Record<string, unknown> }>(
    '/v2/orders',
    { config: { access: 'private-key', right: 'orders:read' }, schema: schemas.list },
    async (request, reply) => {
      const { orders, limit } = await findOrders(deps, request, OrderList);
      const [audience, language] = [audienceOf(request, serviceName), languageOf(request)];
      return sendReply(
        reply,
        Orders,
        pageOf(orders, limit, (order) => renderOrder(order, audience, language)),
      );
    },
  );
}
