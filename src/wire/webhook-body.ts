// What we tell merchants: the SMS result event and the notices of webhooks (spec, Events; D49, D50).

import { toSeconds } from '../domain/clock.js';
import type { Endpoint } from '../domain/endpoint.js';
import type { EventKey, OrderEvent, OrderState } from '../domain/event.js';
import { formatOrderId } from '../domain/identity.js';
import { isLive, type Mode } from '../domain/mode.js';
import type { Order } from '../domain/order.js';
import { renderCharge } from './charge-v1.js';
import type { JsonObject } from './fields.js';
import { STATUS_WORDS } from './order-v2.js';
import { inVersion } from './versions/versions.js';

export function renderSmsEvent(order: Order): JsonObject {
  return {
    type: 'sms.success',
    object: 'event',
    data: { object: { id: formatOrderId(order.uuid), object: 'charge', short_id: order.folio } },
  };
}

/** The order as it was when the event happened: what can change comes from the event, the rest never changes. */
export function orderAt(order: Order, state: OrderState): Order {
  return {
    ...order,
    status: state.status,
    updatedAt: state.updatedAt,
    acceptedAt: state.acceptedAt,
    received: BigInt(state.received),
    refunded: BigInt(state.refunded),
  };
}

/** The body of a notice: the charge picture of that moment, in the endpoint's version. */
export function renderWebhookBody(
  order: Order,
  event: OrderEvent,
  options: { serviceName: string; interfaceVersion: string },
): JsonObject {
  const then = orderAt(order, event.orderState);
  const charge = renderCharge(then, options.serviceName);
  // Plugins find a SPEI order by these words, too.
  const words = order.method === 'spei' ? { shortId: order.folio, status: STATUS_WORDS[then.status] } : {};
  return inVersion(Object.assign(charge, { type: event.type }, words), 'Notice', options.interfaceVersion);
}

/** The test notice that a ping sends: existing plugins know it by these values (D49). */
export function renderPingBody(options: {
  serviceName: string;
  interfaceVersion: string;
  mode: Mode;
  now: number;
}): JsonObject {
  const seconds = toSeconds(options.now);
  const charge = {
    id: 'ch_00000-000-0000-000000',
    short_id: '000000',
    type: 'charge.success',
    object: 'charge',
    created_at: seconds,
    accepted_at: seconds,
    expires_at: seconds + 86_400,
    paid: true,
    amount: 100,
    livemode: isLive(options.mode),
    currency: 'mxn',
    refunded: false,
    fee: 5.9,
    fee_details: {
      amount: 5.9,
      currency: 'mxn',
      type: `${options.serviceName}_fee`,
      application: null,
      amount_refunded: 0,
      tax: 0.94,
    },
    order_info: {
      order_id: 'test_12',
      order_price: 100,
      order_name: 'Test',
      payment_method: 'cash',
      store: 'TEST',
      country: 'MX',
      image_url: null,
      success_url: null,
      failed_url: null,
      failure_url: null,
      exchange: {
        rate: 1,
        request: seconds,
        origin_amount: 100,
        final_amount: 100,
        origin_currency: 'MXN',
        final_currency: 'MXN',
        exchange_id: null,
      },
    },
    customer: { customer_name: 'Test', customer_email: 'test@example.com', customer_phone: null },
    api_version: '1.1',
  };
  return inVersion(charge, 'Notice', options.interfaceVersion);
}

/** Writes the test body in the version of an endpoint. */
export function writePingBody(serviceName: string): (endpoint: Endpoint, now: number) => string {
  return ({ scope, interfaceVersion }, now) =>
    JSON.stringify(renderPingBody({ serviceName, interfaceVersion, mode: scope.mode, now }));
}

/** The id of an event: the order's, and the number of the event within it. */
export function formatEventId(orderId: string, sequence: number): string {
  return `evt_${orderId}_${sequence}`;
}

export function parseEventId(id: string): EventKey | null {
  const [, orderId, sequence] = /^evt_([0-9a-f-]{36})_(\d{1,9})$/.exec(id) ?? [];
  return orderId === undefined ? null : { orderId, sequence: Number(sequence) };
}
