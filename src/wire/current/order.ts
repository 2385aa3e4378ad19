// The v2 order in its newest version (spec, "Order (v2)"; D31). Only order-v2.ts may render it: it uses versions/ to turn
// it into what earlier accounts see.
import type { Static } from 'typebox';
import { rateToNumber } from '../../domain/exchange.js';
import { formatOrderId } from '../../domain/identity.js';
import { speiSteps } from '../../domain/instructions.js';
import type { Language } from '../../domain/language.js';
import { toJsonNumber } from '../../domain/money.js';
import { type Order, outstandingOf, type Status } from '../../domain/order.js';
import { orderMoney } from '../order-money.js';
import { named } from '../reply.js';
import { Type } from '../shape/type.js';

export const API_VERSION = '2.0.0'; // D35

export const STATUS_WORDS: Readonly<Record<Status, string>> = {
  pending: 'PENDING',
  paid: 'ACCEPTED',
  expired: 'EXPIRED',
  canceled: 'CANCELED',
};

const Step = Type.Object({ step: Type.Integer(), description: Type.String() });

export const OrderRecord = named('Order', {
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
  ...orderMoney,
});
export type OrderRecord = Static<typeof OrderRecord>;

/** The order in the newest version. */
export function renderCurrentOrder(
  order: Order,
  options: { readonly serviceName: string; readonly language: Language },
): OrderRecord {
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
    received: toJsonNumber(order.received),
    outstanding: toJsonNumber(outstandingOf(order)),
    surplus: toJsonNumber(order.surplus),
    held: toJsonNumber(order.held),
  };
}
