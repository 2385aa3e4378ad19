// API reference of the v2 routes. Accounts with an orders envelope get the record in an OrderEnvelope; the document says
// so in one place for all routes (reference/older-shapes.ts).

import { CreateOrder } from '../../wire/orders/create-order.js';
import { OrderList, OrderRecord, Orders } from '../../wire/orders/order.js';
import { refTo } from '../../wire/reply.js';
import { bodyOf, CreateHeaders, errorReplies, idOf } from './schemas.js';

const tags = ['Orders (v2)'];
const orderReply = refTo(OrderRecord, { description: 'The order' });

export const create = {
  tags,
  operationId: 'createOrder',
  summary: 'Create an order',
  description:
    'Creates an order that the customer pays by SPEI transfer to the CLABE in the answer. Every success is 200. ' +
    'Accounts with an orders envelope get the record inside `data` of an `OrderEnvelope`.',
  headers: CreateHeaders,
  body: bodyOf(CreateOrder),
  response: { 200: orderReply, ...errorReplies(404) },
};

export const verify = {
  tags,
  operationId: 'getOrder',
  summary: 'Verify an order',
  description:
    'With either key; a public key sees the customer masked. Accounts with an orders envelope get the record inside ' +
    '`data` of an `OrderEnvelope`.',
  params: idOf('id', 'The order id'),
  response: { 200: orderReply },
};

export const list = {
  tags,
  operationId: 'listOrders',
  summary: 'List orders',
  description: 'Newest first. Needs the private key.',
  querystring: OrderList.schema,
  response: { 200: refTo(Orders, { description: 'One page' }) },
};
