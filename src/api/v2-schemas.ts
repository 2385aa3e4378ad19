// What the API reference says of the v2 routes. Requests are read by wire/order-v2, not by these schemas.
import { Type } from 'typebox';
import { CreateOrderBody, OrderRecord } from '../wire/order-v2.js';
import { ErrorBody, errorReplies, IdempotencyHeader } from './schemas.js';

const tags = ['Orders (v2)'];
const security = [{ apiKey: [] }];

export const orderSchemas = [CreateOrderBody, OrderRecord, ErrorBody];

export const create = {
  tags,
  security,
  summary: 'Create an order',
  description:
    'Creates an order that the customer pays by SPEI transfer to the CLABE in the answer. Every success is 200. ' +
    'Accounts with an orders envelope get the record inside `data`.',
  headers: IdempotencyHeader,
  body: Type.Ref('CreateOrder'),
  response: {
    200: Type.Ref('Order', { description: 'The order' }),
    ...errorReplies(400, 401, 409, 413, 415, 429, 503),
  },
};

export const verify = {
  tags,
  security,
  summary: 'Verify an order',
  params: Type.Object({ id: Type.String({ description: 'The order id' }) }),
  response: { 200: Type.Ref('Order', { description: 'The order' }), ...errorReplies(401, 404, 429, 503) },
};

export const list = {
  tags,
  security,
  summary: 'List orders',
  description: 'Newest first. Needs the private key.',
  querystring: Type.Object({
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 20 })),
    cursor: Type.Optional(Type.String({ description: '`next_cursor` of the page before' })),
    status: Type.Optional(Type.String({ enum: ['PENDING', 'ACCEPTED', 'EXPIRED', 'CANCELED'] })),
    created_from: Type.Optional(Type.Integer({ description: 'Epoch milliseconds, inclusive' })),
    created_to: Type.Optional(Type.Integer({ description: 'Epoch milliseconds, inclusive' })),
    order_id: Type.Optional(Type.String({ description: 'Your `product.id`' })),
    customer_email: Type.Optional(Type.String()),
    short_id: Type.Optional(Type.String({ description: 'The folio' })),
  }),
  response: {
    200: Type.Object(
      {
        object: Type.Literal('list'),
        data: Type.Array(Type.Ref('Order')),
        has_more: Type.Boolean(),
        next_cursor: Type.Union([Type.String(), Type.Null()]),
      },
      { description: 'One page' },
    ),
    ...errorReplies(400, 401, 403, 429, 503),
  },
};
