// What arrived for an order, at the end of its record in both generations. All in MXN.
import type { Static } from 'typebox';
import { toJsonNumber } from '../../domain/base/money.js';
import { type Order, outstandingOf } from '../../domain/orders/order.js';
import { Type } from '../shape/type.js';

export const orderMoney = {
  received: Type.Number({ description: 'What arrived and counts towards the order, in MXN' }),
  outstanding: Type.Number({ description: 'What is still to be paid, in MXN; 0 once paid or canceled' }),
  surplus: Type.Number({ description: 'More than was owed; waits for a decision, in MXN' }),
  held: Type.Number({
    description: 'Arrived, but does not count: too late, for example; waits for a decision, in MXN',
  }),
};
const OrderMoney = Type.Object(orderMoney);

export function renderOrderMoney(order: Order): Static<typeof OrderMoney> {
  return {
    received: toJsonNumber(order.received),
    outstanding: toJsonNumber(outstandingOf(order)),
    surplus: toJsonNumber(order.surplus),
    held: toJsonNumber(order.held),
  };
}
