// The v1 generation: charges at stores and banks (spec, Endpoints 3 to 5; D32 to D35, D39, D55).

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sendSms } from '../actions/messages/send-sms.js';
import { createOrder } from '../actions/orders/create-order.js';
import { type OrderKey, requireOrder } from '../actions/orders/require-order.js';
import type { Deps } from '../deps.js';
import { parseOrderId } from '../domain/base/identity.js';
import type { Order } from '../domain/orders/order.js';
import { readRequest, sendReply, writeReply } from '../http/in-version.js';
import { actorOf, audienceOf, languageOf, merchantOf, sendJson } from '../http/request.js';
import { KeyCheck, renderKeyCheck } from '../wire/accounts/key-check.js';
import { renderSmsEvent, SendSms, SmsEvent } from '../wire/messages/sms.js';
import {
  Charge,
  ChargeList,
  Charges,
  CreatedCharge,
  renderCharge,
  renderCreatedCharge,
} from '../wire/orders/charge.js';
import { CHARGE_PRICE, CreateCharge, chargeDraft } from '../wire/orders/create-charge.js';
import { pageOf } from '../wire/orders/list.js';
import { PING_ID, renderPingCharge } from '../wire/webhooks/ping.js';
import { replyClaimed, replyOnce } from './idempotency.js';
import { findOrders } from './pages-of-orders.js';
import { rememberAnswers } from './remember-answers.js';
import * as schemas from './schemas/v1.js';
import { testClockOf } from './test-mode.js';

type WithId = { Params: { id: string } };

export function v1Routes(app: FastifyInstance, deps: Deps): void {
  const { serviceName } = deps.settings;
  const verified = rememberAnswers((request, order) =>
    writeReply(request, Charge, renderCharge(order, audienceOf(request, serviceName))),
  );

  app.post(
    '/v1/charges',
    { config: { access: 'any-key', right: 'orders:write' }, schema: schemas.create },
    (request, reply) => {
      const render = (order: Order) =>
        writeReply(request, CreatedCharge, renderCreatedCharge(order, serviceName, languageOf(request)));
      return replyOnce(deps, { request, reply, render }, async (repeat) => {
        const merchant = merchantOf(request);
        const clock = await testClockOf(deps, request);
        const now = clock?.frozenTime ?? deps.clock.now();
        const points = await deps.points.byCode();
        const read = readRequest(request, serviceName, CreateCharge, {
          now,
          mode: merchant.scope.mode,
          findPoint: (code) => points.get(code),
        });
        const draft = { ...chargeDraft(read), testClockId: clock?.id ?? null };
        return createOrder(deps, { merchant, draft, now, repeat, priceParam: CHARGE_PRICE });
      });
    },
  );

  app.get<WithId>(
    '/v1/charges/:id',
    { config: { access: 'private-key', right: 'orders:read' }, schema: schemas.verify },
    async (request, reply) => {
      if (request.params.id === PING_ID) return sendReply(reply, Charge, pingCharge(request));
      const order = await requireOrder(deps, orderKeyOf(request));
      return sendJson(reply, verified(request, order));
    },
  );

  app.get<{ Querystring: Record<string, unknown> }>(
    '/v1/charges',
    { config: { access: 'private-key', right: 'orders:read' }, schema: schemas.list },
    async (request, reply) => {
      const { orders, limit } = await findOrders(deps, request, ChargeList);
      const audience = audienceOf(request, serviceName);
      return sendReply(
        reply,
        Charges,
        pageOf(orders, limit, (order) => renderCharge(order, audience)),
      );
    },
  );

  app.post<WithId>(
    '/v1/charges/:id/sms',
    { config: { access: 'any-key', right: 'orders:write' }, schema: schemas.sms },
    (request, reply) => {
      const render = (order: Order) => writeReply(request, SmsEvent, renderSmsEvent(order));
      return replyClaimed(deps, { request, reply, render }, async () => {
        const { customer_phone: phone } = readRequest(request, serviceName, SendSms);
        const { kind: by } = merchantOf(request);
        return sendSms(deps, {
          key: orderKeyOf(request),
          by,
          phone,
          language: languageOf(request),
          actor: actorOf(request),
        });
      });
    },
  );

  // Existing clients call this to check whether a key works, and in which mode (D20).
  app.get('/v1/users/auth', { config: { access: 'any-key', right: null }, schema: schemas.auth }, (request, reply) =>
    sendReply(reply, KeyCheck, renderKeyCheck(merchantOf(request).scope.mode)),
  );

  /** A receiver reads back what a webhook tells before it acts, also what a ping tells. */
  function pingCharge(request: FastifyRequest): Charge {
    return renderPingCharge({ serviceName, mode: merchantOf(request).scope.mode, now: deps.clock.now() });
  }
}

function orderKeyOf(request: FastifyRequest<WithId>): OrderKey {
  return { scope: merchantOf(request).scope, uuid: parseOrderId(request.params.id) };
}
