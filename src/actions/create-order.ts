// Creates an order: priced from memory, stored with its event and its idempotency record by one statement, answered only
// after the commit.

import type { Deps } from '../deps.js';
import type { Credential } from '../domain/account.js';
import { TEST_CLABE_PREFIX } from '../domain/clabe.js';
import { orderEvent } from '../domain/event.js';
import { DEFAULT_FEES } from '../domain/fee.js';
import { formatFolio } from '../domain/identity.js';
import type { Mode } from '../domain/mode.js';
import { formatAmount, toDecimal } from '../domain/money.js';
import { methodOf, type Order, type OrderDraft } from '../domain/order.js';
import { kindOf } from '../domain/payment-point.js';
import { completeOrder, type PricingTerms, priceDraft } from '../domain/price.js';
import { makeReference, REFERENCE_CAPACITY } from '../domain/reference.js';
import { AppError, invalidRequest } from '../errors.js';
import { findAnswer } from '../store/orders/idempotency-keys.js';
import { giveBackCard, takeCard } from '../store/points/payment-points.js';
import { type Answer, type RepeatKey, recall } from './answer-once.js';

export type CreateOrderCall = {
  readonly merchant: Credential;
  readonly draft: OrderDraft;
  readonly now: number;
  readonly repeat: RepeatKey | null;
  /** What the merchant calls the price, for a refusal. */
  readonly priceParam: string;
  /** The answer in the merchant's generation; it is what a repeat gives again. */
  render(order: Order): string;
};

type CreateOrderDeps = Pick<Deps, 'settings' | 'random' | 'orders' | 'clabes' | 'numbers' | 'rates' | 'db'>;

/** Folios are drawn at random out of 4.3 thousand million; a taken one is drawn again. */
const FOLIO_DRAWS = 8;
const QUARANTINE_MS = 30 * 86_400_000; // of a card after its order's expiry (D60)

export async function createOrder(deps: CreateOrderDeps, call: CreateOrderCall): Promise<Answer> {
  const terms = await termsFor(deps, call);
  const amount = checkedAmount(call, terms);
  const uuid = deps.random.uuid(call.now);
  const { clabe, reference, cardNumber } = await destinationFor(deps, call, uuid, terms);
  for (let draw = 0; draw < FOLIO_DRAWS; draw++) {
    const folio = formatFolio(deps.random.bytes(4));
    const names = { uuid, folio, clabe, reference, cardNumber };
    const order = completeOrder(call.draft, amount, terms, call.merchant.scope, names);
    const body = call.render(order);
    const repeat = call.repeat === null ? null : { ...call.repeat, answer: body };
    if (await deps.orders.insert({ order, event: orderEvent(order, 1), repeat }))
      return { status: 200, body, repeated: false };
    if (call.repeat !== null) {
      const kept = await findAnswer(deps.db, call.merchant.scope, call.repeat.key);
      if (kept === null) continue;
      if (order.cardNumber !== null && order.point !== null) await giveBackCard(deps.db, order.point.code, uuid);
      return recall(kept, call.repeat);
    }
  }
  throw new Error(`no free folio in ${FOLIO_DRAWS} draws`);
}

async function termsFor(deps: CreateOrderDeps, { merchant, draft, now }: CreateOrderCall): Promise<PricingTerms> {
  const { settings } = deps;
  const method = methodOf(draft);
  return {
    rate: await deps.rates.find(draft.price.currency, merchant.scope.mode, now),
    schedule: merchant.fees[method] ?? DEFAULT_FEES[method],
    ivaBasisPoints: settings.ivaBasisPoints,
    minimum: settings.minimumAmount,
    lifetimeHours: method === 'spei' ? settings.speiLifetimeHours : settings.cashLifetimeHours,
    now,
  };
}

function checkedAmount({ draft, priceParam }: CreateOrderCall, terms: PricingTerms): bigint {
  const amount = priceDraft(draft, terms);
  if (amount === 'too_small') {
    throw invalidRequest({ param: priceParam, error: 'too_small', details: { min: toDecimal(terms.minimum) } });
  }
  if (amount === 'over_limit') {
    const limit = formatAmount(draft.point?.transactionLimit ?? 0n);
    const fault = { param: priceParam, error: 'over_point_limit', details: { max: limit } } as const;
    throw new AppError('over_point_limit', { limit, point: draft.point?.name ?? '' }, { faults: [fault] });
  }
  return amount;
}

/** What the customer pays to: a CLABE, a reference, a card of its own, or the address of the point. */
async function destinationFor(
  deps: CreateOrderDeps,
  call: CreateOrderCall,
  uuid: string,
  terms: PricingTerms,
): Promise<Pick<Order, 'clabe' | 'reference' | 'cardNumber'>> {
  const { draft, merchant, now } = call;
  const none = { clabe: null, reference: null, cardNumber: null };
  if (draft.point === null) return { ...none, clabe: await clabeFor(deps, call) };
  switch (kindOf(draft.point).identifiedBy) {
    case 'reference':
      return { ...none, reference: await referenceFor(deps, merchant.scope.mode) };
    case 'card': {
      // Test mode has one card for all (D60), so a test payment names its order by a reference that nobody sees.
      if (merchant.scope.mode === 'test') return { ...none, reference: await referenceFor(deps, 'test') };
      const expiresAt = draft.expiry?.at ?? now + terms.lifetimeHours * 3_600_000;
      const cardNumber = await takeCard(deps.db, draft.point.code, uuid, { now, freeAt: expiresAt + QUARANTINE_MS });
      if (cardNumber === null) throw new AppError('point_exhausted', { point: draft.point.name });
      return { ...none, cardNumber };
    }
    case 'address':
      return { ...none, reference: await referenceFor(deps, merchant.scope.mode) };
  }
}

async function clabeFor(deps: CreateOrderDeps, { merchant, draft }: CreateOrderCall): Promise<string> {
  const prefix = merchant.scope.mode === 'live' ? deps.settings.clabePrefix : TEST_CLABE_PREFIX;
  if (prefix === null) throw new AppError('rail_not_configured');
  if (draft.customer.id === null) return deps.clabes.next(prefix);
  return deps.clabes.ofCustomer(merchant.scope, draft.customer.id, prefix);
}

async function referenceFor(deps: Pick<Deps, 'numbers'>, mode: Mode): Promise<string> {
  const numbered = await deps.numbers.next(mode === 'live' ? 'live references' : 'test references', REFERENCE_CAPACITY);
  if (numbered === null) throw new Error('all references were given');
  return makeReference(numbered.serial, numbered.secret, mode);
}
