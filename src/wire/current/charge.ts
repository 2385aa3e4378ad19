// The v1 charge in its newest version (spec, "Charge (v1)"; D33). Only charge-v1.ts and webhook-body.ts may render it:
// they use versions/ to turn it into what earlier accounts see.
import type { Static, TString } from 'typebox';
import { toSeconds } from '../../domain/clock.js';
import { TYPE_OF_STATUS } from '../../domain/event.js';
import { rateToNumber } from '../../domain/exchange.js';
import { formatOrderId } from '../../domain/identity.js';
import { pointInstructions } from '../../domain/instructions.js';
import type { Language } from '../../domain/language.js';
import { isLive } from '../../domain/mode.js';
import { toJsonNumber } from '../../domain/money.js';
import type { Order } from '../../domain/order.js';
import type { PointSnapshot } from '../../domain/payment-point.js';
import { DETAIL_NAMES, type DetailName } from '../../domain/points/kind.js';
import { orderMoney, renderOrderMoney } from '../order-money.js';
import { named, nullable } from '../reply.js';
import { Type } from '../shape/type.js';

const API_VERSION = '1.1'; // D35

const FeeDetails = Type.Object({
  amount: Type.Number(),
  currency: Type.String(),
  type: Type.String(),
  application: Type.Null(),
  amount_refunded: Type.Number(),
  tax: Type.Number(),
});

const Exchange = Type.Object({
  rate: Type.Number(),
  request: Type.Integer({ description: 'When the rate was taken, epoch seconds' }),
  origin_amount: Type.Number(),
  final_amount: Type.Number(),
  origin_currency: Type.String(),
  final_currency: Type.String(),
  exchange_id: Type.Null(),
});

const OrderInfo = Type.Object({
  order_id: Type.String(),
  order_price: Type.Number(),
  order_name: Type.String(),
  payment_method: Type.String({ description: 'cash, bank_deposit, spei or crypto' }),
  store: Type.String({ description: 'Code of the payment point' }),
  country: Type.String(),
  image_url: nullable(Type.String()),
  success_url: nullable(Type.String()),
  failed_url: nullable(Type.String()),
  failure_url: nullable(Type.String()),
  exchange: Exchange,
});

/** All fields up to `api_version`. A created charge has its instructions before it, as in the samples. */
const firstFields = {
  id: Type.String({ description: '`ch_` and a UUID; the `payment_id` of paths' }),
  short_id: Type.String({ description: 'Folio of 8 upper-case hexadecimal characters' }),
  type: Type.String({ description: Object.values(TYPE_OF_STATUS).join(', ') }),
  object: Type.Literal('charge'),
  created_at: Type.Integer({ description: 'Epoch seconds' }),
  accepted_at: nullable(Type.Integer({ description: 'Epoch seconds' })),
  expires_at: Type.Integer({ description: 'Epoch seconds, or the unit that `expiration_time` came in' }),
  paid: Type.Boolean(),
  amount: Type.Number({ description: 'What the customer pays, in MXN' }),
  livemode: Type.Boolean(),
  currency: Type.String(),
  refunded: Type.Boolean(),
  fee: Type.Number(),
  fee_details: FeeDetails,
  order_info: OrderInfo,
  customer: Type.Object({
    customer_name: Type.String(),
    customer_email: Type.String(),
    customer_phone: nullable(Type.String()),
  }),
};
const apiVersion = Type.String({ examples: [API_VERSION] });

export const Charge = named('Charge', { ...firstFields, api_version: apiVersion, ...orderMoney });
export type Charge = Static<typeof Charge>;

const Instructions = Type.Object({
  description: Type.String(),
  step_1: Type.String(),
  step_2: Type.String(),
  step_3: Type.String(),
  note_extra_comition: Type.String(), // this spelling is in the specification
  note_expiration_date: Type.String(),
  note_confirmation: Type.String(),
  details: Type.Object(
    Object.fromEntries(DETAIL_NAMES.map((name) => [name, Type.String()])) as Record<DetailName, TString>,
  ),
});

export const CreatedCharge = named('CreatedCharge', {
  ...firstFields,
  instructions: Instructions,
  api_version: apiVersion,
  ...orderMoney,
});
export type CreatedCharge = Static<typeof CreatedCharge>;

/** The charge view of an order, for verify. SPEI orders have one too (D34). */
export function renderCurrentCharge(order: Order, serviceName: string): Charge {
  return Object.assign(renderChargeUntilVersion(order, serviceName), renderOrderMoney(order));
}

/** The same without what arrived for the order, for webhooks, which have other fields before that. */
export function renderChargeUntilVersion(order: Order, serviceName: string): Omit<Charge, keyof typeof orderMoney> {
  return Object.assign(renderFirstFields(order, serviceName), { api_version: API_VERSION });
}

export function renderCurrentCreatedCharge(order: Order, serviceName: string, language: Language): CreatedCharge {
  const instructions = renderInstructions(order, language);
  return Object.assign(
    renderFirstFields(order, serviceName),
    { instructions, api_version: API_VERSION },
    renderOrderMoney(order),
  );
}

/** Without the last fields. Adding them is fast; removing them or copying all the others costs as much as rendering. */
function renderFirstFields(order: Order, serviceName: string): Omit<Charge, 'api_version' | keyof typeof orderMoney> {
  const fee = toJsonNumber(order.fee.amount);
  return {
    id: formatOrderId(order.uuid),
    short_id: order.folio,
    type: TYPE_OF_STATUS[order.status],
    object: 'charge',
    created_at: toSeconds(order.createdAt),
    accepted_at: order.acceptedAt === null ? null : toSeconds(order.acceptedAt),
    expires_at: order.expiry.unit === 'ms' ? order.expiry.at : toSeconds(order.expiry.at), // D27
    paid: order.status === 'paid',
    amount: toJsonNumber(order.amount),
    livemode: isLive(order.scope.mode),
    currency: 'mxn',
    refunded: order.refunded > 0n && order.refunded === order.amount,
    fee,
    fee_details: {
      amount: fee,
      currency: 'mxn',
      type: `${serviceName}_fee`,
      application: null,
      amount_refunded: toJsonNumber(order.refunded),
      tax: toJsonNumber(order.fee.iva),
    },
    order_info: {
      order_id: order.product.id,
      order_price: toJsonNumber(order.price.amount),
      order_name: order.product.name,
      payment_method: order.method,
      store: order.point?.code ?? 'SPEI',
      country: 'MX',
      image_url: order.product.imageUrl,
      success_url: order.returnUrls.success,
      failed_url: order.returnUrls.failure,
      failure_url: order.returnUrls.failure,
      exchange: {
        rate: rateToNumber(order.rate.millionths),
        request: toSeconds(order.rate.takenAt),
        origin_amount: toJsonNumber(order.price.amount),
        final_amount: toJsonNumber(order.amount),
        origin_currency: order.price.currency,
        final_currency: 'MXN',
        exchange_id: null,
      },
    },
    customer: {
      customer_name: order.customer.name,
      customer_email: order.customer.email,
      customer_phone: order.customer.phone,
    },
  };
}

function renderInstructions(order: Order, language: Language): Static<typeof Instructions> {
  if (!hasPoint(order)) throw new Error(`order ${order.uuid} has no payment point`);
  const texts = pointInstructions(order, language);
  return {
    description: texts.description,
    step_1: texts.steps[0],
    step_2: texts.steps[1],
    step_3: texts.steps[2],
    note_extra_comition: texts.noteExtraCommission,
    note_expiration_date: texts.noteExpirationDate,
    note_confirmation: texts.noteConfirmation,
    details: texts.details,
  };
}

function hasPoint(order: Order): order is Order & { readonly point: PointSnapshot } {
  return order.point !== null;
}
