// API reference of the v2 routes.
import { CreateOrder } from '../wire/create-order.js';
import { OrderRecord } from '../wire/current/order.js';
import { listOf } from '../wire/list.js';
import { OrderEnvelope, OrderList } from '../wire/order-v2.js';
import { refTo } from '../wire/reply.js';
import { Type } from '../wire/shape/type.js';
import { bodyOf, errorReplies, IdempotencyHeader } from './schemas.js';

const tags = ['Orders (v2)'];
const security = [{ apiKey: [] }];

/** The record, or the record in an envelope for accounts that use the orders envelope. */
export const orderReply = Type.Union([refTo(OrderRecord), refTo(OrderEnvelope)], { description: 'The order' });

export const create = {
  tags,
  security,
  summary: 'Create an order',
  description:
    'Creates an order that the customer pays by SPEI transfer to the CLABE in the answer. Every success is 200. ' +
    'Accounts with an orders envelope get the record inside `data`.',
  headers: IdempotencyHeader,
  body: bodyOf(CreateOrder),
  response: {
    200: orderReply,
    ...errorReplies(400, 401, 409, 413, 415, 429, 503),
  },
};

export const verify = {
  tags,
  security,
  summary: 'Verify an order',
  params: Type.Object({ id: Type.String({ description: 'The order id' }) }),
  response: { 200: orderReply, ...errorReplies(401, 404, 429, 503) },
};

export const list = {
  tags,
  security,
  summary: 'List orders',
  description: 'Newest first. Needs the private key.',
  querystring: OrderList.schema,
  response: {
    200: listOf(OrderRecord),
    ...errorReplies(400, 401, 403, 429, 503),
  },
};
