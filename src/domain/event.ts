// What we tell a merchant about an order: the nth thing that happened to it. An event's id is made of the order's and n,
// so it needs no column of its own and can never be given twice.
import type { Order, Status } from './order.js';

export const EVENT_TYPES = ['charge.pending', 'charge.success', 'charge.expired', 'charge.canceled'] as const;
export type EventType = (typeof EVENT_TYPES)[number];

export type OrderEvent = {
  readonly sequence: number;
  readonly type: EventType;
  readonly createdAt: number;
  /** What of the order can change, as it was then; the rest is read from the order. */
  readonly orderState: { readonly status: Status; readonly updatedAt: number };
};

const TYPE_OF_STATUS: Readonly<Record<Status, EventType>> = {
  pending: 'charge.pending',
  paid: 'charge.success',
  expired: 'charge.expired',
  canceled: 'charge.canceled',
};

export function orderEvent(order: Order, sequence: number): OrderEvent {
  return {
    sequence,
    type: TYPE_OF_STATUS[order.status],
    createdAt: order.updatedAt,
    orderState: { status: order.status, updatedAt: order.updatedAt },
  };
}
