// API reference of the lists of payments and refunds.
import type { TSchema } from 'typebox';
import { listOf } from '../wire/list.js';
import { OfOrderList, OrderPayment, PaymentList, PaymentRecord } from '../wire/payment.js';
import { OrderRefund, RefundList, RefundRecord } from '../wire/refund.js';
import { refTo } from '../wire/reply.js';
import { Type } from '../wire/shape/type.js';
import { errorReplies } from './schemas.js';

const security = [{ apiKey: [] }];
const description = 'Needs the private key.';
const newestFirst = `Newest first. ${description}`;

export const payments = {
  tags: ['Payments'],
  security,
  summary: 'List payments',
  description: `Newest first: everything that arrived for the account, whatever became of it. ${description}`,
  querystring: PaymentList.schema,
  response: { 200: listOf(PaymentRecord), ...errorReplies(400, 401, 403, 429, 503) },
};

export const payment = {
  tags: ['Payments'],
  security,
  summary: 'Read a payment',
  description,
  params: Type.Object({ id: Type.String({ description: 'The payment id' }) }),
  response: { 200: refTo(PaymentRecord, { description: 'The payment' }), ...errorReplies(401, 403, 404, 429, 503) },
};

export const refunds = {
  tags: ['Refunds'],
  security,
  summary: 'List refunds',
  description: newestFirst,
  querystring: RefundList.schema,
  response: { 200: listOf(RefundRecord), ...errorReplies(400, 401, 403, 429, 503) },
};

export const refund = {
  tags: ['Refunds'],
  security,
  summary: 'Read a refund',
  description,
  params: Type.Object({ id: Type.String({ description: 'The refund id' }) }),
  response: { 200: refTo(RefundRecord, { description: 'The refund' }), ...errorReplies(401, 403, 404, 429, 503) },
};

const ofOne = (tag: string, params: TSchema, summary: string, list: TSchema) => ({
  tags: [tag],
  security,
  summary,
  description: newestFirst,
  params,
  querystring: OfOrderList.schema,
  response: { 200: list, ...errorReplies(400, 401, 403, 404, 429, 503) },
});

const chargeParams = Type.Object({ payment_id: Type.String({ description: 'The charge id' }) });
const orderParams = Type.Object({ id: Type.String({ description: 'The order id' }) });

export const ofCharge = {
  payments: ofOne('Charges (v1)', chargeParams, 'List the payments of a charge', listOf(PaymentRecord)),
  refunds: ofOne('Charges (v1)', chargeParams, 'List the refunds of a charge', listOf(RefundRecord)),
};

export const ofOrder = {
  payments: ofOne('Orders (v2)', orderParams, 'List the payments of an order', listOf(OrderPayment)),
  refunds: ofOne('Orders (v2)', orderParams, 'List the refunds of an order', listOf(OrderRefund)),
};
