// Makes one order of each kind with the service's own actions. The filler copies their rows millions of times, so a
// filled table holds what the service itself would have written, whatever columns a later version adds.

import { makeTestPayment } from '../../src/actions/money/test-payment.js';
import { cancelOrder } from '../../src/actions/orders/cancel-order.js';
import { createOrder } from '../../src/actions/orders/create-order.js';
import { expireOrders } from '../../src/actions/orders/expire-orders.js';
import type { Deps } from '../../src/deps.js';
import type { Credential } from '../../src/domain/accounts/account.js';
import { DAY_MS } from '../../src/domain/base/duration.js';
import type { PaymentPoint } from '../../src/domain/points/payment-point.js';
import { createDeps } from '../../src/service/compose.js';
import { DRAFT } from '../load.js';

/** The numbers of the models. The filler chooses a model by its number. */
export const MODELS = [
  'spei paid',
  'spei expired',
  'spei pending',
  'cash paid',
  'cash expired',
  'cash pending',
  'spei canceled',
  'unmatched',
] as const;
export type Model = (typeof MODELS)[number];

/** The id of the order of each model. The payment of `unmatched` has no order; its model order is pending. */
export async function makeModels(deps: Deps, merchant: Credential): Promise<Record<Model, string>> {
  const later = await createDeps({ ...deps, clock: { now: () => Date.now() + 60 * DAY_MS } });
  const point = await cashPoint(deps);
  const make = (at: PaymentPoint | null) => makeOrder(deps, merchant, at);
  const pay = (uuid: string, scenario: 'exact' | 'wrong_reference') =>
    makeTestPayment(deps, { merchant, uuid, scenario, amount: null, at: null });

  const expired = { 'spei expired': await make(null), 'cash expired': await make(point) };
  await expireOrders(later);
  const paid = { 'spei paid': await make(null), 'cash paid': await make(point) };
  for (const uuid of Object.values(paid)) await pay(uuid, 'exact');
  const canceled = await make(null);
  await cancelOrder(deps, { scope: merchant.scope, uuid: canceled }, 'bench');
  const unmatched = await make(null);
  await pay(unmatched, 'wrong_reference');
  return {
    ...expired,
    ...paid,
    unmatched,
    'spei pending': await make(null),
    'cash pending': await make(point),
    'spei canceled': canceled,
  };
}

async function makeOrder(deps: Deps, merchant: Credential, point: PaymentPoint | null): Promise<string> {
  const draft = { ...DRAFT, point };
  const made = await createOrder(deps, { merchant, draft, now: deps.clock.now(), repeat: null, priceParam: 'price' });
  if (made.is !== 'first') throw new Error('an order without a key was repeated');
  return made.value.uuid;
}

async function cashPoint(deps: Pick<Deps, 'points'>): Promise<PaymentPoint> {
  const point = (await deps.points.byCode()).get('OXXO');
  if (point === undefined) throw new Error('the catalogue has no OXXO');
  return point;
}
