// The form of the hosted checkout (D67). A shop's page fills the first fields, with the names of a charge; the customer
// fills or mends the others on our page.

import { readMailbox } from '../../domain/base/mailbox.js';
import { CURRENCIES, type Money } from '../../domain/base/money.js';
import { readPhone } from '../../domain/base/phone.js';
import type { PhoneWish } from '../../domain/links/payment-link.js';
import type { Expiry } from '../../domain/orders/lifetime.js';
import type { Customer, Product, ReturnUrls } from '../../domain/orders/order.js';
import type { JsonObject } from '../json.js';
import { type Field, plain, refined } from '../shape/field.js';
import { request } from '../shape/request.js';
import { cutText, email, LONG, optionalText, optionalTextOrNumber, text, textOrNumber } from '../shape/text.js';
import { choice, expiry, roundedPrice } from '../shape/value.js';
import { shownAddress } from '../web-address.js';

export const CheckoutGoods = request(
  {
    order_id: plain(textOrNumber({ description: 'Your id of the order' })),
    order_name: cutText({ description: 'What is paid for; cut after 255 characters' }),
    image_url: optionalText({ maxLength: LONG, description: 'An image of it' }),
    order_price: plain(roundedPrice({ description: 'Rounded half up to two decimals' })),
    currency: plain(choice(CURRENCIES, 'MXN', { description: 'The currency of the price, in any case' })),
    success_url: shownAddress('Where the customer goes after paying'),
    failed_url: shownAddress('Where the customer goes otherwise'),
    expiration_time: plain(expiry({ description: 'Epoch seconds or milliseconds' })),
  },
  { name: 'CheckoutGoods' },
);

export const CHECKOUT_PRICE = 'order_price' satisfies keyof typeof CheckoutGoods.fields;

export type Goods = {
  readonly product: Product;
  readonly price: Money;
  readonly returnUrls: ReturnUrls;
  readonly expiry: Expiry | null;
};

export function readGoods(form: JsonObject, now: number): Goods {
  const read = CheckoutGoods.read(form, { now });
  return {
    product: { id: read.order_id, name: read.order_name, imageUrl: read.image_url },
    price: { amount: read.order_price, currency: read.currency },
    returnUrls: { success: read.success_url, failure: read.failed_url },
    expiry: read.expiration_time,
  };
}

/** What the form must say again when the customer sends it, as it came. */
export function goodsIn(form: JsonObject): Readonly<Record<string, string>> {
  const names = Object.keys(CheckoutGoods.fields);
  return Object.fromEntries(names.map((name) => [name, textIn(form, name)]).filter(([, value]) => value !== ''));
}

export const BUYER_FIELDS = ['customer_name', 'customer_email', 'customer_phone'] as const;
export type BuyerField = (typeof BUYER_FIELDS)[number];

/** The page asks people, who mistype; a shop's own request is taken at its word. */
const buyer = { customer_name: text(), customer_email: reachable(email(), readMailbox, 'invalid_email') };
const Buyer = {
  none: request({ ...buyer, customer_phone: optionalTextOrNumber() }),
  optional: request({ ...buyer, customer_phone: reachable(optionalTextOrNumber(), readPhone, 'invalid_phone') }),
  required: request({ ...buyer, customer_phone: reachable(textOrNumber(), readPhone, 'invalid_phone') }),
} as const;

/** A field whose text must also be an address or number that somebody can be reached at. */
function reachable<Value extends string | null>(
  field: Field<Value>,
  readAs: (text: string) => string | null,
  error: 'invalid_email' | 'invalid_phone',
): Field<Value> {
  return refined(field, (read, refuse) => (read === null || readAs(read) !== null ? read : refuse(error)));
}

export function readBuyer(form: JsonObject, phone: PhoneWish): Customer {
  // People type spaces where none belong, and phones add them.
  const typed = Object.fromEntries(BUYER_FIELDS.map((name) => [name, textIn(form, name).trim()]));
  const read = Buyer[phone].read(typed);
  const given = phone === 'none' ? null : read.customer_phone;
  return { id: null, name: read.customer_name, email: read.customer_email, phone: given };
}

/** A field as text, whatever was sent; "" if there is none. */
export function textIn(form: JsonObject, name: string): string {
  const value = Object.hasOwn(form, name) ? form[name] : undefined;
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
