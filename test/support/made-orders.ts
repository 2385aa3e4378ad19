// Orders made through the actions themselves, for tests that need one in a certain state.

import { makeTestPayment } from '../../src/actions/money/test-payment.js';
import { createOrder } from '../../src/actions/orders/create-order.js';
import type { Deps } from '../../src/deps.js';
import type { Credential } from '../../src/domain/accounts/account.js';
import type { Order, OrderDraft } from '../../src/domain/orders/order.js';
import { AppError, type ErrorCode } from '../../src/errors/errors.js';
import type { TestService } from './service.js';

/** The merchant that a key speaks for. */
export async function credentialOf(service: TestService, key = service.key): Promise<Credential> {
  const credential = await service.deps.credentials.find(key);
  if (credential === null) throw new Error('there is no such key');
  return credential;
}

/** A draft of 100.00 MXN by SPEI; what is given replaces whole parts. */
export function orderDraft(change: Partial<OrderDraft> = {}): OrderDraft {
  return {
    point: null,
    product: { id: 'SMG-1', name: 'Funda', imageUrl: null },
    price: { amount: 10_000n, currency: 'MXN' },
    customer: { id: null, name: 'Ana Robles', email: 'ana@example.com', phone: '5512345678' },
    extras: {},
    returnUrls: { success: null, failure: null },
    testClockId: null,
    expiry: null,
    ...change,
  };
}

export async function makeOrder(deps: Deps, merchant: Credential, change: Partial<OrderDraft> = {}): Promise<Order> {
  const call = { merchant, draft: orderDraft(change), now: deps.clock.now(), repeat: null, priceParam: 'price' };
  const made = await createOrder(deps, call);
  if (made.is !== 'first') throw new Error('an order without a key was repeated');
  return made.value;
}

/** An order of test mode that is paid in full. */
export async function makePaidOrder(deps: Deps, merchant: Credential): Promise<Order> {
  const { uuid } = await makeOrder(deps, merchant);
  await makeTestPayment(deps, { merchant, uuid, scenario: 'exact', amount: null, at: null });
  return readOrder(deps, merchant, uuid);
}

export async function readOrder(deps: Deps, merchant: Credential, uuid: string): Promise<Order> {
  const order = await deps.orders.find(merchant.scope, uuid);
  if (order === null) throw new Error('the order is gone');
  return order;
}

/** For assert.rejects: a refusal with this code. */
export function refusal(code: ErrorCode): (error: unknown) => boolean {
  return (error) => {
    if (error instanceof AppError && error.code === code) return true;
    throw error;
  };
}
