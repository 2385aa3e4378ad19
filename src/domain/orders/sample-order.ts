// An order that does not exist, for showing somebody how one looks: in a preview, an example, or a test webhook.
import { DAY_MS } from '../base/duration.js';
import { NIL_UUID } from '../base/identity.js';
import { parity } from './exchange.js';
import type { Order } from './order.js';

/** It waits for its money, unless `own` says something else. */
export function sampleOrder(own: Pick<Order, 'scope' | 'product' | 'amount' | 'createdAt'> & Partial<Order>): Order {
  const { amount, createdAt } = own;
  return {
    uuid: NIL_UUID,
    folio: '00000000',
    method: 'spei',
    customer: { id: null, name: '', email: '', phone: null },
    price: { amount, currency: 'MXN' },
    rate: parity(createdAt),
    fee: { amount: 0n, iva: 0n },
    clabe: null,
    clabeIsReused: false,
    point: null,
    reference: null,
    cardNumber: null,
    returnUrls: { success: null, failure: null },
    extras: {},
    status: 'pending',
    received: 0n,
    surplus: 0n,
    held: 0n,
    refunded: 0n,
    acceptedAt: null,
    released: false,
    lastEvent: 1,
    testClockId: null,
    updatedAt: createdAt,
    expiry: { at: createdAt + DAY_MS, unit: 's' },
    ...own,
  };
}
