// What the API reference says of the v2 routes. Requests are read by wire/order-v2, not by these schemas.
import { Type } from 'typebox';
import { CreateOrderBody, OrderRecord } from '../wire/order-v2.js';
import { ErrorBody, errorReplies, IdempotencyHeader, listQuery, listReply } from './schemas.js';

const tags = ['Orders (v2)'];
const security = [{ apiKey: [] }];

export const v2Shapes = [CreateOrderBody, OrderRecord, ErrorBody];

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
  querystring: listQuery({
    statuses: ['PENDING', 'ACCEPTED', 'EXPIRED', 'CANCELED'],
    unit: 'milliseconds',
    orderId: '`product.id`',
  }),
  response: {
    200: listReply('Order'),
    ...errorReplies(400, 401, 403, 429, 503),
  },
};
