// A draft becomes an order: exchanged, priced, given its fee, its lifetime and its names. Pure: the same inputs give the same order.
import type { Scope } from './account.js';
import { type Rate, toPesos } from './exchange.js';
import { computeFee, type FeeSchedule } from './fee.js';
import { expiryAfter } from './lifetime.js';
import type { Order, OrderDraft } from './order.js';

export type PricingTerms = {
  readonly rate: Rate;
  readonly schedule: FeeSchedule;
  readonly ivaBasisPoints: bigint;
  readonly minimum: bigint;
  readonly lifetimeHours: number;
  readonly now: number;
};

export type OrderNames = { readonly uuid: string; readonly folio: string; readonly clabe: string | null };

/** What the customer pays, or why the price is refused. Checked before names are drawn, so that nothing is used up. */
export function priceDraft(draft: OrderDraft, terms: PricingTerms): bigint | 'too_small' {
  const amount = toPesos(draft.price, terms.rate);
  return amount < terms.minimum ? 'too_small' : amount; // D57
}

export function completeOrder(
  draft: OrderDraft,
  amount: bigint,
  terms: PricingTerms,
  scope: Scope,
  names: OrderNames,
): Order {
  return {
    ...names,
    scope,
    method: draft.method,
    product: draft.product,
    customer: draft.customer,
    price: draft.price,
    rate: terms.rate,
    amount,
    fee: computeFee(amount, terms.schedule, terms.ivaBasisPoints),
    extras: draft.extras,
    status: 'pending',
    createdAt: terms.now,
    updatedAt: terms.now,
    expiry: draft.expiry ?? expiryAfter(terms.lifetimeHours, terms.now),
  };
}
