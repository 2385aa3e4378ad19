// What exists in test mode only (D47): payments at will, and clocks that test orders live by.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { expireOnClock } from '../actions/expire-orders.js';
import { makeTestPayment, SCENARIOS } from '../actions/test-payment.js';
import type { Deps } from '../deps.js';
import type { Credential } from '../domain/account.js';
import { formatOrderId, isUuid, parseOrderId } from '../domain/identity.js';
import { toJsonNumber } from '../domain/money.js';
import { stateOf } from '../domain/payment.js';
import { AppError, invalidRequest } from '../errors.js';
import { readBody } from '../http/body.js';
import { merchantOf } from '../http/request.js';
import { advanceTestClock, findTestClock, insertTestClock, type TestClock } from '../store/orders/test-clocks.js';
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
      replyClaimed(deps, request, reply, async () => {
        const merchant = requireTestMode(request);
        const fields = readFields(readBody(request, serviceName));
        const scenario = fields.choiceAsIs('scenario', SCENARIOS);
        const amount = fields.optionalPrice('amount');
        const at = fields.optionalSeconds('at');
        fields.finish();
        const payment = await makeTestPayment(deps, {
          merchant,
          uuid: parseOrderId(request.params.id),
          scenario,
          amount,
          at,
        });
        return answer({
          object: 'payment',
          id: payment.id,
          state: stateOf(payment),
          amount: toJsonNumber(payment.amount),
          order_id: payment.orderId === null ? null : formatOrderId(payment.orderId),
        });
      }),
  );

  app.post('/v1/test/clocks', { config, schema: makeClockSchema }, (request, reply) =>
    replyClaimed(deps, request, reply, async () => {
      const { scope } = requireTestMode(request);
      const fields = readFields(readBody(request, serviceName));
      const frozenTime = fields.optionalSeconds('frozen_time') ?? deps.clock.now();
      fields.finish();
      const clock = { id: deps.random.uuid(deps.clock.now()), frozenTime };
      await insertTestClock(deps.db, scope.accountId, clock);
      return answer(renderClock(clock));
    }),
  );

  app.post<{ Params: { id: string } }>(
    '/v1/test/clocks/:id/advance',
    { config, schema: advanceSchema },
    (request, reply) =>
      replyClaimed(deps, request, reply, async () => {
        const { scope } = requireTestMode(request);
        const fields = readFields(readBody(request, serviceName));
        const to = fields.optionalSeconds('to');
        if (to === null && fields.isFine('to')) fields.fault('to', 'required');
        fields.finish();
        if (!isUuid(request.params.id)) throw new AppError('test_clock_not_found');
        const clock = await advanceTestClock(deps.db, scope.accountId, { id: request.params.id, to: to ?? 0 });
        if (clock === null) throw new AppError('test_clock_not_found');
        if (clock === false) throw invalidRequest({ param: 'to', error: 'in_the_past' });
        await expireOnClock(deps, scope.accountId, clock);
        return answer(renderClock(clock));
      }),
  );
}

/** The clock that a create call names in its Test-Clock header; null when it names none. */
export async function testClockOf(deps: Pick<Deps, 'db'>, request: FastifyRequest): Promise<TestClock | null> {
  const id = request.headers['test-clock'];
  if (id === undefined) return null;
  const { scope } = requireTestMode(request);
  const clock = typeof id === 'string' && isUuid(id) ? await findTestClock(deps.db, scope.accountId, id) : null;
  if (clock === null) throw new AppError('test_clock_not_found');
  return clock;
}

function requireTestMode(request: FastifyRequest): Credential {
  const merchant = merchantOf(request);
  if (merchant.scope.mode === 'live') throw new AppError('test_mode_only');
  return merchant;
}

function renderClock(clock: TestClock) {
  return { id: clock.id, frozen_time: Math.floor(clock.frozenTime / 1000) };
}

function answer(record: unknown) {
  return { status: 200, body: JSON.stringify(record), repeated: false };
}
