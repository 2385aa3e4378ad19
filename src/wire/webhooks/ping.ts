// The test webhook that a ping sends, and its charge for receivers that read it back (D49). Its order does not exist.
import { DAY_MS } from '../../domain/base/duration.js';
import { NIL_UUID } from '../../domain/base/identity.js';
import type { Mode } from '../../domain/base/mode.js';
import type { Order } from '../../domain/orders/order.js';
import type { Endpoint } from '../../domain/webhooks/endpoint.js';
import type { Audience } from '../accounts/audience.js';
import { renderCurrentWebhookBody } from '../current/webhook-body.js';
import { renderCharge } from '../orders/charge-v1.js';
import { type InAnyVersion, inVersion } from '../versions/versions.js';

/** Existing plugins recognise the test webhook by these values. */
export const PING_ID = 'ch_00000-000-0000-000000';
const PING_FOLIO = '000000';

type PingReader = Omit<Audience, 'ordersEnvelope'> & { readonly mode: Mode; readonly now: number };

/** The body of the test webhook. */
export function renderPingBody(reader: PingReader): InAnyVersion<'webhookBody'> {
  const body = renderCurrentWebhookBody(pingOrder(reader), 'charge.success', reader.serviceName);
  return inVersion('webhookBody', { ...body, id: PING_ID }, reader.interfaceVersion);
}

/** Writes the test webhook's body in the version of an endpoint. */
export function writePingBody(serviceName: string): (endpoint: Endpoint, now: number) => string {
  return ({ scope, interfaceVersion }, now) =>
    JSON.stringify(renderPingBody({ serviceName, interfaceVersion, mode: scope.mode, now }));
}

/** What verify answers about the test webhook, so that a receiver that reads back before it acts accepts it. */
export function renderPingCharge(reader: PingReader): InAnyVersion<'charge'> {
  return { ...renderCharge(pingOrder(reader), { ...reader, ordersEnvelope: false }), id: PING_ID };
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
