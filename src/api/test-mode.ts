// Routes that exist only in test mode (D47): test payments, and test clocks for orders.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { makeTestPayment } from '../actions/money/test-payment.js';
import { makeTestClock, moveTestClock, requireTestClock } from '../actions/orders/move-test-clock.js';
import type { Deps } from '../deps.js';
import type { Credential } from '../domain/accounts/account.js';
import { parseOrderId } from '../domain/base/identity.js';
import type { Soon } from '../domain/base/soon.js';
import type { Payment } from '../domain/money/payment.js';
import { AppError } from '../errors/errors.js';
import { readRequest, writeReply } from '../http/in-version.js';
import { merchantOf } from '../http/request.js';
import type { TestClock } from '../store/orders/test-clocks.js';
import {
  AdvanceTestClock,
  MakeTestClock,
  PayTestOrder,
  renderTestClock,
  renderTestPayment,
  TestClock as TestClockRecord,
  TestPayment,
} from '../wire/money/test-mode.js';
import { refTo } from '../wire/reply.js';
import { replyClaimed } from './idempotency.js';
import { bodyOf, IdempotencyHeader, idOf } from './schemas/schemas.js';

const about = { tags: ['Test mode'], headers: IdempotencyHeader };
const privateTestKey = 'Needs the private key of test mode.';
const clockReply = refTo(TestClockRecord, { description: 'The clock' });

const paymentSchema = {
  ...about,
  operationId: 'payTestOrder',
  summary: 'Pay a test order',
  description: `Of either generation. ${privateTestKey}`,
  params: idOf('id', 'The order id'),
  body: bodyOf(PayTestOrder),
  response: { 200: refTo(TestPayment, { description: 'The payment' }) },
};
const makeClockSchema = {
  ...about,
  operationId: 'createTestClock',
  summary: 'Make a test clock',
  description: `An order created with the header \`Test-Clock: {id}\` lives by it. ${privateTestKey}`,
  body: bodyOf(MakeTestClock),
  response: { 200: clockReply },
};
const advanceSchema = {
  ...about,
  operationId: 'advanceTestClock',
  summary: 'Advance a test clock',
  description: `Expires what is due before it returns. ${privateTestKey}`,
  params: idOf('id', 'The clock id'),
  body: bodyOf(AdvanceTestClock),
  response: { 200: clockReply },
};

export function testModeRoutes(app: FastifyInstance, deps: Deps): void {
  const { serviceName } = deps.settings;
  const config = { access: 'private-key', right: 'test:write' } as const; // D61

  app.post<{ Params: { id: string } }>(
    '/v1/test/orders/:id/payments',
    { config, schema: paymentSchema },
    (request, reply) =>
      replyClaimed(deps, { request, reply, render: renderPayment(request) }, async () => {
        const merchant = requireTestMode(request);
        const wanted = readRequest(request, serviceName, PayTestOrder);
        return makeTestPayment(deps, { ...wanted, merchant, uuid: parseOrderId(request.params.id) });
      }),
  );

  app.post('/v1/test/clocks', { config, schema: makeClockSchema }, (request, reply) =>
    replyClaimed(deps, { request, reply, render: renderClock(request) }, async () => {
      const { scope } = requireTestMode(request);
      const { frozen_time: frozenTime } = readRequest(request, serviceName, MakeTestClock);
      return makeTestClock(deps, scope.accountId, frozenTime ?? undefined);
    }),
  );

  app.post<{ Params: { id: string } }>(
    '/v1/test/clocks/:id/advance',
    { config, schema: advanceSchema },
    (request, reply) =>
      replyClaimed(deps, { request, reply, render: renderClock(request) }, async () => {
        const { scope } = requireTestMode(request);
        const { to } = readRequest(request, serviceName, AdvanceTestClock);
        return moveTestClock(deps, scope.accountId, { id: request.params.id, to });
      }),
  );
}

/** The clock in the Test-Clock header of a create request, or null if there is none. */
export function testClockOf(deps: Pick<Deps, 'db'>, request: FastifyRequest): Soon<TestClock | null> {
  const id = request.headers['test-clock'];
  if (id === undefined) return null;
  const { scope, kind } = requireTestMode(request);
  if (kind === 'public') throw new AppError('private_key_required'); // D61
  return requireTestClock(deps, scope.accountId, String(id));
}

function requireTestMode(request: FastifyRequest): Credential {
  const merchant = merchantOf(request);
  if (merchant.scope.mode === 'live') throw new AppError('test_mode_only');
  return merchant;
}

function renderPayment(request: FastifyRequest) {
  return (payment: Payment) => writeReply(request, TestPayment, renderTestPayment(payment));
}

function renderClock(request: FastifyRequest) {
  return (clock: TestClock) => writeReply(request, TestClockRecord, renderTestClock(clock));
}
