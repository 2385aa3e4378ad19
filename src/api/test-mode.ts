// What exists in test mode only (D47): payments at will, and clocks that test orders live by.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { makeTestClock, moveTestClock, requireTestClock } from '../actions/move-test-clock.js';
import { makeTestPayment, SCENARIOS } from '../actions/test-payment.js';
import type { Deps } from '../deps.js';
import type { Credential } from '../domain/account.js';
import { formatOrderId, parseOrderId } from '../domain/identity.js';
import { toJsonNumber } from '../domain/money.js';
import { type Payment, stateOf } from '../domain/payment.js';
import { AppError } from '../errors.js';
import { readBody } from '../http/body.js';
import { merchantOf } from '../http/request.js';
import type { TestClock } from '../store/orders/test-clocks.js';
import { readFields } from '../wire/fields.js';
import { replyClaimed } from './idempotency.js';
import { errorReplies, IdempotencyHeader } from './schemas.js';

const about = { tags: ['Test mode'], security: [{ apiKey: [] }], headers: IdempotencyHeader };
const clockReply = Type.Object(
  { id: Type.String(), frozen_time: Type.Integer() },
  { description: 'The clock, epoch seconds' },
);

const paymentSchema = {
  ...about,
  summary: 'Pay a test order',
  body: Type.Object({
    scenario: Type.String({ enum: [...SCENARIOS] }),
    amount: Type.Optional(Type.Number()),
    at: Type.Optional(Type.Integer({ description: 'When it is paid, epoch seconds' })),
  }),
  response: {
    200: Type.Object(
      {
        object: Type.Literal('payment'),
        id: Type.String(),
        state: Type.String(),
        amount: Type.Number(),
        order_id: Type.Union([Type.String(), Type.Null()]),
      },
      { description: 'The payment' },
    ),
    ...errorReplies(400, 401, 403, 404, 429, 503),
  },
};
const makeClockSchema = {
  ...about,
  summary: 'Make a test clock',
  description: 'An order created with the header `Test-Clock: {id}` lives by it.',
  body: Type.Object({ frozen_time: Type.Integer({ description: 'Epoch seconds' }) }),
  response: { 200: clockReply, ...errorReplies(400, 401, 403, 429, 503) },
};
const advanceSchema = {
  ...about,
  summary: 'Advance a test clock',
  description: 'Expires what is due before it returns.',
  body: Type.Object({ to: Type.Integer({ description: 'Epoch seconds' }) }),
  response: { 200: clockReply, ...errorReplies(400, 401, 403, 404, 429, 503) },
};

export function testModeRoutes(app: FastifyInstance, deps: Deps): void {
  const { serviceName } = deps.settings;
  const config = { access: 'any-key' } as const;

  app.post<{ Params: { id: string } }>(
    '/v1/test/orders/:id/payments',
    { config, schema: paymentSchema },
    (request, reply) =>
      replyClaimed(deps, { request, reply, render: renderPayment }, async () => {
        const merchant = requireTestMode(request);
        const fields = readFields(readBody(request, serviceName));
        const scenario = fields.choiceAsIs('scenario', SCENARIOS);
        const amount = fields.optionalPrice('amount');
        const at = fields.optionalSeconds('at');
        fields.finish();
        return makeTestPayment(deps, { merchant, uuid: parseOrderId(request.params.id), scenario, amount, at });
      }),
  );

  app.post('/v1/test/clocks', { config, schema: makeClockSchema }, (request, reply) =>
    replyClaimed(deps, { request, reply, render: renderClock }, async () => {
      const { scope } = requireTestMode(request);
      const fields = readFields(readBody(request, serviceName));
      const frozenTime = fields.optionalSeconds('frozen_time') ?? undefined;
      fields.finish();
      return makeTestClock(deps, scope.accountId, frozenTime);
    }),
  );

  app.post<{ Params: { id: string } }>(
    '/v1/test/clocks/:id/advance',
    { config, schema: advanceSchema },
    (request, reply) =>
      replyClaimed(deps, { request, reply, render: renderClock }, async () => {
        const { scope } = requireTestMode(request);
        const fields = readFields(readBody(request, serviceName));
        const to = fields.optionalSeconds('to');
        if (to === null && fields.isFine('to')) fields.fault('to', 'required');
        fields.finish();
        return moveTestClock(deps, scope.accountId, { id: request.params.id, to: to ?? 0 });
      }),
  );
}

/** The clock that a create call names in its Test-Clock header; null when it names none. */
export async function testClockOf(deps: Pick<Deps, 'db'>, request: FastifyRequest): Promise<TestClock | null> {
  const id = request.headers['test-clock'];
  if (id === undefined) return null;
  const { scope } = requireTestMode(request);
  return requireTestClock(deps, scope.accountId, String(id));
}

function requireTestMode(request: FastifyRequest): Credential {
  const merchant = merchantOf(request);
  if (merchant.scope.mode === 'live') throw new AppError('test_mode_only');
  return merchant;
}

function renderPayment(payment: Payment): string {
  return JSON.stringify({
    object: 'payment',
    id: payment.id,
    state: stateOf(payment),
    amount: toJsonNumber(payment.amount),
    order_id: payment.orderId === null ? null : formatOrderId(payment.orderId),
  });
}

function renderClock(clock: TestClock): string {
  return JSON.stringify({ id: clock.id, frozen_time: Math.floor(clock.frozenTime / 1000) });
}
