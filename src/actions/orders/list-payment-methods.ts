// Which ways a customer has to pay a price (D67): the payment points able to take the amount, and SPEI.
import type { Deps } from '../../deps.js';
import type { Credential } from '../../domain/accounts/account.js';
import { formatAmount, type Money, toDecimal } from '../../domain/base/money.js';
import { type Rate, toPesos } from '../../domain/orders/exchange.js';
import { leastPrice } from '../../domain/orders/least-amount.js';
import { priceDraft } from '../../domain/orders/price.js';
import { kindOf, type PaymentPoint } from '../../domain/points/payment-point.js';
import { AppError, invalidRequest } from '../../errors/errors.js';
import { termsFor, usablePoints } from './create-order.js';

export type Offer = {
  /** What the customer pays, in centavos of MXN. Another currency is exchanged again when the order is made. */
  readonly amount: bigint;
  readonly rate: Rate;
  /** SPEI first, as null, then points by rank. At least one. */
  readonly ways: readonly (PaymentPoint | null)[];
};

type OfferCall = {
  readonly merchant: Credential;
  readonly price: Money;
  readonly now: number;
  /** The merchant's name for the price field, for an error. */
  readonly priceParam: string;
};

type OfferDeps = Pick<Deps, 'settings' | 'rates' | 'points' | 'cards'>;

export async function listPaymentMethods(deps: OfferDeps, call: OfferCall): Promise<Offer> {
  const { merchant, price, now } = call;
  const rate = await deps.rates.find(price.currency, merchant.scope.mode, now);
  const priced = await Promise.all(
    (await waysOf(deps, call)).map(async (point) => {
      const draft = { point, price };
      const terms = await termsFor(deps, { merchant, now, draft });
      return { point, terms, price: priceDraft(draft, terms) };
    }),
  );
  const ways = priced.filter((way) => typeof way.price === 'object').map(({ point }) => point);
  const amount = toPesos(price, rate);
  if (ways.length > 0) return { amount, rate, ways };
  const least = priced
    .flatMap((way) => (way.price === 'too_small' ? [leastPrice(price, way.terms)?.amount] : []))
    .reduce((smallest, one) => (one !== undefined && (smallest ?? one) >= one ? one : smallest), undefined);
  if (least === undefined) throw new AppError('no_point_for_amount', { amount: formatAmount(amount) });
  const details = { min: toDecimal(least), currency: price.currency };
  throw invalidRequest({ param: call.priceParam, error: 'too_small', details });
}

/** All that is switched on in this mode and can take an order now, whatever the amount. */
async function waysOf(deps: OfferDeps, { merchant, now }: OfferCall): Promise<(PaymentPoint | null)[]> {
  const { mode, accountId } = merchant.scope;
  const usable = await usablePoints(deps, mode, now);
  // Test mode has one card for all orders.
  const isFree = async (point: PaymentPoint) =>
    mode === 'test' ||
    kindOf(point).identifiedBy !== 'card' ||
    deps.cards.hasFree({ point: point.code, accountId, now }, merchant.kind);
  const free = await Promise.all(usable.map(isFree));
  const points = usable.filter((_, index) => free[index]);
  return mode === 'test' || deps.settings.clabePrefix !== null ? [null, ...points] : points;
}
