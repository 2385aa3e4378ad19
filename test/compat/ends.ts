// What becomes of an order, brought about for real: paid by a notice of test mode, expired by the clock and the worker,
// canceled and refunded by the merchant.
import assert from 'node:assert/strict';
import { HOUR_MS } from '../../src/domain/base/duration.js';
import type { TestService } from '../support/service.js';
import { takeTurn } from '../webhooks/engines.js';

export type End = {
  readonly name: 'paid' | 'expired' | 'canceled' | 'refunded';
  /** As v1 shows it to an account of existing shops (D66), and as v2 does. */
  readonly charge: 'charge.success' | 'charge.expired';
  readonly order: 'ACCEPTED' | 'EXPIRED';
  readonly paid: boolean;
};

const PAID = { charge: 'charge.success', order: 'ACCEPTED', paid: true } as const;
const EXPIRED = { charge: 'charge.expired', order: 'EXPIRED', paid: false } as const;

/** The last one is brought about by the clock, which ends every order that is still open. */
export const ENDS: readonly End[] = [
  { name: 'paid', ...PAID },
  { name: 'refunded', ...PAID }, // a refund leaves the state as it is (D36)
  { name: 'canceled', ...EXPIRED },
  { name: 'expired', ...EXPIRED },
];

/** Longer than any order lives by default. */
const LONG_AFTER_MS = 49 * HOUR_MS;

type Ended = { readonly key: string; readonly id: string; readonly end: End };

export async function endOrder(service: TestService, { key, id, end }: Ended): Promise<void> {
  if (end.name === 'expired') {
    service.setTime(Date.now() + LONG_AFTER_MS);
    await takeTurn(service.deps, 'expire orders');
    service.setTime(null);
    return;
  }
  const path = end.name === 'canceled' ? `/v1/charges/${id}/cancel` : `/v1/test/orders/${id}/payments`;
  const done = await service.call('POST', path, { key, body: end.name === 'canceled' ? {} : { scenario: 'exact' } });
  assert.equal(done.status, 200, done.text);
  if (end.name !== 'refunded') return;
  const refunded = await service.call('POST', `/v1/charges/${id}/refunds`, { key, body: {} });
  assert.equal(refunded.status, 200, refunded.text);
  assert.equal(refunded.json.refunded, true);
}
