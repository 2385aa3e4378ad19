// Who reads a record or webhook body. What they know decides how it is told; in which version is decided in versions/.
import type { EventType } from '../../domain/orders/event-types.js';
import type { Order } from '../../domain/orders/order.js';

export type Audience = {
  readonly serviceName: string;
  /** An account of existing shop plugins, with an envelope around v2 answers (D30). */
  readonly ordersEnvelope: boolean;
};

/**
 * The order as this audience sees it. Existing plugins know no canceled state and would leave the shop's order open for
 * ever, so they see a canceled order as an expired one (D66).
 */
export function orderFor(order: Order, { ordersEnvelope }: Pick<Audience, 'ordersEnvelope'>): Order {
  return ordersEnvelope && order.status === 'canceled' ? { ...order, status: 'expired' } : order;
}

/** The type of a webhook body, by the same rule. */
export function eventTypeFor(type: EventType, { ordersEnvelope }: Pick<Audience, 'ordersEnvelope'>): EventType {
  return ordersEnvelope && type === 'charge.canceled' ? 'charge.expired' : type;
}
