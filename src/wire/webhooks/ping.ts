// The test webhook that a ping sends, and its charge for receivers that read it back (D49). Its order does not exist.
import { NIL_UUID } from '../../domain/base/identity.js';
import type { Mode } from '../../domain/base/mode.js';
import type { Order } from '../../domain/orders/order.js';
import { sampleOrder } from '../../domain/orders/sample-order.js';
import { type Charge, renderCharge } from '../orders/charge.js';
import { renderBodyOf, type WebhookBody } from './webhook-body.js';

/** Existing plugins recognise the test webhook by these values. */
export const PING_ID = 'ch_00000-000-0000-000000';
const PING_FOLIO = '000000';

type Pinged = { readonly serviceName: string; readonly mode: Mode; readonly now: number };

/** The body of the test webhook. */
export function renderPingBody(pinged: Pinged): WebhookBody {
  return { ...renderBodyOf(pingOrder(pinged), 'charge.success', pinged.serviceName), id: PING_ID };
}

/** What verify answers about the test webhook, so that a receiver that reads back before it acts accepts it. */
export function renderPingCharge(pinged: Pinged): Charge {
  return {
    ...renderCharge(pingOrder(pinged), { serviceName: pinged.serviceName, ordersEnvelope: false }),
    id: PING_ID,
  };
}

function pingOrder({ mode, now }: { readonly mode: Mode; readonly now: number }): Order {
  const amount = 10_000n;
  return sampleOrder({
    scope: { accountId: NIL_UUID, mode },
    folio: PING_FOLIO,
    method: 'cash',
    product: { id: 'test_12', name: 'Test', imageUrl: null },
    customer: { id: null, name: 'Test', email: 'test@example.com', phone: null },
    amount,
    fee: { amount: 590n, iva: 94n },
    point: { code: 'TEST', name: 'Test', kind: 'agreement', tillLimit: amount, commission: null, details: {} },
    status: 'paid',
    received: amount,
    acceptedAt: now,
    createdAt: now,
  });
}
