// The form on which a merchant's people make an order by hand: by SPEI or at a payment point.
import { toSeconds } from '../../domain/base/clock.js';
import { readMailbox } from '../../domain/base/mailbox.js';
import { endOfMexicoDay } from '../../domain/base/mexico-day.js';
import type { Mode } from '../../domain/base/mode.js';
import { CURRENCIES } from '../../domain/base/money.js';
import { parseExpiry } from '../../domain/orders/lifetime.js';
import type { OrderDraft } from '../../domain/orders/order.js';
import { isUsable, type PaymentPoint } from '../../domain/points/payment-point.js';
import { invalidRequest } from '../../errors/errors.js';
import type { JsonObject } from '../json.js';
import { type Field, refined } from '../shape/field.js';
import { request } from '../shape/request.js';
import { optionalText, text } from '../shape/text.js';
import { choice, price } from '../shape/value.js';

const NewOrderForm = request({
  product_name: text(),
  own_number: optionalText(),
  price: price(),
  currency: choice(CURRENCIES, 'MXN'),
  customer_name: text(),
  customer_email: emailIfAny(),
  customer_phone: optionalText(),
  way: text(),
  last_day: optionalText(),
});

/** The name of the price field in an error. */
export const FORM_PRICE = 'price' satisfies keyof typeof NewOrderForm.fields;
/** The choice that is no payment point. */
export const SPEI_WAY = 'spei';

type Terms = {
  readonly now: number;
  readonly mode: Mode;
  /** The merchant's number of the order, if the form names none. */
  readonly ownNumber: string;
  findPoint(code: string): PaymentPoint | undefined;
};

export function readNewOrder(form: JsonObject, terms: Terms): OrderDraft {
  const read = NewOrderForm.read(form);
  return {
    point: read.way === SPEI_WAY ? null : pointOf(read.way, terms),
    product: { id: read.own_number ?? terms.ownNumber, name: read.product_name, imageUrl: null },
    price: { amount: read.price, currency: read.currency },
    customer: { id: null, name: read.customer_name, email: read.customer_email ?? '', phone: read.customer_phone },
    extras: {},
    returnUrls: { success: null, failure: null },
    testClockId: null,
    expiry: read.last_day === null ? null : endOf(read.last_day, terms.now),
  };
}

/** null if there is none: the merchant sends the customer the link then. */
function emailIfAny(): Field<string | null> {
  return refined(optionalText(), (read, refuse) =>
    read === null || readMailbox(read) !== null ? read : refuse('invalid_email'),
  );
}

function pointOf(code: string, { findPoint, mode }: Terms): PaymentPoint {
  const point = findPoint(code);
  if (point === undefined) throw invalidRequest({ param: 'way', error: 'unknown_payment_point' });
  if (!isUsable(point, mode)) throw invalidRequest({ param: 'way', error: 'inactive_payment_point' });
  return point;
}

/** The last second of a day. */
function endOf(day: string, now: number) {
  const end = endOfMexicoDay(day);
  if (end === null) throw invalidRequest({ param: 'last_day', error: 'not_a_day' });
  const expiry = parseExpiry(toSeconds(end) - 1, now);
  if (typeof expiry === 'string') throw invalidRequest({ param: 'last_day', error: expiry });
  return expiry;
}
