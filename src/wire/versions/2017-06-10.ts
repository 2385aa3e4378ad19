// 10/Jun/17: the webhook body became the current charge record (spec, Versioning 4). Earlier bodies have amounts as
// strings with two decimals, `created` instead of `created_at`, and refund and dispute fields that were never used.
import type { TSchema } from 'typebox';
import { nullable } from '../reply.js';
import { Type } from '../shape/type.js';
import type { Change } from './change.js';

const Amount = Type.String({ description: 'In MXN, two decimals', examples: ['150.00'] });
const unused = { description: 'Not used' };

/** What records of that time and before had in common, whatever their amounts were. They must never use the current shapes. */
export function partsWith<Sum extends TSchema>(amount: Sum) {
  return {
    fee_details: Type.Object({
      amount,
      currency: Type.String(),
      type: Type.String(),
      application: Type.Null(),
      amount_refunded: amount,
      tax: amount,
      description: Type.String({ description: 'What the fee is for' }),
    }),
    exchange: Type.Object({
      rate: Type.Number(),
      request: Type.Integer(),
      origin_amount: amount,
      final_amount: amount,
      origin_currency: Type.String(),
      final_currency: Type.String(),
      exchange_id: Type.Null(),
    }),
    customer: Type.Object({
      customer_name: Type.String(),
      customer_email: Type.String(),
      customer_phone: nullable(Type.String()),
    }),
  };
}

/** Fields that were there and said nothing, but for one. */
export function unusedAround<Sum extends TSchema>(amount_refunded: Sum) {
  return {
    captured: Type.Literal(true, unused),
    failure_message: Type.Null(unused),
    failure_code: Type.Null(unused),
    amount_refunded,
    description: Type.Null(unused),
    dispute: Type.Null(unused),
  };
}

const { fee_details, exchange, customer } = partsWith(Amount);
const WebhookBody = Type.Object({
  id: Type.String(),
  short_id: Type.String(),
  type: Type.String(),
  object: Type.Literal('charge'),
  paid: Type.Boolean(),
  amount: Amount,
  livemode: Type.Boolean(),
  currency: Type.String(),
  refunded: Type.Boolean(),
  fee: Amount,
  fee_details,
  order_info: Type.Object({
    order_id: Type.String(),
    order_price: Amount,
    order_name: Type.String(),
    payment_method: Type.String(),
    store: Type.String(),
    country: Type.String(),
    image_url: nullable(Type.String()),
    success_url: nullable(Type.String()),
    failed_url: nullable(Type.String()),
    failure_url: nullable(Type.String()),
    exchange,
  }),
  customer,
  api_version: Type.String(),
  shortId: Type.Optional(Type.String()),
  status: Type.Optional(Type.String()),
  created: Type.String({ description: 'Epoch seconds' }),
  ...unusedAround(Amount),
});

type Info = {
  readonly order_price: number;
  readonly exchange: Readonly<Record<'origin_amount' | 'final_amount', number>>;
};
type Now = {
  readonly amount: number;
  readonly fee: number;
  readonly fee_details: Readonly<Record<'amount' | 'amount_refunded' | 'tax', number>>;
  readonly order_info: Info;
  readonly created_at: number;
};

/** What the fee is for, as text that libraries of that time show (D65, D91). */
export const FEE_DESCRIPTION = 'Comisión por el servicio de cobro';

export const change20170610 = {
  date: '2017-06-10',
  replies: {
    WebhookBody: {
      before: WebhookBody,
      from: {
        amount: (now: Now) => asText(now.amount),
        fee: (now: Now) => asText(now.fee),
        'fee_details.amount': (now: Now) => asText(now.fee_details.amount),
        'fee_details.amount_refunded': (now: Now) => asText(now.fee_details.amount_refunded),
        'fee_details.tax': (now: Now) => asText(now.fee_details.tax),
        'fee_details.description': () => FEE_DESCRIPTION,
        'order_info.order_price': (now: Now) => asText(now.order_info.order_price),
        'order_info.exchange.origin_amount': (now: Now) => asText(now.order_info.exchange.origin_amount),
        'order_info.exchange.final_amount': (now: Now) => asText(now.order_info.exchange.final_amount),
        created: (now: Now) => String(now.created_at),
        amount_refunded: (now: Now) => asText(now.fee_details.amount_refunded),
      },
    },
  },
  requests: {},
} as const satisfies Change;

/** 5.1 becomes "5.10". JSON amounts have at most two decimals. */
function asText(amount: number): string {
  const [whole = '0', decimals = ''] = String(amount).split('.');
  return `${whole}.${decimals.padEnd(2, '0')}`;
}
