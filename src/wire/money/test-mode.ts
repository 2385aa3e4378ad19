// What exists only in test mode (D47): simulated payments, and clocks for test orders.
import type { Static } from 'typebox';
import { toSeconds } from '../../domain/base/clock.js';
import { formatOrderId } from '../../domain/base/identity.js';
import { toJsonNumber } from '../../domain/base/money.js';
import { PAYMENT_STATES, type Payment, stateOf } from '../../domain/money/payment.js';
import { SCENARIOS } from '../../domain/money/scenario.js';
import { named, nullable, oneOf } from '../reply.js';
import { plain } from '../shape/field.js';
import { request } from '../shape/request.js';
import { Type } from '../shape/type.js';
import { optionalPrice, optionalSeconds, optionalWord, seconds } from '../shape/value.js';

export const PayTestOrder = request(
  {
    scenario: plain(optionalWord(SCENARIOS, 'exact', { description: 'What the customer does' })),
    amount: plain(optionalPrice({ description: 'In MXN; without it what the scenario says' })),
    at: optionalSeconds({ description: 'When it is paid, epoch seconds' }),
  },
  {
    name: 'PayTestOrder',
    about: {
      description: 'A payment to simulate',
      examples: [{}, { scenario: 'exact' }, { scenario: 'short', amount: 10 }],
    },
  },
);

export const TestPayment = named(
  'TestPayment',
  {
    object: Type.Literal('payment', { description: 'What this is' }),
    id: Type.String({ description: 'A UUID; GET /v1/payments/{id} shows more of it' }),
    state: oneOf(PAYMENT_STATES, { description: 'Where its money is' }),
    amount: Type.Number({ description: 'In MXN' }),
    order_id: nullable(Type.String(), { description: '`ch_…`; null if it is for no order' }),
  },
  { description: 'A simulated payment' },
);

export function renderTestPayment(payment: Payment): Static<typeof TestPayment> {
  return {
    object: 'payment',
    id: payment.id,
    state: stateOf(payment),
    amount: toJsonNumber(payment.amount),
    order_id: payment.orderId === null ? null : formatOrderId(payment.orderId),
  };
}

export const MakeTestClock = request(
  { frozen_time: plain(optionalSeconds({ description: 'Epoch seconds; else now' })) },
  {
    name: 'MakeTestClock',
    about: {
      description: 'Where the clock stands at first; without a body now',
      examples: [{ frozen_time: 1900000000 }],
    },
  },
);

export const AdvanceTestClock = request(
  { to: plain(seconds({ description: 'The new time, not before the old one, epoch seconds' })) },
  { name: 'AdvanceTestClock', about: { description: 'Where the clock goes', examples: [{ to: 1900000100 }] } },
);

export const TestClock = named(
  'TestClock',
  {
    id: Type.String({ description: 'The value of the header `Test-Clock`' }),
    frozen_time: Type.Integer({ description: 'The time that it shows, epoch seconds' }),
  },
  { description: 'A clock that test orders can live by' },
);

export function renderTestClock(clock: { readonly id: string; readonly frozenTime: number }): Static<typeof TestClock> {
  return { id: clock.id, frozen_time: toSeconds(clock.frozenTime) };
}
