// Creates an order. Pricing uses values in memory. One statement stores the order, its event and its idempotency
// record. The caller never gets the order before the commit.
import type { Deps } from '../../deps.js';
import type { Credential } from '../../domain/accounts/account.js';
import { MINUTE_MS } from '../../domain/base/duration.js';
import { formatFolio } from '../../domain/base/identity.js';
import type { Mode } from '../../domain/base/mode.js';
import { formatAmount, MAX_AMOUNT, toDecimal } from '../../domain/base/money.js';
import { after, type Soon } from '../../domain/base/soon.js';
import { orderEvent } from '../../domain/orders/event.js';
import { leastPrice } from '../../domain/orders/least-amount.js';
import { methodOf, type Order, type OrderDraft } from '../../domain/orders/order.js';
import { completeOrder, type Priced, type PricingTerms, priceDraft } from '../../domain/orders/price.js';
import { needsPrivateKey } from '../../domain/orders/public-view.js';
import { isPriceStale, isUsable, type PaymentPoint } from '../../domain/points/payment-point.js';
import { AppError, invalidRequest } from '../../errors/errors.js';
import { findAnswer } from '../../store/orders/idempotency-keys.js';
import { type Answered, type Repeatable, recall } from './answer-once.js';
import { giveBackAfter, giveBackPayTo, takePayTo } from './take-pay-to.js';

type CreateOrderCall = {
  readonly merchant: Credential;
  readonly draft: OrderDraft;
  readonly now: number;
  readonly repeat: Repeatable<Order> | null;
  /** The merchant's name for the price field, for an error. */
  readonly priceParam: string;
};

type CreateOrderDeps = Pick<
  Deps,
  'settings' | 'random' | 'orders' | 'clabes' | 'references' | 'cards' | 'coinAddresses' | 'rates' | 'db' | 'log'
>;

/** A folio is drawn at random from 4.3 billion. If it is taken, another one is drawn. */
const FOLIO_DRAWS = 8;

export async function createOrder(deps: CreateOrderDeps, call: CreateOrderCall): Promise<Answered<Order>> {
  const { draft, merchant, now } = call;
  if (merchant.kind === 'public' && needsPrivateKey(draft)) throw new AppError('private_key_required');
  requireRecentPrice(deps, call);
  const terms = await termsFor(deps, call);
  const priced = checkedPrice(call, terms);
  const uuid = deps.random.uuid(now);
  const wanted = { draft, scope: merchant.scope, by: merchant.kind, uuid, now };
  const destination = await takePayTo(deps, wanted);
  const complete = (folio: string) =>
    completeOrder(draft, priced, terms, merchant.scope, {
      uuid,
      folio,
      clabe: destination.clabe,
      clabeIsReused: destination.clabeIsReused,
      reference: destination.reference,
      cardNumber: destination.cardNumber,
      ownDetails: destination.details,
    });
  try {
    const stored = await storeOrder(deps, call.repeat, complete);
    if (stored.is === 'repeated') await giveBackPayTo(deps, wanted, destination);
    return stored;
  } catch (error) {
    await giveBackAfter(error, deps, wanted, destination);
    throw error;
  }
}

/** Stores the order, or returns the answer that its Idempotency-Key already has. */
async function storeOrder(
  deps: CreateOrderDeps,
  repeat: Repeatable<Order> | null,
  complete: (folio: string) => Order,
): Promise<Answered<Order>> {
  for (let draw = 0; draw < FOLIO_DRAWS; draw++) {
    const order = complete(formatFolio(deps.random.bytes(4)));
    if (await deps.orders.insert({ order, event: orderEvent(order, 1), repeat: kept(repeat, order) }))
      return { is: 'first', value: order };
    // Either the folio is taken or the idempotency key already has an answer.
    const before = repeat === null ? null : await findAnswer(deps.db, repeat.scope, repeat.key);
    if (repeat !== null && before !== null) return recall(before, repeat);
  }
  throw new Error(`no free folio in ${FOLIO_DRAWS} draws`);
}

/** The answer stored together with the order. Its status is 200, like every success (D7). */
function kept(repeat: Repeatable<Order> | null, order: Order) {
  if (repeat === null) return null;
  return { key: repeat.key, requestDigest: repeat.requestDigest, answer: repeat.write(order).body };
}

function requireRecentPrice(deps: CreateOrderDeps, { draft: { point }, merchant, now }: CreateOrderCall): void {
  if (point !== null && !hasRecentPrice(deps, point, merchant.scope.mode, now))
    throw new AppError('rate_unavailable', { currency: point.liveDetails?.['coin'] ?? point.name });
}

/** The payment points that are switched on in this mode and can take an order now, whatever the amount. */
export async function usablePoints(
  deps: Pick<Deps, 'points' | 'settings'>,
  mode: Mode,
  now: number,
): Promise<PaymentPoint[]> {
  return (await deps.points.all()).filter((point) => isUsable(point, mode) && hasRecentPrice(deps, point, mode, now));
}

/** A coin's price ages out like an exchange rate, but in minutes (D92). */
function hasRecentPrice({ settings }: Pick<Deps, 'settings'>, point: PaymentPoint, mode: Mode, now: number): boolean {
  return mode === 'test' || !isPriceStale(point, now - settings.coinPriceMaxAgeMinutes * MINUTE_MS);
}

type TermsCall = Pick<CreateOrderCall, 'merchant' | 'now'> & { readonly draft: Pick<OrderDraft, 'point' | 'price'> };

/** What an order in this way would cost. */
export function termsFor(
  { settings, rates }: Pick<Deps, 'settings' | 'rates'>,
  { merchant, draft, now }: TermsCall,
): Soon<PricingTerms> {
  const method = methodOf(draft);
  return after(rates.find(draft.price.currency, merchant.scope.mode, now), (rate) => ({
    rate,
    schedule: merchant.fees[method] ?? settings.defaultFees[method],
    ivaBasisPoints: settings.ivaBasisPoints,
    minimum: settings.minimumAmount,
    lifetimeHours: method === 'spei' ? settings.speiLifetimeHours : settings.cashLifetimeHours,
    now,
  }));
}

function checkedPrice({ draft, priceParam }: CreateOrderCall, terms: PricingTerms): Priced {
  const priced = priceDraft(draft, terms);
  if (priced === 'too_small') {
    const { amount, currency } = leastPrice(draft.price, terms) ?? { amount: MAX_AMOUNT, currency: 'MXN' };
    throw invalidRequest({ param: priceParam, error: 'too_small', details: { min: toDecimal(amount), currency } });
  }
  if (priced === 'over_limit') {
    const limit = formatAmount(draft.point?.orderLimit ?? 0n);
    const fault = { param: priceParam, error: 'over_point_limit', details: { max: limit } } as const;
    throw new AppError('over_point_limit', { limit, point: draft.point?.name ?? '' }, { faults: [fault] });
  }
  return priced;
}
