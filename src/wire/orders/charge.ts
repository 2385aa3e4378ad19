// The v1 charge (spec, "Charge (v1)"; D33) and lists of it, in the newest version.
import type { Static, TString } from 'typebox';
import { toSeconds } from '../../domain/base/clock.js';
import { formatOrderId } from '../../domain/base/identity.js';
import type { Language } from '../../domain/base/language.js';
import { isLive } from '../../domain/base/mode.js';
import { toJsonNumber } from '../../domain/base/money.js';
import { TYPE_OF_STATUS } from '../../domain/orders/event.js';
import { rateToNumber } from '../../domain/orders/exchange.js';
import { pointInstructions } from '../../domain/orders/instructions.js';
import { type Order, STATUSES } from '../../domain/orders/order.js';
import { DETAIL_NAMES, type DetailName } from '../../domain/points/kind.js';
import type { PointSnapshot } from '../../domain/points/payment-point.js';
import { type Audience, orderFor } from '../accounts/audience.js';
import { named, nullable } from '../reply.js';
import { Type } from '../shape/type.js';
import { listOf, listRequest } from './list.js';
import { chargeMoney, renderChargeMoney } from './order-money.js';

const API_VERSION = '1.1'; // D35

const FeeDetails = Type.Object(
  {
    amount: Type.Number({ description: 'The fee, in MXN' }),
    currency: Type.String({ description: 'Always `mxn`' }),
    type: Type.String({ description: 'The name of the service and `_fee`' }),
    application: Type.Null({ description: 'Not used' }),
    amount_refunded: Type.Number({ description: 'What was refunded of the charge so far, in MXN' }),
    tax: Type.Number({ description: 'IVA on the fee, in MXN' }),
  },
  { description: 'What the service costs you' },
);

const Exchange = Type.Object(
  {
    rate: Type.Number({ description: 'MXN per unit of `origin_currency`; 1 for MXN' }),
    request: Type.Integer({ description: 'When the rate was taken, epoch seconds' }),
    origin_amount: Type.Number({ description: 'What you asked for, in `origin_currency`' }),
    final_amount: Type.Number({ description: 'What the customer pays, in MXN' }),
    origin_currency: Type.String({ description: 'The currency of your price' }),
    final_currency: Type.String({ description: 'Always `MXN`' }),
    exchange_id: Type.Null({ description: 'Not used' }),
  },
  { description: 'How your price became pesos' },
);

const OrderInfo = Type.Object(
  {
    order_id: Type.String({ description: 'Your id of the order' }),
    order_price: Type.Number({ description: 'Your price, in the currency that you sent' }),
    order_name: Type.String({ description: 'What is paid for' }),
    payment_method: Type.String({ enum: ['cash', 'bank_deposit', 'spei', 'crypto'], description: 'How it is paid' }),
    store: Type.String({ description: 'Code of the payment point; `SPEI` for a v2 order' }),
    country: Type.String({ description: 'Always `MX`' }),
    image_url: nullable(Type.String(), { description: 'The image that you sent' }),
    success_url: nullable(Type.String(), { description: 'Where the customer goes after paying' }),
    failed_url: nullable(Type.String(), { description: 'Where the customer goes otherwise' }),
    failure_url: nullable(Type.String(), { description: 'The same as `failed_url`' }),
    exchange: Exchange,
  },
  { description: 'What is paid for, and where' },
);

/** All fields up to `api_version`. A created charge has its instructions before it, as in the samples. */
const firstFields = {
  id: Type.String({ description: '`ch_` and a UUID; the `id` of paths, in earlier texts `payment_id`' }),
  short_id: Type.String({ description: 'Folio of 8 upper-case hexadecimal characters' }),
  type: Type.String({ enum: Object.values(TYPE_OF_STATUS), description: 'Its state' }),
  object: Type.Literal('charge', { description: 'What this is' }),
  created_at: Type.Integer({ description: 'Epoch seconds' }),
  accepted_at: nullable(Type.Integer(), { description: 'When it was paid, epoch seconds' }),
  expires_at: Type.Integer({ description: 'Epoch seconds, or the unit that `expiration_time` came in' }),
  paid: Type.Boolean({ description: 'Whether the full amount is paid' }),
  amount: Type.Number({ description: 'What the customer pays, in MXN' }),
  livemode: Type.Boolean({ description: 'false for a test charge' }),
  currency: Type.String({ description: 'The currency of `amount`, always `mxn`' }),
  refunded: Type.Boolean({ description: 'Whether the full amount was refunded' }),
  fee: Type.Number({ description: 'The fee without its tax, in MXN' }),
  fee_details: FeeDetails,
  order_info: OrderInfo,
  customer: Type.Object(
    {
      customer_name: Type.String({ description: 'The name that you sent' }),
      customer_email: Type.String({ description: 'The e-mail address that you sent' }),
      customer_phone: nullable(Type.String(), { description: 'The telephone number that you sent' }),
    },
    { description: 'Who pays' },
  ),
};
const apiVersion = Type.String({ description: 'The version of the v1 record', examples: [API_VERSION] });

export const Charge = named(
  'Charge',
  { ...firstFields, api_version: apiVersion, ...chargeMoney },
  { description: 'A charge, as verify, cancel and lists show it. A v2 order has this view, too' },
);
export type Charge = Static<typeof Charge>;

export const Charges = listOf(Charge);

/** v1 lists the orders of both generations. A status may be given without `charge.` (D39). */
export const ChargeList = listRequest('ListCharges', {
  statuses: Object.fromEntries(
    STATUSES.flatMap((status) => [
      [TYPE_OF_STATUS[status], status],
      [TYPE_OF_STATUS[status].replace('charge.', ''), status],
    ]),
  ),
  shownStatuses: Object.values(TYPE_OF_STATUS),
  msPerUnit: 1000,
  method: null,
  orderId: '`order_id`',
});

/** What each of the details is. Those that a point does not need are "". */
const DETAILS: Readonly<Record<DetailName, string>> = {
  payment_amount: 'What to pay, two decimals',
  payment_store: 'Code of the payment point',
  amount: 'The same as `payment_amount`',
  store: 'The same as `payment_store`',
  bank_account_number: 'The card or account to pay to',
  company_reference_name: 'The name of the agreement',
  company_reference_number: 'The number of the agreement',
  company_bank_number: "The agreement's number at the bank",
  order_reference_number: 'The reference to tell at the till',
  bank_account_holder_name: 'Whose account it is',
  bank_reference: 'The reference to give at the bank',
  bank_name: 'The bank of the card or account',
};

const Instructions = Type.Object(
  {
    description: Type.String({ description: 'How to pay, in one sentence' }),
    step_1: Type.String({ description: 'What the customer does first' }),
    step_2: Type.String({ description: 'What the customer does next' }),
    step_3: Type.String({ description: 'What the customer does last' }),
    // This spelling is in the specification.
    note_extra_comition: Type.String({ description: 'What the point charges the customer' }),
    note_expiration_date: Type.String({ description: 'Until when it can be paid' }),
    note_confirmation: Type.String({ description: 'When the payment is confirmed' }),
    details: Type.Object(
      Object.fromEntries(DETAIL_NAMES.map((name) => [name, Type.String({ description: DETAILS[name] })])) as Record<
        DetailName,
        TString
      >,
      { description: 'The same as single values; "" where the point needs none' },
    ),
  },
  { description: 'What to show the customer, in Spanish or English' },
);

export const CreatedCharge = named(
  'CreatedCharge',
  { ...firstFields, instructions: Instructions, api_version: apiVersion, ...chargeMoney },
  { description: 'A new charge, with what its customer has to do' },
);
export type CreatedCharge = Static<typeof CreatedCharge>;

/** The charge as verify, cancel, refund and lists show it. SPEI orders have this view, too (D34). */
export function renderCharge(order: Order, audience: Audience): Charge {
  const shown = orderFor(order, audience);
  return Object.assign(renderChargeUntilVersion(shown, audience.serviceName), renderChargeMoney(shown));
}

/** The same without what arrived for the order, for webhooks, which have other fields before that. */
export function renderChargeUntilVersion(order: Order, serviceName: string): Omit<Charge, keyof typeof chargeMoney> {
  return Object.assign(renderFirstFields(order, serviceName), { api_version: API_VERSION });
}

export function renderCreatedCharge(order: Order, serviceName: string, language: Language): CreatedCharge {
  const instructions = renderInstructions(order, language);
  return Object.assign(
    renderFirstFields(order, serviceName),
    { instructions, api_version: API_VERSION },
    renderChargeMoney(order),
  );
}

/** Without the last fields. Adding them is fast; removing them or copying all the others costs as much as rendering. */
function renderFirstFields(order: Order, serviceName: string): Omit<Charge, 'api_version' | keyof typeof chargeMoney> {
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
