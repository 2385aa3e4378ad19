// Webhook bodies in the newest version: the charge view of an order, with the type of the event; and the ids of events
// (spec, Events; D49, D50).
import type { Static } from 'typebox';
import type { EventKey, OrderEvent, OrderSnapshot } from '../../domain/orders/event.js';
import { EVENT_TYPES, type EventType } from '../../domain/orders/event-types.js';
import type { Order } from '../../domain/orders/order.js';
import { type Audience, eventTypeFor, orderFor } from '../accounts/audience.js';
import { Charge, renderChargeUntilVersion } from '../orders/charge.js';
import { STATUS_WORDS } from '../orders/order.js';
import { renderChargeMoney } from '../orders/order-money.js';
import { named, oneOf } from '../reply.js';
import { Type } from '../shape/type.js';

export const WebhookBody = named(
  'WebhookBody',
  {
    ...Charge.properties,
    type: oneOf(EVENT_TYPES, { description: 'The type of the event' }),
    shortId: Type.Optional(Type.String({ description: 'Of SPEI orders: the folio, as v2 names it' })),
    status: Type.Optional(
      Type.String({ enum: Object.values(STATUS_WORDS), description: 'Of SPEI orders: the state, as v2 names it' }),
    ),
  },
  { description: 'The charge as it was at the event, without instructions' },
);
export type WebhookBody = Static<typeof WebhookBody>;

/** Renders the charge view at the moment of the event. */
export function renderWebhookBody(order: Order, event: OrderEvent, audience: Audience): WebhookBody {
  const shown = orderFor(orderAt(order, event.orderState), audience);
  return renderBodyOf(shown, eventTypeFor(event.type, audience), audience.serviceName);
}

/** `order` must be as it was when the event happened. */
export function renderBodyOf(order: Order, type: EventType, serviceName: string): WebhookBody {
  const charge = renderChargeUntilVersion(order, serviceName);
  // Some plugins look for these fields on a SPEI order.
  const words = order.method === 'spei' ? { shortId: order.folio, status: STATUS_WORDS[order.status] } : {};
  return Object.assign(charge, { type }, words, renderChargeMoney(order));
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
