// Events: what happened to an order, as its merchant sees it. The id of an event is the order's id and the event's
// number within the order, so it needs no column and can never be used twice.
import { createHash } from 'node:crypto';
import type { EventType } from './event-types.js';
import type { Order, Status } from './order.js';

export type OrderEvent = {
  readonly sequence: number;
  readonly type: EventType;
  readonly createdAt: number;
  /** The changeable part of the order as it was at the time of the event. The rest is read from the order. */
  readonly orderState: OrderSnapshot;
};

/** Identifies an event: its order, and its number within that order. */
export type EventKey = { readonly orderId: string; readonly sequence: number };

/** An event with its position in the list of all of its merchant's events. */
export type PositionedEvent = { readonly position: bigint; readonly order: Order; readonly event: OrderEvent };

/**
 * A position in that list, and the mark of the event there. After the database was restored from a backup, another event
 * can have the same position, and a reader must notice. The mark is null before the first event.
 */
export type EventPosition = { readonly position: bigint; readonly mark: string | null };

/** A place in that list, given as a position or as an event. A position without a mark is taken as it is. */
export type EventCursor = { readonly position: bigint; readonly mark?: string | null } | EventKey;

export function markOf(orderId: string, event: Pick<OrderEvent, 'sequence' | 'type' | 'createdAt'>): string {
  const { sequence, type, createdAt } = event;
  return createHash('sha256').update(`${orderId} ${sequence} ${type} ${createdAt}`).digest('hex').slice(0, 8);
}

export function markedPosition({ position, order, event }: PositionedEvent): EventPosition {
  return { position, mark: markOf(order.uuid, event) };
}

/** Amounts are strings because the state is stored as JSON. */
export type OrderSnapshot = {
  readonly status: Status;
  readonly updatedAt: number;
  readonly acceptedAt: number | null;
  readonly received: string;
  readonly refunded: string;
  /** Missing where there is none, which keeps the state of a new order small. */
  readonly surplus?: string;
  readonly held?: string;
};

/** What never changes of an order and is signed with each of its events. */
type OrderTerms = Pick<Order, 'scope' | 'uuid' | 'amount' | 'fee' | 'clabe' | 'reference' | 'createdAt'>;

/** The text that is signed of an event. */
export function eventText(order: OrderTerms, event: OrderEvent): string {
  const { scope, uuid, amount, fee, clabe, reference, createdAt } = order;
  const amounts = [String(amount), String(fee.amount), String(fee.iva)];
  const terms = JSON.stringify([scope.accountId, scope.mode, uuid, ...amounts, clabe, reference, createdAt]);
  return eventTextWith(terms.slice(1, -1), event);
}

/** The same for whoever has the terms of the order as they stand in it. */
export function eventTextWith(terms: string, { sequence, type, createdAt, orderState }: OrderEvent): string {
  const { status, updatedAt, acceptedAt, received, refunded, surplus, held } = orderState;
  const told = [sequence, type, createdAt, status, updatedAt, acceptedAt, received, refunded, surplus, held];
  return `order_events [${terms},${JSON.stringify(told).slice(1)}`;
}

/** The event that tells of a status. It is also the `type` of a charge with that status. */
export const TYPE_OF_STATUS = {
  pending: 'charge.pending',
  paid: 'charge.success',
  expired: 'charge.expired',
  canceled: 'charge.canceled',
} as const satisfies Readonly<Record<Status, EventType>>;

/** Makes an event of the given type; by default, the type that matches the order's current status. */
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
      ...(order.surplus > 0n && { surplus: String(order.surplus) }),
      ...(order.held > 0n && { held: String(order.held) }),
    },
  };
}
