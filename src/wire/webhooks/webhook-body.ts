// Webhook bodies, each in the version of its endpoint, and the ids of events (spec, Events; D49, D50).
import type { EventKey, OrderEvent, OrderSnapshot } from '../../domain/orders/event.js';
import type { Order } from '../../domain/orders/order.js';
import { type Audience, eventTypeFor, orderFor } from '../accounts/audience.js';
import { renderCurrentWebhookBody } from '../current/webhook-body.js';
import { type InAnyVersion, inVersion } from '../versions/versions.js';

/** Renders the charge view at the moment of the event. */
export function renderWebhookBody(order: Order, event: OrderEvent, reader: Audience): InAnyVersion<'webhookBody'> {
  const shown = orderFor(orderAt(order, event.orderState), reader);
  const body = renderCurrentWebhookBody(shown, eventTypeFor(event.type, reader), reader.serviceName);
  return inVersion('webhookBody', body, reader.interfaceVersion);
}

/** The order as it was at the event. Its changeable fields come from the event; the others never change. */
function orderAt(order: Order, state: OrderSnapshot): Order {
  return {
    ...order,
    status: state.status,
    updatedAt: state.updatedAt,
    acceptedAt: state.acceptedAt,
    received: BigInt(state.received),
    surplus: surplusAt(order, state),
    held: BigInt(state.held ?? 0),
    refunded: BigInt(state.refunded),
  };
}

/** The first version did not store the surplus of an event. A paid order has received it beyond its amount. */
function surplusAt({ amount }: Order, { status, received, surplus }: OrderSnapshot): bigint {
  if (surplus !== undefined) return BigInt(surplus);
  const over = BigInt(received) - amount;
  return status === 'paid' && over > 0n ? over : 0n;
}

/** The id of an event: the order's id and the event's number within the order. */
export function formatEventId(orderId: string, sequence: number): string {
  return `evt_${orderId}_${sequence}`;
}

export function parseEventId(id: string): EventKey | null {
  const [, orderId, sequence] = /^evt_([0-9a-f-]{36})_(\d{1,9})$/.exec(id) ?? [];
  return orderId === undefined ? null : { orderId, sequence: Number(sequence) };
}
