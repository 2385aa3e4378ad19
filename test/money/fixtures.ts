// Orders and payments out of thin air, for tests of the rules that need no database.

import type { ApplyTerms } from '../../src/domain/money/apply-payment.js';
import {
  type Arrival,
  allIn,
  NOTHING_ACCEPTED,
  type Payment,
  type PaymentFlag,
  type Split,
} from '../../src/domain/money/payment.js';
import { DEFAULT_POLICIES } from '../../src/domain/money/policy.js';
import type { Order } from '../../src/domain/orders/order.js';
import { sampleOrder } from '../support/order.js';

export const NOON = Date.parse('2026-11-15T12:00:00Z');
export const HOUR_MS = 3_600_000;

/** 100.00, of which 9.50 fee and 1.52 IVA; expires an hour after noon. */
export function makeOrder(change: Partial<Order> = {}): Order {
  const isPaid = change.status === 'paid';
  return sampleOrder({
    uuid: '018f0000-0000-7000-8000-000000000001',
    scope: { accountId: '018f0000-0000-7000-8000-0000000000aa', mode: 'live' },
    method: 'cash',
    price: { amount: 10_000n, currency: 'MXN' },
    amount: 10_000n,
    fee: { amount: 950n, iva: 152n },
    clabe: '646180123400000004',
    acceptedAt: isPaid ? NOON : null,
    released: isPaid,
    createdAt: NOON - HOUR_MS,
    updatedAt: NOON - HOUR_MS,
    expiry: { at: NOON + HOUR_MS, unit: 's' },
    ...change,
  });
}

export function makeTerms(change: Partial<ApplyTerms> = {}): ApplyTerms {
  return { policies: DEFAULT_POLICIES, graceMs: 24 * HOUR_MS, releasesAtOnce: true, now: NOON, ...change };
}

export function makeArrival(change: Partial<Arrival> = {}): Arrival {
  return {
    kind: 'cash',
    mode: 'live',
    identity: Buffer.alloc(32),
    network: 'OXXO',
    trackingKey: 'T1',
    destination: '12345678901234',
    payerName: null,
    payerAccount: null,
    amount: 10_000n,
    paidAt: NOON,
    ...change,
  };
}

export function makePayment(
  serial: number,
  change: { amount: bigint; split?: Split; flags?: readonly PaymentFlag[] },
): Payment {
  return {
    ...makeArrival({ amount: change.amount, trackingKey: `T${serial}` }),
    ...(change.split ?? allIn('applied', change.amount)),
    id: `018f0000-0000-7000-8000-${String(serial).padStart(12, '0')}`,
    keyDay: null,
    accepted: NOTHING_ACCEPTED,
    flags: change.flags ?? [],
    repeats: 0,
    differing: 0,
    accountId: '018f0000-0000-7000-8000-0000000000aa',
    orderId: '018f0000-0000-7000-8000-000000000001',
    receivedAt: NOON,
    updatedAt: NOON,
  };
}
