// What the checkout page shows of a sale (D67): what is sold, for how much, the ways to pay, and what was typed.
import type { Offer } from '../../actions/orders/list-payment-methods.js';
import type { Brand } from '../../domain/accounts/brand.js';
import { METHODS, type Method } from '../../domain/accounts/fee.js';
import type { Language } from '../../domain/base/language.js';
import type { Mode } from '../../domain/base/mode.js';
import { formatAmount } from '../../domain/base/money.js';
import type { PhoneWish } from '../../domain/links/payment-link.js';
import { methodOf } from '../../domain/orders/order.js';
import type { PaymentPoint } from '../../domain/points/payment-point.js';
import type { BuyerField } from '../../wire/links/checkout.js';
import { toWay, type WayContext, type WayView } from '../pay/about-way.js';
import { PAY_TEXTS } from '../pay/texts.js';
import { CHECKOUT_TEXTS } from './texts.js';

/** The value of `payment_type` for a bank transfer, which is at no payment point. */
export const SPEI = 'SPEI';
export const WAY_FIELD = 'payment_type';

export type CheckoutView = {
  readonly language: Language;
  readonly basePath: string;
  readonly mode: Mode;
  readonly merchantName: string;
  readonly brand: Brand;
  readonly productName: string;
  /** A picture of what is sold; only what a merchant has vouched for with the private key. */
  readonly imageUrl: string | null;
  /** "1,234.50" */
  readonly amount: string;
  /** How a price in another currency became this amount; null for pesos. */
  readonly exchange: string | null;
  readonly groups: readonly WayGroup[];
  /** The way that is chosen, or null. */
  readonly chosen: string | null;
  readonly phone: PhoneWish;
  readonly typed: Readonly<Record<BuyerField, string>>;
  /** What the form says again when it is sent. */
  readonly hidden: Readonly<Record<string, string>>;
  /** By field, what is wrong with it. */
  readonly faults: Partial<Readonly<Record<BuyerField | typeof WAY_FIELD, string>>>;
  /** What is wrong with the whole. */
  readonly alert: { readonly text: string; readonly orderPath: string | null } | null;
};

export type WayGroup = {
  readonly heading: string;
  /** Whether the customer has to open it to see its ways, so that the page is not endless on a phone. */
  readonly isFolded: boolean;
  readonly ways: readonly WayView[];
};

/** A few ways need no folding. */
const SHORT = 8;
const FIRST_STORES = 6;
const FIRST: readonly Method[] = ['spei', 'cash'];

export function toGroups(offer: Pick<Offer, 'ways' | 'amount'>, language: Language, basePath: string): WayGroup[] {
  const { ways, amount } = offer;
  const texts = CHECKOUT_TEXTS[language];
  const ofMethod = (method: Method) => ways.filter((point) => methodOf({ point }) === method);
  return METHODS.flatMap((method) => {
    const own = ofMethod(method).map((point) => wayOf(point, { amount, language, basePath }));
    const isFolded = ways.length > SHORT && !FIRST.includes(method);
    const heading = texts.methods[method];
    // The stores that most people go to are seen at once; the others are one tap away.
    if (isFolded || own.length <= SHORT) return [{ heading, isFolded, ways: own }];
    return [
      { heading, isFolded: false, ways: own.slice(0, FIRST_STORES) },
      { heading: texts.moreStores, isFolded: true, ways: own.slice(FIRST_STORES) },
    ];
  }).filter((group) => group.ways.length > 0);
}

function wayOf(point: PaymentPoint | null, context: WayContext): WayView {
  if (point !== null) return toWay(point, context);
  const { speiName, speiNote } = CHECKOUT_TEXTS[context.language];
  const notes = [PAY_TEXTS[context.language].way.noCommission, speiNote];
  return { code: SPEI, name: speiName, notes, sum: `$${formatAmount(context.amount)}`, image: null };
}
