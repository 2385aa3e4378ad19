// Outgoing transfers for merchants, and their decisions about their own held and surplus money (D75).
import type { FastifyInstance } from 'fastify';
import { type DecidedPayment, decideOwnPayment } from '../actions/money/decide-payment.js';
import { requireTransfer } from '../actions/transfers/change-transfer.js';
import type { IssuedTransfer } from '../actions/transfers/new-transfer.js';
import { renewLink } from '../actions/transfers/set-payee-account.js';
import type { Deps } from '../deps.js';
import { parseOrderId } from '../domain/base/identity.js';
import { readBody } from '../http/body.js';
import { actorOf, merchantOf, sendJson } from '../http/request.js';
import { listTransfers } from '../store/transfers/transfers.js';
import { renderDecidedPayment } from '../wire/money/decided-payment.js';
import { formatCursor, renderList } from '../wire/orders/list.js';
import { renderLinkedTransfer, renderTransfer, TransferList } from '../wire/transfers/transfer.js';
import { replyOnce } from './idempotency.js';
import * as schemas from './schemas/transfers.js';

type WithId = { Params: { id: string } };

export function transferRoutes(app: FastifyInstance, deps: Deps): void {
  const { serviceName } = deps.settings;
  const config = { access: 'private-key', right: 'money:read' } as const;
  const deciding = { access: 'private-key', right: 'refunds:write' } as const;

  app.get<{ Querystring: Record<string, unknown> }>(
    '/v1/transfers',
    { config, schema: schemas.list },
    async (request, reply) => {
      const { cursor: before, limit, order_id, status, reason } = TransferList.read(request.query);
      const orderId = order_id === null ? null : parseOrderId(order_id);
      // What is no order id belongs to no transfer.
      const found =
        order_id !== null && orderId === null
          ? []
          : await listTransfers(deps.db, merchantOf(request).scope, {
              orderId,
              status,
              reason,
              before,
              limit: limit + 1,
            });
      const page = found.slice(0, limit);
      const last = found.length > limit ? page.at(-1) : undefined;
      const next = last === undefined ? null : formatCursor(last.id);
      return sendJson(reply, JSON.stringify(renderList(page.map(renderTransfer), next)));
    },
  );

  app.get<WithId>('/v1/transfers/:id', { config, schema: schemas.read }, async (request, reply) => {
    const call = { transferId: request.params.id, scope: merchantOf(request).scope };
    return sendJson(reply, JSON.stringify(renderTransfer(await requireTransfer(deps.db, call))));
  });

  app.post<WithId>('/v1/transfers/:id/link', { config: deciding, schema: schemas.link }, (request, reply) => {
    const render = (issued: IssuedTransfer) => JSON.stringify(renderLinkedTransfer(issued));
    return replyOnce(deps, { request, reply, render, isSecret: true }, async (repeat) => {
      readBody(request, serviceName); // no fields are expected, but a broken body is refused
      return renewLink(deps, { transferId: request.params.id, scope: merchantOf(request).scope }, repeat);
    });
  });

  for (const [choice, schema] of [
    ['accept', schemas.decisions.accept],
    ['return', schemas.decisions.return],
  ] as const)
    app.post<WithId>(`/v1/payments/:id/${choice}`, { config: deciding, schema }, (request, reply) => {
      const render = (decided: DecidedPayment) => JSON.stringify(renderDecidedPayment(decided));
      return replyOnce(deps, { request, reply, render, isSecret: true }, async (repeat) => {
        readBody(request, serviceName);
        const { scope } = merchantOf(request);
        const call = { paymentId: request.params.id, scope, choice, actor: actorOf(request) };
        return decideOwnPayment(deps, call, repeat);
      });
    });
}
