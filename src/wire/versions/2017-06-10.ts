// 10/Jun/17: the webhook body became the current charge record (spec, Versioning 4). Earlier bodies have amounts as
// strings with two decimals, `created` instead of `created_at`, and refund and dispute fields that were never used.
import type { Static } from 'typebox';
import { nullable } from '../reply.js';
import { Type } from '../shape/type.js';
import type { Change } from './change.js';

const Amount = Type.String({ description: 'In MXN, two decimals', examples: ['150.00'] });
const unused = { description: 'Not used' };

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
  fee_details: Type.Object({
    amount: Amount,
    currency: Type.String(),
    type: Type.String(),
    application: Type.Null(),
    amount_refunded: Amount,
    tax: Amount,
    description: Type.String({ description: 'What the fee is for' }),
  }),
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
    exchange: Type.Object({
      rate: Type.Number(),
      request: Type.Integer(),
      origin_amount: Amount,
      final_amount: Amount,
      origin_currency: Type.String(),
      final_currency: Type.String(),
      exchange_id: Type.Null(),
    }),
  }),
  customer: Type.Object({
    customer_name: Type.String(),
    customer_email: Type.String(),
    customer_phone: nullable(Type.String()),
  }),
  api_version: Type.String(),
  shortId: Type.Optional(Type.String()),
  status: Type.Optional(Type.String()),
  created: Type.String({ description: 'Epoch seconds' }),
  captured: Type.Literal(true, unused),
  failure_message: Type.Null(unused),
  failure_code: Type.Null(unused),
  amount_refunded: Amount,
  description: Type.Null(unused),
  dispute: Type.Null(unused),
});

type Before = Static<typeof WebhookBody>;
type Info = Before['order_info'];

/** What of that day's body goes into the one before. */
type Now = Pick<Before, 'id' | 'short_id' | 'type' | 'object' | 'paid' | 'livemode' | 'currency' | 'refunded'> &
  Pick<Before, 'customer' | 'api_version' | 'shortId' | 'status'> & {
    readonly amount: number;
    readonly fee: number;
    readonly fee_details: Omit<InNumbers<Before['fee_details'], 'amount' | 'amount_refunded' | 'tax'>, 'description'>;
    readonly order_info: Omit<InNumbers<Info, 'order_price'>, 'exchange'> & {
      readonly exchange: InNumbers<Info['exchange'], 'origin_amount' | 'final_amount'>;
    };
    readonly created_at: number;
  };
type InNumbers<Part, Amounts extends keyof Part> = Omit<Part, Amounts> & Readonly<Record<Amounts, number>>;

/** What the fee is for, as text that libraries of that time show (D65, D91). */
export const FEE_DESCRIPTION = 'Comisión por el servicio de cobro';

export const change20170610 = {
  date: '2017-06-10',
  replies: { WebhookBody: { before: WebhookBody, undo: undoWebhookBody } },
  requests: {},
} as const satisfies Change;

function undoWebhookBody(now: Now): Before {
  const { fee_details: fee, order_info: info } = now;
  const { exchange } = info;
  const refunded = asText(fee.amount_refunded);
  return {
    id: now.id,
    short_id: now.short_id,
    type: now.type,
    object: now.object,
    paid: now.paid,
    amount: asText(now.amount),
    livemode: now.livemode,
    currency: now.currency,
    refunded: now.refunded,
    fee: asText(now.fee),
    fee_details: {
      amount: asText(fee.amount),
      currency: fee.currency,
      type: fee.type,
      application: fee.application,
      amount_refunded: refunded,
      tax: asText(fee.tax),
      description: FEE_DESCRIPTION,
    },
    order_info: {
      order_id: info.order_id,
      order_price: asText(info.order_price),
      order_name: info.order_name,
      payment_method: info.payment_method,
      store: info.store,
      country: info.country,
      image_url: info.image_url,
      success_url: info.success_url,
      failed_url: info.failed_url,
      failure_url: info.failure_url,
      exchange: {
        rate: exchange.rate,
        request: exchange.request,
        origin_amount: asText(exchange.origin_amount),
        final_amount: asText(exchange.final_amount),
        origin_currency: exchange.origin_currency,
        final_currency: exchange.final_currency,
        exchange_id: exchange.exchange_id,
      },
    },
    customer: now.customer,
    api_version: now.api_version,
    ...(now.shortId !== undefined && { shortId: now.shortId }),
    ...(now.status !== undefined && { status: now.status }),
    created: String(now.created_at),
    captured: true,
    failure_message: null,
    failure_code: null,
    amount_refunded: refunded,
    description: null,
    dispute: null,
  };
}

/** 5.1 becomes "5.10". JSON amounts have at most two decimals. */
function asText(amount: number): string {
  const [whole = '0', decimals = ''] = String(amount).split('.');
  return `${whole}.${decimals.padEnd(2, '0')}`;
}
