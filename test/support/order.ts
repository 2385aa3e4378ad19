// An order as a value, for tests of what is pure.
import type { Order } from '../../src/domain/orders/order.js';
import { sampleOrder as orderWith } from '../../src/domain/orders/sample-order.js';

/** The SPEI order of the specification's sample; what is given replaces its fields. */
export function sampleOrder(change: Partial<Order> = {}): Order {
  return orderWith({
    uuid: '01a1dd30-cb7f-76ed-9c59-3b4e7f3b3ffc',
    scope: { accountId: '01a1dd30-0000-7000-8000-000000000000', mode: 'test' },
    folio: '8C42E034',
    product: { id: 'SMG-1', name: 'Funda', imageUrl: null },
    customer: { id: null, name: 'Ana Robles', email: 'ana@example.com', phone: null },
    amount: 15_000n,
    price: { amount: 15_000n, currency: 'MXN' },
    fee: { amount: 1_025n, iva: 164n },
    clabe: '000000880179333187',
    createdAt: 1_794_712_324_991,
    rate: { millionths: 1_000_000n, takenAt: 1_794_712_324_991 },
    updatedAt: 1_794_712_324_991,
    expiry: { at: 1_794_885_124_991, unit: 's' },
    ...change,
  });
}
