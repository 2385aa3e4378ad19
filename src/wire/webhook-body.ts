// Webhook bodies, each in the version of its endpoint, and the ids of events (spec, Events; D49, D50).

import { DAY_MS } from '../domain/duration.js';
import type { Endpoint } from '../domain/endpoint.js';
import type { EventKey, OrderEvent, OrderState } from '../domain/event.js';
import { NIL_UUID } from '../domain/identity.js';
import type { Mode } from '../domain/mode.js';
import type { Order } from '../domain/order.js';
import { renderCurrentWebhookBody } from './current/webhook-body.js';
import { eventTypeFor, orderFor, type Reader } from './reader.js';
import { type InAnyVersion, inVersion } from './versions/versions.js';

/** Renders the charge view at the moment of the event. */
export function renderWebhookBody(order: Order, event: OrderEvent, reader: Reader): InAnyVersion<'webhookBody'> {
  const shown = orderFor(orderAt(order, event.orderState), reader);
  const body = renderCurrentWebhookBody(shown, eventTypeFor(event.type, reader), reader.serviceName);
  return inVersion('webhookBody', body, reader.interfaceVersion);
}

/** The order as it was at the event. Its changeable fields come from the event; the others never change. */
function orderAt(order: Order, state: OrderState): Order {
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
function surplusAt({ amount }: Order, { status, received, surplus }: OrderState): bigint {
  if (surplus !== undefined) return BigInt(surplus);
  const over = BigInt(received) - amount;
  return status === 'paid' && over > 0n ? over : 0n;
}

/** Existing plugins recognise the test webhook by these values (D49). */
const PING_ID = 'ch_00000-000-0000-000000';
const PING_FOLIO = '000000';

/** The body of the test webhook that a ping sends. Its order does not exist. */
export function renderPingBody(
  options: Omit<Reader, 'ordersEnvelope'> & { readonly mode: Mode; readonly now: number },
): InAnyVersion<'webhookBody'> {
  const { serviceName, interfaceVersion } = options;
  const body = renderCurrentWebhookBody(pingOrder(options), 'charge.success', serviceName);
  return inVersion('webhookBody', { ...body, id: PING_ID }, interfaceVersion);
}

function pingOrder({ mode, now }: { readonly mode: Mode; readonly now: number }): Order {
  return {
    uuid: NIL_UUID,
    scope: { accountId: NIL_UUID, mode },
    folio: PING_FOLIO,
    method: 'cash',
    product: { id: 'test_12', name: 'Test', imageUrl: null },
    customer: { id: null, name: 'Test', email: 'test@example.com', phone: null },
    price: { amount: 10_000n, currency: 'MXN' },
    rate: { millionths: 1_000_000n, takenAt: now },
    amount: 10_000n,
    fee: { amount: 590n, iva: 94n },
    clabe: null,
    clabeIsReused: false,
    point: {
      code: 'TEST',
      name: 'Test',
      kind: 'agreement',
      tillLimit: 10_000n,
      commission: null,
      details: {},
    },
    reference: null,
    cardNumber: null,
    returnUrls: { success: null, failure: null },
    extras: {},
    status: 'paid',
    received: 10_000n,
    surplus: 0n,
    held: 0n,
    refunded: 0n,
    acceptedAt: now,
    released: false,
    lastEvent: 1,
    testClockId: null,
    createdAt: now,
    updatedAt: now,
    expiry: { at: now + DAY_MS, unit: 's' },
  };
}

/** Writes the test webhook's body in the version of an endpoint. */
export function writePingBody(serviceName: string): (endpoint: Endpoint, now: number) => string {
  return ({ scope, interfaceVersion }, now) =>
    JSON.stringify(renderPingBody({ serviceName, interfaceVersion, mode: scope.mode, now }));
}

/** The id of an event: the order's id and the event's number within the order. */
export function formatEventId(orderId: string, sequence: number): string {
  return `evt_${orderId}_${sequence}`;
}

export function parseEventId(id: string): EventKey | null {
  const [, orderId, sequence] = /^evt_([0-9a-f-]{36})_(\d{1,9})$/.exec(id) ?? [];
  return orderId === undefined ? null : { orderId, sequence: Number(sequence) };
}
