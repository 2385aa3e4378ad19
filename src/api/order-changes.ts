// Cancel and refund, in both generations (D37, D38). They answer with the record of their generation.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { answerInTransaction } from '../actions/answer-in-transaction.js';
import { cancelOrder, refundOrder } from '../actions/change-order.js';
import type { Deps } from '../deps.js';
import { parseOrderId } from '../domain/identity.js';
import type { Order } from '../domain/order.js';
import { AppError } from '../errors.js';
import { readBody } from '../http/body.js';
import { languageOf, merchantOf, sendJson } from '../http/request.js';
import type { Queryable } from '../store/db.js';
import { renderCharge } from '../wire/charge-v1.js';
import { renderError } from '../wire/error.js';
import { readFields } from '../wire/fields.js';
import { renderOrder, wrapInEnvelope } from '../wire/order-v2.js';
import { inVersion } from '../wire/versions/versions.js';
import { repeatKeyOf } from './idempotency.js';
import * as schemas from './order-changes-schemas.js';

/** v1 calls it payment_id, v2 id. */
type WithId = FastifyRequest<{ Params: { id?: string; payment_id?: string } }>;
type Render = (request: WithId, order: Order) => string;

export function orderChangeRoutes(app: FastifyInstance, deps: Deps): void {
  const { serviceName } = deps.settings;
  const config = { access: 'private-key' } as const;

  app.post('/v1/charges/:payment_id/cancel', { config, schema: schemas.cancelCharge }, (request: WithId, reply) =>
    cancel(request, reply, asCharge),
  );
  app.post('/v2/orders/:id/cancel', { config, schema: schemas.cancelOrder }, (request: WithId, reply) =>
    cancel(request, reply, asOrder),
  );
  app.post('/v1/charges/:payment_id/refunds', { config, schema: schemas.refundCharge }, (request: WithId, reply) =>
    refund(request, reply, asCharge),
  );
  app.post('/v2/orders/:id/refunds', { config, schema: schemas.refundOrder }, (request: WithId, reply) =>
    refund(request, reply, asOrder),
  );

  function cancel(request: WithId, reply: FastifyReply, render: Render): Promise<FastifyReply> {
    return change(request, reply, render, (tx) => {
      readBody(request, serviceName); // nothing is in it, but a broken one is told
      return cancelOrder(deps, tx, nameOf(request));
    });
  }

  function refund(request: WithId, reply: FastifyReply, render: Render): Promise<FastifyReply> {
    return change(request, reply, render, (tx) => {
      const fields = readFields(readBody(request, serviceName));
      const wanted = { amount: fields.optionalPrice('amount'), reason: fields.optionalText('reason') };
      fields.finish();
      return refundOrder(deps, tx, nameOf(request), wanted);
    });
  }

  async function change(
    request: WithId,
    reply: FastifyReply,
    render: Render,
    work: (tx: Queryable) => Promise<Order>,
  ): Promise<FastifyReply> {
    const answer = await answerInTransaction(deps, {
      merchant: merchantOf(request),
      repeat: repeatKeyOf(request),
      renderRefusal: (error) => renderError(error, languageOf(request), request.id),
      work: async (tx) => render(request, await work(tx)),
    });
    if (answer.repeated) reply.header('idempotent-replayed', 'true');
    return sendJson(reply.code(answer.status), answer.body);
  }

  function asCharge(request: WithId, order: Order): string {
    return JSON.stringify(inVersion(renderCharge(order, serviceName), 'Verify', merchantOf(request).interfaceVersion));
  }

  function asOrder(request: WithId, order: Order): string {
    if (order.method !== 'spei') throw new AppError('order_not_found'); // D34
    const record = renderOrder(order, { serviceName, language: languageOf(request) });
    if (!merchantOf(request).ordersEnvelope) return JSON.stringify(record);
    return JSON.stringify(wrapInEnvelope(record, { verb: 'verify', at: deps.clock.now(), url: request.url }));
  }
}

function nameOf(request: WithId) {
  const { id, payment_id = '' } = request.params;
  return { scope: merchantOf(request).scope, uuid: parseOrderId(id ?? payment_id) };
}
