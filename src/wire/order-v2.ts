// The v2 order as merchants send and see it (spec, "Order (v2)"; D30, D31). The only place that knows these names.
import { type Static, Type } from 'typebox';
import { rateToNumber } from '../domain/exchange.js';
import { formatOrderId } from '../domain/identity.js';
import { speiSteps } from '../domain/instructions.js';
import type { Language } from '../domain/language.js';
import type { Expiry } from '../domain/lifetime.js';
import { CURRENCIES, toJsonNumber } from '../domain/money.js';
import type { Order, OrderDraft, Status } from '../domain/order.js';
import { type JsonObject, LONG, readFields } from './fields.js';
import type { ListDialect } from './list.js';

export const API_VERSION = '2.0.0'; // D35

export const STATUS_WORDS: Readonly<Record<Status, string>> = {
  pending: 'PENDING',
  paid: 'ACCEPTED',
  expired: 'EXPIRED',
  canceled: 'CANCELED',
};

export const listDialect: ListDialect = {
  statuses: { PENDING: 'pending', ACCEPTED: 'paid', EXPIRED: 'expired', CANCELED: 'canceled' },
  msPerUnit: 1,
  method: 'spei',
};

/** Reads a create-order body; every fault at once. */
export function readCreateOrder(body: JsonObject, now: number): OrderDraft {
  const fields = readFields(body);
  const product = fields.object('product');
  const customer = fields.object('customer');
  const payment = fields.object('payment');
  const draft: OrderDraft = {
    point: null,
    product: { id: product.text('id'), name: product.text('name'), imageUrl: product.optionalText('url', LONG) },
    price: { amount: product.price('price'), currency: product.choice('currency', CURRENCIES, 'MXN') },
    customer: {
      id: customer.optionalText('id'),
      name: customer.text('name'),
      email: customer.email('email'),
      phone: customer.optionalText('phone'),
    },
    extras: fields.freeForm('extras', { keys: 50, bytes: 8192 }),
    returnUrls: { success: null, failure: null },
    testClockId: null,
    // Its charge picture tells the time in seconds, whatever it came in.
    expiry: inSeconds(fields.expiry('expiresAt', now)),
  };
  payment.choice('type', ['SPEI'], 'SPEI');
  fields.finish();
  return draft;
}

function inSeconds(expiry: Expiry | null): Expiry | null {
  return expiry === null ? null : { at: expiry.at, unit: 's' };
}

const Step = Type.Object({ step: Type.Integer(), description: Type.String() });

export const OrderRecord = Type.Object(
  {
    id: Type.String({ description: '`ch_` and a UUID', examples: ['ch_01a1dd30-cb7f-76ed-9c59-3b4e7f3b3ffc'] }),
    shortId: Type.String({ description: 'Folio of 8 upper-case hexadecimal characters', examples: ['8C42E034'] }),
    product: Type.Object({ id: Type.String(), price: Type.Number(), name: Type.String(), currency: Type.String() }),
    customer: Type.Object({ name: Type.String(), email: Type.String() }),
    payment: Type.Object({
      type: Type.Literal('SPEI'),
      fee: Type.Number({ description: 'Fee in MXN' }),
      iva: Type.Number({ description: 'Tax on the fee in MXN' }),
      clabe: Type.String({ description: 'The account to transfer to, 18 digits', examples: ['000000880179333187'] }),
      instructions: Type.Array(Step),
    }),
    status: Type.String({ description: Object.values(STATUS_WORDS).join(', ') }),
    testMode: Type.Boolean(),
    exchange: Type.Object({
      rate: Type.Number({ description: 'MXN per unit of originCurrency' }),
      finalAmount: Type.Number({ description: 'What the customer pays, in MXN' }),
      originAmount: Type.Number(),
      finalCurrency: Type.String(),
      originCurrency: Type.String(),
    }),
    extras: Type.Record(Type.String(), Type.Unknown()),
    api: Type.Object({ name: Type.String(), version: Type.String() }),
    createdAt: Type.Integer({ description: 'Epoch milliseconds' }),
    updatedAt: Type.Integer({ description: 'Epoch milliseconds' }),
    expiresAt: Type.Integer({ description: 'Epoch milliseconds' }),
  },
  { $id: 'Order', title: 'Order' },
);

export function renderOrder(
  order: Order,
  options: { serviceName: string; language: Language },
): Static<typeof OrderRecord> {
  const clabe = order.clabe ?? '';
  return {
    id: formatOrderId(order.uuid),
    shortId: order.folio,
    product: {
      id: order.product.id,
      price: toJsonNumber(order.price.amount),
      name: order.product.name,
      currency: order.price.currency,
    },
    customer: { name: order.customer.name, email: order.customer.email },
    payment: {
      type: 'SPEI',
      fee: toJsonNumber(order.fee.amount),
      iva: toJsonNumber(order.fee.iva),
      clabe,
      instructions: speiSteps(clabe, order.amount, options.language),
    },
    status: STATUS_WORDS[order.status],
    testMode: order.scope.mode === 'test',
    exchange: {
      rate: rateToNumber(order.rate.millionths),
      finalAmount: toJsonNumber(order.amount),
      originAmount: toJsonNumber(order.price.amount),
      finalCurrency: 'MXN',
      originCurrency: order.price.currency,
    },
    extras: order.extras,
    api: { name: options.serviceName, version: API_VERSION },
    createdAt: order.createdAt,
    updatedAt: order.updatedAt,
    expiresAt: order.expiry.at,
  };
}

/** The dress that existing shop plugins expect around a record (D30). */
export function wrapInEnvelope(record: unknown, call: { verb: 'create' | 'verify'; at: number; url: string }): unknown {
  return {
    object: `orders.${call.verb}`,
    code: 200,
    status: 'success',
    message: `success.${call.verb}`,
    request: call.at,
    url: call.url,
    data: record,
  };
}

const Optional = <T extends Parameters<typeof Type.Optional>[0]>(schema: T) =>
  Type.Optional(Type.Union([schema, Type.Null()]));
const ShortText = Type.String({ minLength: 1, maxLength: 255 });

/** For the API reference. The reading itself is `readCreateOrder`: its leniency and its two languages need code. */
export const CreateOrderBody = Type.Object(
  {
    product: Type.Object({
      id: ShortText,
      price: Type.Union([Type.Number(), Type.String()], {
        description: 'At most two decimals, at most 9,999,999.99; a number or a numeric string',
        examples: [150, '123.45'],
      }),
      name: ShortText,
      url: Optional(Type.String({ maxLength: 2048, description: 'Product image' })),
      currency: Optional(Type.String({ enum: [...CURRENCIES], default: 'MXN' })),
    }),
    customer: Type.Object({
      name: ShortText,
      email: ShortText,
      phone: Optional(Type.String()),
      id: Optional(
        Type.String({ description: 'Your own id of the customer: the same one pays to the same CLABE every time' }),
      ),
    }),
    payment: Type.Object({ type: Optional(Type.String({ enum: ['SPEI'], default: 'SPEI' })) }),
    extras: Optional(Type.Record(Type.String(), Type.Unknown(), { description: 'Up to 50 keys and 8 KiB; echoed' })),
    expiresAt: Optional(
      Type.Union([Type.Integer(), Type.String()], {
        description: 'Epoch milliseconds or seconds, at most 30 days ahead',
      }),
    ),
  },
  {
    $id: 'CreateOrder',
    title: 'CreateOrder',
    examples: [
      {
        product: { id: 'SMG-1', price: 150, name: 'Funda' },
        customer: { name: 'Ana Robles', email: 'ana@example.com' },
        payment: { type: 'SPEI' },
      },
    ],
  },
);
