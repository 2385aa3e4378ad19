// API reference of cancel and refund.
import type { TSchema } from 'typebox';
import { CreateRefund } from '../../wire/money/refund.js';
import { RefundedCharge, RefundedOrder } from '../../wire/money/refunded.js';
import { Charge } from '../../wire/orders/charge.js';
import { OrderRecord } from '../../wire/orders/order.js';
import { refTo } from '../../wire/reply.js';
import { bodyOf, errorReplies, IdempotencyHeader, idOf } from './schemas.js';

const afterwards = { description: 'The record afterwards' };
const charge = { tags: ['Charges (v1)'], params: idOf('id', 'The id of the charge, not of a payment') };
const order = { tags: ['Orders (v2)'], params: idOf('id', 'The order id') };

const change = (about: { readonly summary: string; readonly description: string }, reply: TSchema) => ({
  summary: about.summary,
  description: `${about.description} Needs the private key.`,
  headers: IdempotencyHeader,
  response: { 200: reply, ...errorReplies(409, 415) },
});
const canceling = 'Only while nothing is paid. The customer cannot pay it any more.';
const refunding = 'All or a part of what was paid; a transfer sends it. The last key tells of it.';

export const cancelCharge = {
  ...charge,
  operationId: 'cancelCharge',
  ...change({ summary: 'Cancel a charge', description: canceling }, refTo(Charge, afterwards)),
};
export const cancelOrder = {
  ...order,
  operationId: 'cancelOrder',
  ...change({ summary: 'Cancel an order', description: canceling }, refTo(OrderRecord, afterwards)),
};
export const refundCharge = {
  ...charge,
  operationId: 'refundCharge',
  ...change({ summary: 'Refund a charge', description: refunding }, refTo(RefundedCharge, afterwards)),
  body: bodyOf(CreateRefund),
};
export const refundOrder = {
  ...order,
  operationId: 'refundOrder',
  ...change({ summary: 'Refund an order', description: refunding }, refTo(RefundedOrder, afterwards)),
  body: bodyOf(CreateRefund),
};
