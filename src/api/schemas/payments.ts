// API reference of the lists of payments and refunds.
import type { TSchema } from 'typebox';
import { OfOrderList, OrderPayments, PaymentList, PaymentRecord, Payments } from '../../wire/money/payment.js';
import { OrderRefunds, RefundList, RefundRecord, Refunds } from '../../wire/money/refund.js';
import { refTo } from '../../wire/reply.js';
import { idOf } from './schemas.js';

const description = 'Needs the private key.';
const newestFirst = `Newest first. ${description}`;
const page = { description: 'One page' };

export const payments = {
  tags: ['Payments'],
  operationId: 'listPayments',
  summary: 'List payments',
  description: `Newest first: everything that arrived for the account, whatever became of it. ${description}`,
  querystring: PaymentList.schema,
  response: { 200: refTo(Payments, page) },
};

export const payment = {
  tags: ['Payments'],
  operationId: 'getPayment',
  summary: 'Read a payment',
  description,
  params: idOf('id', 'The payment id'),
  response: { 200: refTo(PaymentRecord, { description: 'The payment' }) },
};

export const refunds = {
  tags: ['Refunds'],
  operationId: 'listRefunds',
  summary: 'List refunds',
  description: newestFirst,
  querystring: RefundList.schema,
  response: { 200: refTo(Refunds, page) },
};

export const refund = {
  tags: ['Refunds'],
  operationId: 'getRefund',
  summary: 'Read a refund',
  description,
  params: idOf('id', 'The refund id'),
  response: { 200: refTo(RefundRecord, { description: 'The refund' }) },
};

type OfOne = { readonly tag: string; readonly params: TSchema };
const charge: OfOne = { tag: 'Charges (v1)', params: idOf('id', 'The id of the charge, not of a payment') };
const order: OfOne = { tag: 'Orders (v2)', params: idOf('id', 'The order id') };

const ofOne = ({ tag, params }: OfOne, operationId: string, summary: string, list: TSchema) => ({
  tags: [tag],
  operationId,
  summary,
  description: newestFirst,
  params,
  querystring: OfOrderList.schema,
  response: { 200: list },
});

export const ofCharge = {
  payments: ofOne(charge, 'listChargePayments', 'List the payments of a charge', refTo(Payments, page)),
  refunds: ofOne(charge, 'listChargeRefunds', 'List the refunds of a charge', refTo(Refunds, page)),
};

export const ofOrder = {
  payments: ofOne(order, 'listOrderPayments', 'List the payments of an order', refTo(OrderPayments, page)),
  refunds: ofOne(order, 'listOrderRefunds', 'List the refunds of an order', refTo(OrderRefunds, page)),
};
