// An order as a value, for tests of what is pure.
import type { Order } from '../../src/domain/orders/order.js';

const NOW = 1_794_712_324_991;

/** The SPEI order of the specification's sample; what is given replaces its fields. */
export function sampleOrder(change: Partial<Order> = {}): Order {
  return {
    uuid: '01a1dd30-cb7f-76ed-9c59-3b4e7f3b3ffc',
    scope: { accountId: '01a1dd30-0000-7000-8000-000000000000', mode: 'test' },
    folio: '8C42E034',
    method: 'spei',
    product: { id: 'SMG-1', name: 'Funda', imageUrl: null },
    customer: { id: null, name: 'Ana Robles', email: 'ana@example.com', phone: null },
    price: { amount: 15_000n, currency: 'MXN' },
    rate: { millionths: 1_000_000n, takenAt: NOW },
    amount: 15_000n,
    fee: { amount: 1_025n, iva: 164n },
    clabe: '000000880179333187',
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
    createdAt: NOW,
    updatedAt: NOW,
    expiry: { at: 1_794_885_124_991, unit: 's' },
    ...change,
  };
}
