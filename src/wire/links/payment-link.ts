// Payment links as merchants make and see them (D67). The fields have the names of a charge.
import type { Static } from 'typebox';
import { toSeconds } from '../../domain/base/clock.js';
import { isLive } from '../../domain/base/mode.js';
import { CURRENCIES, toJsonNumber } from '../../domain/base/money.js';
import {
  formatLinkId,
  LINK_STATUSES,
  MOST_USES,
  type PaymentLink,
  PHONE_WISHES,
  type PhoneWish,
  statusOfLink,
  type WantedLink,
} from '../../domain/links/payment-link.js';
import { cursorParameter, limitParameter, listOf } from '../orders/list.js';
import { named, nullable, oneOf } from '../reply.js';
import { type Field, fault, plain, refined } from '../shape/field.js';
import { query } from '../shape/query.js';
import { request } from '../shape/request.js';
import { cutText, optional, optionalTextOrNumber } from '../shape/text.js';
import { Type } from '../shape/type.js';
import { choice, freeForm, optionalSeconds, roundedPrice } from '../shape/value.js';
import { optionalAddress } from '../web-address.js';

export const CreatePaymentLink = request(
  {
    order_id: plain(
      optionalTextOrNumber({
        description: 'Your id of what is sold, the same for all orders of the link. Missing: the id of the link',
      }),
    ),
    order_name: cutText({ description: 'What the customer buys; cut after 255 characters' }),
    image_url: optionalAddress('A picture of it, which the page shows'),
    order_price: plain(roundedPrice({ description: 'Rounded half up to two decimals', examples: [350] })),
    currency: plain(choice(CURRENCIES, 'MXN', { description: 'The currency of `order_price`, in any case' })),
    success_url: optionalAddress('Where the customer can go once the order is paid'),
    failed_url: optionalAddress('Where the customer can go if the order ends unpaid'),
    customer_phone: phoneWish(),
    expires_at: plain(futureSeconds()),
    max_uses: plain(mostUses()),
    extras: freeForm({ keys: 49, bytes: 8000 }, { description: 'Copied to `extras` of each order; up to 49 keys' }),
  },
  {
    name: 'CreatePaymentLink',
    about: {
      description: 'What is sold, and for how much',
      examples: [{ order_id: 'CURSO-7', order_name: 'Curso de cerámica', order_price: 350, max_uses: 20 }],
    },
  },
);

export const LINK_PRICE = 'order_price' satisfies keyof typeof CreatePaymentLink.fields;

export function wantedLink(read: ReturnType<typeof CreatePaymentLink.read>): WantedLink {
  return {
    product: { id: read.order_id, name: read.order_name, imageUrl: read.image_url },
    price: { amount: read.order_price, currency: read.currency },
    returnUrls: { success: read.success_url, failure: read.failed_url },
    phone: read.customer_phone,
    extras: read.extras,
    maxUses: read.max_uses,
    expiresAt: read.expires_at,
  };
}

export const PaymentLinkRecord = named(
  'PaymentLink',
  {
    id: Type.String({ description: '`pl_` and a UUID' }),
    object: Type.Literal('payment_link', { description: 'What this is' }),
    url: Type.String({ description: 'Send it to your customers, or print it' }),
    status: oneOf(LINK_STATUSES, { description: 'Whether customers can use it now' }),
    livemode: Type.Boolean({ description: 'false for a link of test mode' }),
    order_id: Type.String({ description: '`order_id` of its orders' }),
    order_name: Type.String({ description: 'What the customer buys' }),
    order_price: Type.Number({ description: 'The price, in `currency`' }),
    currency: oneOf(CURRENCIES, { description: 'The currency of the price' }),
    image_url: nullable(Type.String(), { description: 'The picture that the page shows' }),
    success_url: nullable(Type.String(), { description: 'Where the customer can go once the order is paid' }),
    failed_url: nullable(Type.String(), { description: 'Where the customer can go if the order ends unpaid' }),
    customer_phone: oneOf(PHONE_WISHES, { description: 'Whether the page asks for a telephone number' }),
    max_uses: nullable(Type.Integer(), { description: 'null: no limit' }),
    uses: Type.Integer({ description: 'Orders made, without those that ended unpaid and gave their use back' }),
    extras: Type.Record(Type.String(), Type.Unknown(), { description: 'Copied to `extras` of each order' }),
    created_at: Type.Integer({ description: 'Epoch seconds' }),
    expires_at: nullable(Type.Integer(), { description: 'From then on nobody can order with it, epoch seconds' }),
    deactivated_at: nullable(Type.Integer(), { description: 'When you deactivated it, epoch seconds' }),
  },
  { description: 'A page on which customers order a product at its price' },
);
export const PaymentLinks = listOf(PaymentLinkRecord);

export function renderPaymentLink(
  link: PaymentLink,
  { baseUrl, now }: { readonly baseUrl: string; readonly now: number },
): Static<typeof PaymentLinkRecord> {
  const id = formatLinkId(link.id);
  return {
    id,
    object: 'payment_link',
    url: `${baseUrl}/checkout/${id}`,
    status: statusOfLink(link, now),
    livemode: isLive(link.scope.mode),
    order_id: link.product.id,
    order_name: link.product.name,
    order_price: toJsonNumber(link.price.amount),
    currency: link.price.currency,
    image_url: link.product.imageUrl,
    success_url: link.returnUrls.success,
    failed_url: link.returnUrls.failure,
    customer_phone: link.phone,
    max_uses: link.maxUses,
    uses: link.uses,
    extras: link.extras,
    created_at: toSeconds(link.createdAt),
    expires_at: link.expiresAt === null ? null : toSeconds(link.expiresAt),
    deactivated_at: link.deactivatedAt === null ? null : toSeconds(link.deactivatedAt),
  };
}

export const PaymentLinkList = query(
  { cursor: cursorParameter(), limit: limitParameter() },
  { name: 'ListPaymentLinks' },
);

function phoneWish(): Field<PhoneWish> {
  const description = 'Whether the page asks for a telephone number. It always asks for name and e-mail address';
  return {
    schema: optional(Type.String({ enum: [...PHONE_WISHES], default: 'optional', description })),
    read(value, param, reading) {
      if (value === undefined || value === '') return 'optional';
      const found = PHONE_WISHES.find((one) => one === value);
      return found ?? fault(reading, param, 'not_allowed', { allowed: PHONE_WISHES.join(', ') });
    },
  };
}

function futureSeconds(): Field<number | null, { readonly now: number }> {
  const seconds = optionalSeconds({ description: 'Epoch seconds. From then on nobody can order with the link' });
  return refined(seconds, (read, refuse, { now }: { readonly now: number }) =>
    read === null || read > now ? read : refuse('in_the_past'),
  );
}

function mostUses(): Field<number | null> {
  const description = 'How many orders it may make; an order that ends unpaid does not count. Missing: no limit';
  return {
    schema: optional(Type.Integer({ minimum: 1, maximum: MOST_USES, description })),
    read(value, param, reading) {
      if (value === undefined || value === '') return null;
      const number = typeof value === 'string' && /^\d{1,6}$/.test(value) ? Number(value) : value;
      const isCount = typeof number === 'number' && Number.isSafeInteger(number) && number >= 1 && number <= MOST_USES;
      return isCount ? number : fault(reading, param, 'out_of_range', { min: 1, max: MOST_USES });
    },
  };
}
