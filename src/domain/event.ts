// What happened to an order, as its merchant hears of it: the nth thing. An event's id is made of the order's and n,
// so it needs no column of its own and can never be given twice.
import type { Order, Status } from './order.js';

/** Changes of state, which every endpoint gets unless it asks otherwise, and more kinds for those that ask (D50). */
export const STATE_EVENTS = ['charge.pending', 'charge.success', 'charge.expired', 'charge.canceled'] as const;
export const EXTRA_EVENTS = ['charge.partial', 'charge.overpaid', 'charge.late', 'charge.refunded'] as const;
export const EVENT_TYPES = [...STATE_EVENTS, ...EXTRA_EVENTS] as const;
export type EventType = (typeof EVENT_TYPES)[number];

export type OrderEvent = {
  readonly sequence: number;
  readonly type: EventType;
  readonly createdAt: number;
  /** What of the order can change, as it was then; the rest is read from the order. */
  readonly orderState: OrderState;
};

/** What an event is called by: its order, and its number within that. */
export type EventKey = { readonly orderId: string; readonly sequence: number };

/** An event in the list of all events of its merchant. */
export type PlacedEvent = { readonly position: bigint; readonly order: Order; readonly event: OrderEvent };

/** A place in that list: a position, or that of an event. */
export type EventPlace = { readonly position: bigint } | EventKey;

/** Amounts are texts: the state is kept as JSON. */
export type OrderState = {
  readonly status: Status;
  readonly updatedAt: number;
  readonly acceptedAt: number | null;
  readonly received: string;
  readonly refunded: string;
};

const TYPE_OF_STATUS: Readonly<Record<Status, EventType>> = {
  pending: 'charge.pending',
  paid: 'charge.success',
  expired: 'charge.expired',
  canceled: 'charge.canceled',
};

/** The event of an order's present state, or of another kind that happened to it. */
export function orderEvent(order: Order, sequence: number, type: EventType = TYPE_OF_STATUS[order.status]): OrderEvent {
  return {
    sequence,
    type,
    createdAt: order.updatedAt,
    orderState: {
      status: order.status,
      updatedAt: order.updatedAt,
      acceptedAt: order.acceptedAt,
      received: String(order.received),
      refunded: String(order.refunded),
    },
  };
}
