// The v1 generation: charges at stores and banks (spec, Endpoints 3 to 5; D32 to D35, D39, D55).

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { createOrder } from '../actions/create-order.js';
import { type OrderKey, requireOrder } from '../actions/require-order.js';
import { sendSms } from '../actions/send-sms.js';
import type { Deps } from '../deps.js';
import { parseOrderId } from '../domain/identity.js';
import { isLive } from '../domain/mode.js';
import type { Order } from '../domain/order.js';
import { readBody } from '../http/body.js';
import { languageOf, merchantOf, sendJson } from '../http/request.js';
import { listDialect, readCreateCharge, renderCharge, renderCreatedCharge } from '../wire/charge-v1.js';
import { inVersion, type VersionedShape } from '../wire/versions/versions.js';
import { renderSmsEvent } from '../wire/webhook-body.js';
import { replyClaimed, replyOnce } from './idempotency.js';
import { sendPage } from './pages-of-orders.js';
import { testClockOf } from './test-mode.js';
import * as schemas from './v1-schemas.js';

type WithPaymentId = { Params: { payment_id: string } };

export function v1Routes(app: FastifyInstance, deps: Deps): void {
  const { serviceName } = deps.settings;

  app.post('/v1/charges', { config: { access: 'any-key' }, schema: schemas.create }, (request, reply) => {
    const render = (order: Order) =>
      versioned(request, renderCreatedCharge(order, serviceName, languageOf(request)), 'Create');
    return replyOnce(deps, { request, reply, render }, async (repeat) => {
      const merchant = merchantOf(request);
      const clock = await testClockOf(deps, request);
      const now = clock?.frozenTime ?? deps.clock.now();
      const points = await deps.catalogue.byCode();
      const read = readCreateCharge(readBody(request, serviceName), {
        now,
        mode: merchant.scope.mode,
        findPoint: (code) => points.get(code),
      });
      const draft = { ...read, testClockId: clock?.id ?? null };
      return createOrder(deps, { merchant, draft, now, repeat, priceParam: 'order_price' });
    });
  });

  app.get<WithPaymentId>(
    '/v1/charges/:payment_id',
    { config: { access: 'private-key' }, schema: schemas.verify },
    async (request, reply) => {
      const order = await requireOrder(deps, orderKeyOf(request));
      return sendJson(reply, versioned(request, renderCharge(order, serviceName), 'Verify'));
    },
  );

  app.get<{ Querystring: Record<string, unknown> }>(
    '/v1/charges',
    { config: { access: 'private-key' }, schema: schemas.list },
    (request, reply) =>
      sendPage(deps, request, reply, listDialect, (order) =>
        inVersion(renderCharge(order, serviceName), 'Verify', merchantOf(request).interfaceVersion),
      ),
  );

  app.post<WithPaymentId>(
    '/v1/charges/:payment_id/sms',
    { config: { access: 'any-key' }, schema: schemas.sms },
    (request, reply) => {
      const render = (order: Order) => versioned(request, renderSmsEvent(order), 'Sms');
      return replyClaimed(deps, { request, reply, render }, async () => {
        const { customer_phone: phone } = readBody(request, serviceName);
        return sendSms(deps, { key: orderKeyOf(request), phone, language: languageOf(request) });
      });
    },
  );

  // Existing clients ask this to see whether a key works, and in which mode (D20).
  app.get('/v1/users/auth', { config: { access: 'any-key' }, schema: schemas.auth }, (request, reply) => {
    const { mode } = merchantOf(request).scope;
    return sendJson(
      reply,
      JSON.stringify({ type: 'success', livemode: isLive(mode), mode_key: isLive(mode), message: 'ok', code: 200 }),
    );
  });

  function versioned(
    request: FastifyRequest,
    record: Readonly<Record<string, unknown>>,
    shape: VersionedShape,
  ): string {
    return JSON.stringify(inVersion(record, shape, merchantOf(request).interfaceVersion));
  }
}

function orderKeyOf(request: FastifyRequest<WithPaymentId>): OrderKey {
  return { scope: merchantOf(request).scope, uuid: parseOrderId(request.params.payment_id) };
}
