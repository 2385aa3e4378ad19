// What exists only in test mode (D47): simulated payments, and clocks for test orders.
import type { Static } from 'typebox';
import { toSeconds } from '../domain/clock.js';
import { formatOrderId } from '../domain/identity.js';
import { toJsonNumber } from '../domain/money.js';
import { PAYMENT_STATES, type Payment, stateOf } from '../domain/payment.js';
import { SCENARIOS } from '../domain/scenario.js';
import { named, nullable, oneOf } from './reply.js';
import { request } from './shape/request.js';
import { Type } from './shape/type.js';
import { optionalPrice, optionalSeconds, seconds, word } from './shape/value.js';

export const PayTestOrder = request({
  scenario: word(SCENARIOS),
  amount: optionalPrice({ description: 'In MXN; without it what the scenario says' }),
  at: optionalSeconds({ description: 'When it is paid, epoch seconds' }),
});

export const TestPayment = named('TestPayment', {
  object: Type.Literal('payment'),
  id: Type.String(),
  state: oneOf(PAYMENT_STATES),
  amount: Type.Number({ description: 'In MXN' }),
  order_id: nullable(Type.String()),
});

export function renderTestPayment(payment: Payment): Static<typeof TestPayment> {
  return {
    object: 'payment',
    id: payment.id,
    state: stateOf(payment),
    amount: toJsonNumber(payment.amount),
    order_id: payment.orderId === null ? null : formatOrderId(payment.orderId),
  };
}

export const MakeTestClock = request({ frozen_time: optionalSeconds({ description: 'Epoch seconds; else now' }) });

export const AdvanceTestClock = request({ to: seconds() });

export const TestClock = named('TestClock', {
  id: Type.String(),
  frozen_time: Type.Integer({ description: 'Epoch seconds' }),
});

export function renderTestClock(clock: { readonly id: string; readonly frozenTime: number }): Static<typeof TestClock> {
  return { id: clock.id, frozen_time: toSeconds(clock.frozenTime) };
}
