// Outgoing transfers for merchants, and their decisions about their own held and surplus money (D75).
import type { FastifyInstance } from 'fastify';
import { type DecidedPayment as Decided, decideOwnPayment } from '../actions/money/decide-payment.js';
import { requireTransfer } from '../actions/transfers/change-transfer.js';
import { type IssuedTransfer, sendLink } from '../actions/transfers/customer-link.js';
import type { Deps } from '../deps.js';
import { parseOrderId } from '../domain/base/identity.js';
import { readBody } from '../http/body.js';
import { readQuery, sendReply, writeReply } from '../http/in-version.js';
import { actorOf, merchantOf } from '../http/request.js';
import { listTransfers } from '../store/transfers/transfers.js';
import { DecidedPayment, renderDecidedPayment } from '../wire/money/decided-payment.js';
import { pageOf } from '../wire/orders/list.js';
import {
  LinkedTransfer,
  renderLinkedTransfer,
  renderTransfer,
  TransferList,
  TransferRecord,
  Transfers,
} from '../wire/transfers/transfer.js';
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
      const { cursor: before, limit, order_id, status, reason } = readQuery(request, TransferList);
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
      return sendReply(reply, Transfers, pageOf(found, limit, renderTransfer));
    },
  );

  app.get<WithId>('/v1/transfers/:id', { config, schema: schemas.read }, async (request, reply) => {
    const call = { transferId: request.params.id, scope: merchantOf(request).scope };
    return sendReply(reply, TransferRecord, renderTransfer(await requireTransfer(deps.db, call)));
  });

  app.post<WithId>('/v1/transfers/:id/link', { config: deciding, schema: schemas.link }, (request, reply) => {
    const render = (issued: IssuedTransfer) => writeReply(request, LinkedTransfer, renderLinkedTransfer(issued));
    return replyOnce(deps, { request, reply, render, isSecret: true }, async (repeat) => {
      readBody(request, serviceName); // no fields are expected, but a broken body is refused
      const { scope } = merchantOf(request);
      return sendLink(deps, { transferId: request.params.id, scope, actor: actorOf(request) }, repeat);
    });
  });

  for (const [choice, schema] of [
    ['accept', schemas.decisions.accept],
    ['return', schemas.decisions.return],
  ] as const)
    app.post<WithId>(`/v1/payments/:id/${choice}`, { config: deciding, schema }, (request, reply) => {
      const render = (decided: Decided) => writeReply(request, DecidedPayment, renderDecidedPayment(decided));
      return replyOnce(deps, { request, reply, render, isSecret: true }, async (repeat) => {
        readBody(request, serviceName);
        const { scope } = merchantOf(request);
        const call = { paymentId: request.params.id, scope, choice, actor: actorOf(request) };
        return decideOwnPayment(deps, call, repeat);
      });
    });
}
