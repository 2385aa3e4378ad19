// What arrived for an order and what went back, at the end of its record in both generations. All in MXN.
import type { Static } from 'typebox';
import { toJsonNumber } from '../../domain/base/money.js';
import { type Order, outstandingOf } from '../../domain/orders/order.js';
import { Type } from '../shape/type.js';

const orderMoney = {
  received: Type.Number({ description: 'What arrived and counts towards the order, in MXN' }),
  outstanding: Type.Number({ description: 'What is still to be paid, in MXN; 0 once paid or canceled' }),
  surplus: Type.Number({ description: 'More than was owed; waits for a decision, in MXN' }),
  held: Type.Number({
    description: 'Arrived, but does not count: too late, for example; waits for a decision, in MXN',
  }),
};

const REFUNDED = 'What was refunded so far, in MXN';

export const orderMoneyV2 = { ...orderMoney, refunded: Type.Number({ description: REFUNDED }) };

/**
 * `refunded` of a charge is a word of its own: whether all of it was. The sum is there once there is one: charges had the key until
 * 2017, always, and a charge that nobody refunded has lacked it since.
 */
export const chargeMoney = {
  ...orderMoney,
  amount_refunded: Type.Optional(Type.Number({ description: `${REFUNDED}; missing while nothing was` })),
};
const ChargeMoney = Type.Object(chargeMoney);

export function renderChargeMoney(order: Order): Static<typeof ChargeMoney> {
  return {
    received: toJsonNumber(order.received),
    outstanding: toJsonNumber(outstandingOf(order)),
    surplus: toJsonNumber(order.surplus),
    held: toJsonNumber(order.held),
    ...(order.refunded > 0n && { amount_refunded: toJsonNumber(order.refunded) }),
  };
}
