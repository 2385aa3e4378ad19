// The v2 order (spec, "Order (v2)"; D30, D31), lists of it, and its envelope, in the newest version.
import type { Static } from 'typebox';
import { formatOrderId } from '../../domain/base/identity.js';
import type { Language } from '../../domain/base/language.js';
import { toJsonNumber } from '../../domain/base/money.js';
import { rateToNumber } from '../../domain/orders/exchange.js';
import { speiSteps } from '../../domain/orders/instructions.js';
import { type Order, outstandingOf, STATUSES, type Status } from '../../domain/orders/order.js';
import { type Audience, orderFor } from '../accounts/audience.js';
import { named, oneOf, refTo } from '../reply.js';
import { Type } from '../shape/type.js';
import { listOf, listRequest } from './list.js';
import { orderMoneyV2 } from './order-money.js';

export const API_VERSION = '2.0.0'; // D35

export const STATUS_WORDS: Readonly<Record<Status, string>> = {
  pending: 'PENDING',
  paid: 'ACCEPTED',
  expired: 'EXPIRED',
  canceled: 'CANCELED',
};

const Step = Type.Object({
  step: Type.Integer({ description: '1, 2, 3' }),
  description: Type.String({ description: 'What the customer does' }),
});

export const OrderRecord = named(
  'Order',
  {
    id: Type.String({ description: '`ch_` and a UUID', examples: ['ch_01a1dd30-cb7f-76ed-9c59-3b4e7f3b3ffc'] }),
    shortId: Type.String({ description: 'Folio of 8 upper-case hexadecimal characters', examples: ['8C42E034'] }),
    product: Type.Object(
      {
        id: Type.String({ description: 'Your id of the product or order' }),
        price: Type.Number({ description: 'Your price, in `currency`' }),
        name: Type.String({ description: 'What is paid for' }),
        currency: Type.String({ description: 'MXN, USD, EUR or GBP' }),
      },
      { description: 'What is paid for' },
    ),
    customer: Type.Object(
      {
        name: Type.String({ description: 'Masked for a public key' }),
        email: Type.String({ description: 'Masked for a public key' }),
      },
      { description: 'Who pays' },
    ),
    payment: Type.Object(
      {
        type: Type.Literal('SPEI', { description: 'How it is paid' }),
        fee: Type.Number({ description: 'Fee in MXN' }),
        iva: Type.Number({ description: 'Tax on the fee in MXN' }),
        clabe: Type.String({ description: 'The account to transfer to, 18 digits', examples: ['000000880179333187'] }),
        instructions: Type.Array(Step, { description: 'What to show the customer, in Spanish or English' }),
      },
      { description: 'How to pay' },
    ),
    status: Type.String({ enum: Object.values(STATUS_WORDS), description: 'Its state' }),
    testMode: Type.Boolean({ description: 'true for a test order' }),
    exchange: Type.Object(
      {
        rate: Type.Number({ description: 'MXN per unit of originCurrency' }),
        finalAmount: Type.Number({ description: 'What the customer pays, in MXN' }),
        originAmount: Type.Number({ description: 'Your price, in originCurrency' }),
        finalCurrency: Type.String({ description: 'Always `MXN`' }),
        originCurrency: Type.String({ description: 'The currency of your price' }),
      },
      { description: 'How your price became pesos' },
    ),
    extras: Type.Record(Type.String(), Type.Unknown(), { description: 'What you sent; empty for a public key' }),
    api: Type.Object(
      {
        name: Type.String({ description: 'The name of the service' }),
        version: Type.String({ description: 'The version of the v2 record' }),
      },
      { description: 'Who answers' },
    ),
    createdAt: Type.Integer({ description: 'Epoch milliseconds' }),
    updatedAt: Type.Integer({ description: 'Epoch milliseconds' }),
    expiresAt: Type.Integer({ description: 'Epoch milliseconds' }),
    ...orderMoneyV2,
  },
  { description: 'An order that is paid by SPEI transfer' },
);
export type OrderRecord = Static<typeof OrderRecord>;

export const Orders = listOf(OrderRecord);

export const OrderList = listRequest('ListOrders', {
  statuses: Object.fromEntries(STATUSES.map((status) => [STATUS_WORDS[status], status])),
  msPerUnit: 1,
  method: 'spei',
  orderId: '`product.id`',
});

/** The order as its audience sees it. */
export function renderOrder(made: Order, audience: Audience, language: Language): OrderRecord {
  const order = orderFor(made, audience);
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
      instructions: speiSteps(clabe, order.amount, language),
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
    api: { name: audience.serviceName, version: API_VERSION },
    createdAt: order.createdAt,
    updatedAt: order.updatedAt,
    expiresAt: order.expiry.at,
    received: toJsonNumber(order.received),
    outstanding: toJsonNumber(outstandingOf(order)),
    surplus: toJsonNumber(order.surplus),
    held: toJsonNumber(order.held),
    refunded: toJsonNumber(order.refunded),
  };
}

/** The envelope that existing shop plugins expect around a record (D30). */
const envelopeFields = {
  object: oneOf(['orders.create', 'orders.verify'], { description: 'What was done' }),
  code: Type.Literal(200, { description: 'The HTTP status' }),
  status: Type.Literal('success', { description: 'It worked' }),
  message: oneOf(['success.create', 'success.verify'], { description: 'What was done' }),
  request: Type.Integer({ description: 'When you asked, epoch milliseconds' }),
  url: Type.String({ description: 'The path that you asked' }),
};
export const OrderEnvelope = named(
  'OrderEnvelope',
  { ...envelopeFields, data: refTo(OrderRecord) },
  { description: 'An order as accounts with an orders envelope get it' },
);

export function wrapInEnvelope<Data>(
  data: Data,
  call: { readonly verb: 'create' | 'verify'; readonly at: number; readonly url: string },
): Omit<Static<typeof OrderEnvelope>, 'data'> & { data: Data } {
  return {
    object: `orders.${call.verb}`,
    code: 200,
    status: 'success',
    message: `success.${call.verb}`,
    request: call.at,
    url: call.url,
    data,
  };
}
