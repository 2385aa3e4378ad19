// Payments as merchants see them: money that arrived for them, and where it is now (D41). v1 and v2 differ in the names
// of fields and the unit of times.
import type { Static } from 'typebox';
import { toSeconds } from '../../domain/base/clock.js';
import { formatOrderId, timeOfUuid } from '../../domain/base/identity.js';
import { isLive } from '../../domain/base/mode.js';
import { toJsonNumber } from '../../domain/base/money.js';
import { PAYMENT_STATES, type Payment, stateOf } from '../../domain/money/payment.js';
import { RAIL_KIND_NAMES } from '../../domain/rails/kinds.js';
import { cursorParameter, limitParameter, listOf } from '../orders/list.js';
import { named, nullable, oneOf } from '../reply.js';
import { plain } from '../shape/field.js';
import { epochParameter, query, textParameter, wordParameter } from '../shape/query.js';
import { Type } from '../shape/type.js';

const sharedFields = {
  id: Type.String({ description: 'A UUID' }),
  object: Type.Literal('payment', { description: 'What this is' }),
  state: oneOf(PAYMENT_STATES, { description: 'The first of them in which there is money of the payment' }),
  amount: Type.Number({ description: 'In MXN; the next four add up to it' }),
  currency: Type.Literal('MXN', { description: 'The currency of the amounts' }),
  applied: Type.Number({ description: 'Counts towards the order, or was given to you' }),
  surplus: Type.Number({ description: 'More than was owed; waits for a decision' }),
  held: Type.Number({ description: 'Waits for a decision' }),
  returned: Type.Number({ description: 'Goes back, or went back, to the payer' }),
  flags: Type.Array(Type.String(), {
    description:
      'What was unusual: short, over, late, too_late, paid_again, canceled, unknown, key_reused, reversed, accepted',
  }),
  rail: Type.String({ enum: [...RAIL_KIND_NAMES], description: 'How it arrived' }),
  network: Type.String({ description: "The ordering bank of a transfer, or the till's network" }),
};

export const PaymentRecord = named(
  'Payment',
  {
    ...sharedFields,
    tracking_key: Type.String({ description: "Clave de rastreo of a transfer, or the till's transaction" }),
    payer_name: nullable(Type.String(), { description: 'Who sent a transfer, as the bank says' }),
    payer_account_last4: nullable(Type.String({ description: 'The last four digits' })),
    order_id: nullable(Type.String({ description: '`ch_…`; null if it is for no order' })),
    livemode: Type.Boolean({ description: 'false for a test payment' }),
    paid_at: Type.Integer({ description: 'At the bank or till, epoch seconds' }),
    created_at: Type.Integer({ description: 'When it was booked, epoch seconds' }),
  },
  { description: 'Money that arrived, and where it is now' },
);
export const Payments = listOf(PaymentRecord);

export const OrderPayment = named(
  'OrderPayment',
  {
    ...sharedFields,
    trackingKey: Type.String({ description: 'Clave de rastreo' }),
    payerName: nullable(Type.String(), { description: 'Who sent the transfer, as the bank says' }),
    payerAccountLast4: nullable(Type.String({ description: 'The last four digits' })),
    orderId: nullable(Type.String(), { description: '`ch_…`' }),
    testMode: Type.Boolean({ description: 'true for a test payment' }),
    paidAt: Type.Integer({ description: 'At the bank, epoch milliseconds' }),
    createdAt: Type.Integer({ description: 'When it was booked, epoch milliseconds' }),
  },
  { description: 'Money that arrived for a v2 order, and where it is now' },
);
export const OrderPayments = listOf(OrderPayment);

export function renderPayment(payment: Payment): Static<typeof PaymentRecord> {
  return {
    ...renderShared(payment),
    tracking_key: payment.trackingKey,
    payer_name: payment.payerName,
    payer_account_last4: lastFour(payment),
    order_id: orderIdOf(payment),
    livemode: isLive(payment.mode),
    paid_at: toSeconds(payment.paidAt),
    created_at: toSeconds(timeOfUuid(payment.id)),
  };
}

export function renderOrderPayment(payment: Payment): Static<typeof OrderPayment> {
  return {
    ...renderShared(payment),
    trackingKey: payment.trackingKey,
    payerName: payment.payerName,
    payerAccountLast4: lastFour(payment),
    orderId: orderIdOf(payment),
    testMode: !isLive(payment.mode),
    paidAt: payment.paidAt,
    createdAt: timeOfUuid(payment.id),
  };
}

function renderShared(payment: Payment) {
  return {
    id: payment.id,
    object: 'payment' as const,
    state: stateOf(payment),
    amount: toJsonNumber(payment.amount),
    currency: 'MXN' as const,
    applied: toJsonNumber(payment.applied),
    surplus: toJsonNumber(payment.surplus),
    held: toJsonNumber(payment.held),
    returned: toJsonNumber(payment.returned),
    flags: [...payment.flags],
    rail: payment.kind,
    network: payment.network,
  };
}

function orderIdOf({ orderId }: Payment): string | null {
  return orderId === null ? null : formatOrderId(orderId);
}

/** A merchant recognises the account of a payer by its end. Nobody needs more of it to reconcile. */
function lastFour({ payerAccount }: Payment): string | null {
  return payerAccount === null || payerAccount === '' ? null : payerAccount.slice(-4);
}

/** A merchant's payments are never unmatched: unmatched money belongs to nobody yet. */
const STATES = PAYMENT_STATES.filter((state) => state !== 'unmatched');

export const PaymentList = query(
  {
    created_from: plain(epochParameter(1000)),
    created_to: plain(epochParameter(1000)),
    state: wordParameter(Object.fromEntries(STATES.map((state) => [state, state])), {
      description: 'Payments with money in this place',
    }),
    order_id: plain(textParameter({ description: 'The id of a charge or order, `ch_…`' })),
    tracking_key: textParameter({ description: "Clave de rastreo, or the till's transaction" }),
    cursor: cursorParameter(),
    limit: limitParameter(),
  },
  { name: 'ListPayments' },
);

/** What arrived or went back for one order. */
export const OfOrderList = query({ cursor: cursorParameter(), limit: limitParameter() }, { name: 'ListOfOrder' });
