// Creates an order: priced from memory, stored with its event and its idempotency record by one statement, answered only
// after the commit.

import type { Deps } from '../deps.js';
import type { Credential } from '../domain/account.js';
import { TEST_CLABE_PREFIX } from '../domain/clabe.js';
import { orderEvent } from '../domain/event.js';
import { DEFAULT_FEES } from '../domain/fee.js';
import { formatFolio } from '../domain/identity.js';
import { toDecimal } from '../domain/money.js';
import type { Order, OrderDraft } from '../domain/order.js';
import { completeOrder, type PricingTerms, priceDraft } from '../domain/price.js';
import { AppError, invalidRequest } from '../errors.js';
import { type Answer, type ReplayKey, recall } from './answer-once.js';

export type CreateOrderCall = {
  readonly merchant: Credential;
  readonly draft: OrderDraft;
  readonly now: number;
  readonly replay: ReplayKey | null;
  /** What the merchant calls the price, for a refusal. */
  readonly priceParam: string;
  /** The answer in the merchant's generation; it is what a replay gives again. */
  render(order: Order): string;
};

type CreateOrderDeps = Pick<Deps, 'settings' | 'random' | 'orders' | 'idempotency' | 'clabes' | 'rates'>;

/** Folios are drawn at random out of 4.3 thousand million; a taken one is drawn again. */
const FOLIO_DRAWS = 8;

export async function createOrder(deps: CreateOrderDeps, call: CreateOrderCall): Promise<Answer> {
  const terms = await termsFor(deps, call);
  const amount = priceDraft(call.draft, terms);
  if (amount === 'too_small') {
    const min = toDecimal(terms.minimum);
    throw invalidRequest({ param: call.priceParam, error: 'too_small', details: { min } });
  }
  const clabe = await clabeFor(deps, call);
  const uuid = deps.random.uuid(call.now);
  for (let draw = 0; draw < FOLIO_DRAWS; draw++) {
    const folio = formatFolio(deps.random.bytes(4));
    const order = completeOrder(call.draft, amount, terms, call.merchant.scope, { uuid, folio, clabe });
    const body = call.render(order);
    const replay = call.replay === null ? null : { ...call.replay, answer: body };
    if (await deps.orders.insert({ order, event: orderEvent(order, 1), replay }))
      return { status: 200, body, replayed: false };
    if (call.replay !== null) {
      const kept = await deps.idempotency.find(call.merchant.scope, call.replay.key);
      if (kept !== null) return recall(kept, call.replay);
    }
  }
  throw new Error(`no free folio in ${FOLIO_DRAWS} draws`);
}

async function termsFor(deps: CreateOrderDeps, { merchant, draft, now }: CreateOrderCall): Promise<PricingTerms> {
  const { settings } = deps;
  return {
    rate: await deps.rates.find(draft.price.currency, merchant.scope.livemode, now),
    schedule: merchant.fees[draft.method] ?? DEFAULT_FEES[draft.method],
    ivaBasisPoints: settings.ivaBasisPoints,
    minimum: settings.minimumAmount,
    lifetimeHours: draft.method === 'spei' ? settings.speiLifetimeHours : settings.cashLifetimeHours,
    now,
  };
}

async function clabeFor(deps: CreateOrderDeps, { merchant, draft }: CreateOrderCall): Promise<string | null> {
  if (draft.method !== 'spei') return null;
  const prefix = merchant.scope.livemode ? deps.settings.clabePrefix : TEST_CLABE_PREFIX;
  if (prefix === null) throw new AppError('rail_not_configured');
  if (draft.customer.id === null) return deps.clabes.next(prefix);
  return deps.clabes.ofCustomer(merchant.scope, draft.customer.id, prefix);
}
