// The v1 charge as merchants send and see it (spec, "Charge (v1)"; D32, D33). The only place that knows these names.
// Shapes are the current ones; wire/changes undoes what is newer than an account.

import { type Static, Type } from 'typebox';
import { toSeconds } from '../domain/clock.js';
import { rateToNumber } from '../domain/exchange.js';
import { formatOrderId } from '../domain/identity.js';
import { pointInstructions } from '../domain/instructions.js';
import type { Language } from '../domain/language.js';
import { isLive, type Mode } from '../domain/mode.js';
import { CURRENCIES, toJsonNumber } from '../domain/money.js';
import type { Order, OrderDraft, Status } from '../domain/order.js';
import { isUsable, type PaymentPoint, type PointSnapshot } from '../domain/payment-point.js';
import { type JsonObject, LONG, readFields } from './fields.js';
import type { ListDialect } from './list.js';

export const API_VERSION = '1.1'; // D35

const TYPES: Readonly<Record<Status, string>> = {
  pending: 'charge.pending',
  paid: 'charge.success',
  expired: 'charge.expired',
  canceled: 'charge.canceled',
};

/** v1 lists orders of both generations; a status may stand without `charge.` (D39). */
export const listDialect: ListDialect = {
  statuses: Object.fromEntries(
    (Object.entries(TYPES) as [Status, string][]).flatMap(([status, type]) => [
      [type, status],
      [type.replace('charge.', ''), status],
    ]),
  ),
  msPerUnit: 1000,
  method: null,
};

/** Reads a create-charge body in today's or the earlier names; every fault at once. */
export function readCreateCharge(
  body: JsonObject,
  context: { readonly now: number; readonly mode: Mode; findPoint(code: string): PaymentPoint | undefined },
): OrderDraft {
  const fields = readFields(withCurrentNames(body));
  const code = fields.text('payment_type');
  const point = context.findPoint(code);
  if (fields.isFine('payment_type')) {
    if (point === undefined) fields.fault('payment_type', 'unknown_payment_point');
    else if (!isUsable(point, context.mode)) fields.fault('payment_type', 'inactive_payment_point');
  }
  const draft: OrderDraft = {
    point: point ?? null,
    product: {
      id: fields.textOrNumber('order_id'),
      name: fields.text('order_name'),
      imageUrl: fields.optionalText('image_url', LONG),
    },
    price: { amount: fields.price('order_price'), currency: fields.choice('currency', CURRENCIES, 'MXN') },
    customer: {
      id: null,
      name: fields.text('customer_name'),
      email: fields.email('customer_email'),
      phone: fields.optionalTextOrNumber('customer_phone'),
    },
    extras: {},
    testClockId: null,
    returnUrls: {
      success: fields.optionalText('success_url', LONG),
      failure: fields.optionalText('failed_url', LONG) ?? fields.optionalText('failure_url', LONG),
    },
    expiry: fields.expiry('expiration_time', context.now),
  };
  fields.finish();
  return draft;
}

const EARLIER_NAMES = [
  ['order_id', 'product_id'],
  ['order_price', 'product_price'],
  ['order_name', 'product_name'],
] as const;

/** Before 16/Jun/15 the fields were called `product_*`; both are accepted from every account (D32). */
function withCurrentNames(body: JsonObject): JsonObject {
  let given = body;
  for (const [name, earlier] of EARLIER_NAMES) {
    if ((body[name] ?? null) === null && Object.hasOwn(body, earlier)) given = { ...given, [name]: body[earlier] };
  }
  return given;
}

const Nullable = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

const Exchange = Type.Object({
  rate: Type.Number(),
  request: Type.Integer({ description: 'When the rate was taken, epoch seconds' }),
  origin_amount: Type.Number(),
  final_amount: Type.Number(),
  origin_currency: Type.String(),
  final_currency: Type.String(),
  exchange_id: Type.Null(),
});

const chargeFields = {
  id: Type.String({ description: '`ch_` and a UUID; the `payment_id` of paths' }),
  short_id: Type.String({ description: 'Folio of 8 upper-case hexadecimal characters' }),
  type: Type.String({ description: Object.values(TYPES).join(', ') }),
  object: Type.Literal('charge'),
  created_at: Type.Integer({ description: 'Epoch seconds' }),
  accepted_at: Nullable(Type.Integer({ description: 'Epoch seconds' })),
  expires_at: Type.Integer({ description: 'Epoch seconds, or the unit that `expiration_time` came in' }),
  paid: Type.Boolean(),
  amount: Type.Number({ description: 'What the customer pays, in MXN' }),
  livemode: Type.Boolean(),
  currency: Type.String(),
  refunded: Type.Boolean(),
  fee: Type.Number(),
  fee_details: Type.Object({
    amount: Type.Number(),
    currency: Type.String(),
    type: Type.String(),
    application: Type.Null(),
    amount_refunded: Type.Number(),
    tax: Type.Number(),
  }),
  order_info: Type.Object({
    order_id: Type.String(),
    order_price: Type.Number(),
    order_name: Type.String(),
    payment_method: Type.String({ description: 'cash, bank_deposit, spei or crypto' }),
    store: Type.String({ description: 'Code of the payment point' }),
    country: Type.String(),
    image_url: Nullable(Type.String()),
    success_url: Nullable(Type.String()),
    failed_url: Nullable(Type.String()),
    failure_url: Nullable(Type.String()),
    exchange: Exchange,
  }),
  customer: Type.Object({
    customer_name: Type.String(),
    customer_email: Type.String(),
    customer_phone: Nullable(Type.String()),
  }),
  api_version: Type.String(),
};

export const ChargeRecord = Type.Object(chargeFields, { $id: 'Charge', title: 'Charge' });

export type Charge = Static<typeof ChargeRecord>;

/** The charge picture of an order, as verify and notices show it. SPEI orders have one, too (D34). */
export function renderCharge(order: Order, serviceName: string): Charge {
  return Object.assign(renderFields(order, serviceName), { api_version: API_VERSION });
}

/** Without the last field: adding it is quick, while taking it off or copying all but it costs as much as the whole. */
function renderFields(order: Order, serviceName: string): Omit<Charge, 'api_version'> {
  const fee = toJsonNumber(order.fee.amount);
  return {
    id: formatOrderId(order.uuid),
    short_id: order.folio,
    type: TYPES[order.status],
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

/** `instructions` of a create answer; its place is before `api_version`, as in the samples. */
export function renderCreatedCharge(
  order: Order,
  serviceName: string,
  language: Language,
): Charge & { instructions: object } {
  const instructions = renderInstructions(order, language);
  return Object.assign(renderFields(order, serviceName), { instructions, api_version: API_VERSION });
}

function renderInstructions(order: Order, language: Language): object {
  if (!hasPoint(order)) throw new Error(`order ${order.uuid} has no payment point`);
  const texts = pointInstructions(order, language);
  return {
    description: texts.description,
    step_1: texts.steps[0],
    step_2: texts.steps[1],
    step_3: texts.steps[2],
    note_extra_comition: texts.noteExtraCommission, // spelled so by the specification
    note_expiration_date: texts.noteExpirationDate,
    note_confirmation: texts.noteConfirmation,
    details: texts.details,
  };
}

function hasPoint(order: Order): order is Order & { readonly point: PointSnapshot } {
  return order.point !== null;
}
