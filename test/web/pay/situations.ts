// Orders in each situation that a customer can find them in, brought there by real payments, refunds and cancellations.
import assert from 'node:assert/strict';
import type { TestService } from '../../support/service.js';
import { type MadeOrder, makeOrder, type Wish } from '../fixtures.js';

const FOR_10_HOURS_MS = 36_000_000;

/** Simulates a payment of an order of test mode. */
export async function payTest(service: TestService, { id }: Pick<MadeOrder, 'id'>, body: Record<string, unknown>) {
  const reply = await service.call('POST', `/v1/test/orders/${id}/payments`, { key: service.key, body });
  assert.equal(reply.status, 200, reply.text);
}

export async function refund(service: TestService, { id }: Pick<MadeOrder, 'id'>, amount?: number) {
  const body = amount === undefined ? {} : { amount };
  const reply = await service.call('POST', `/v1/charges/${id}/refunds`, { key: service.key, body });
  assert.equal(reply.status, 200, reply.text);
  return reply.json;
}

async function cancel(service: TestService, { id }: Pick<MadeOrder, 'id'>) {
  const reply = await service.call('POST', `/v1/charges/${id}/cancel`, { key: service.key });
  assert.equal(reply.status, 200, reply.text);
}

type Steps = (service: TestService, order: MadeOrder) => Promise<unknown>;

/** An order whose time was over an hour ago, and what happened in between. */
async function expire(service: TestService, wish: Wish, steps: Steps): Promise<MadeOrder> {
  const now = service.deps.clock.now();
  service.setTime(now - FOR_10_HOURS_MS);
  const order = await makeOrder(service, { ...wish, expiry: { at: now - 3_600_000, unit: 'ms' } });
  await steps(service, order);
  service.setTime(now);
  return order;
}

const after =
  (wish: Wish, steps: Steps) =>
  async (service: TestService): Promise<MadeOrder> => {
    const order = await makeOrder(service, wish);
    await steps(service, order);
    return order;
  };
const nothing: Steps = async () => {};

/** All of them are of 1,234.50 MXN, in test mode. The clock of the service must be set. */
export const SITUATIONS: Readonly<Record<string, (service: TestService) => Promise<MadeOrder>>> = {
  waiting: after({ point: 'OXXO' }, nothing),
  'waiting for a transfer': after({}, nothing),
  'part paid': after({ point: 'OXXO' }, (service, order) =>
    payTest(service, order, { scenario: 'short', amount: 500 }),
  ),
  paid: after({}, (service, order) => payTest(service, order, { scenario: 'exact' })),
  overpaid: after({}, (service, order) => payTest(service, order, { scenario: 'over', amount: 1300 })),
  refunded: after({ point: 'OXXO' }, async (service, order) => {
    await payTest(service, order, { scenario: 'exact' });
    await refund(service, order);
  }),
  'refunded in part': after({}, async (service, order) => {
    await payTest(service, order, { scenario: 'exact' });
    await refund(service, order, 200);
  }),
  expired: (service) => expire(service, {}, nothing),
  'expired with money': (service) =>
    expire(service, { point: 'OXXO' }, (_service, order) =>
      payTest(service, order, { scenario: 'short', amount: 500 }),
    ),
  canceled: after({}, cancel),
  'canceled with money': after({}, async (service, order) => {
    await cancel(service, order);
    await payTest(service, order, { scenario: 'exact' });
  }),
};
