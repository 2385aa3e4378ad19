// What the API reference says of the v1 routes.
import { Type } from 'typebox';
import { ChargeRecord } from '../wire/charge-v1.js';
import { CreateChargeBody, CreatedCharge, SmsEvent } from '../wire/charge-v1-schemas.js';
import { ProviderRecord } from '../wire/provider.js';
import { errorReplies, IdempotencyHeader, listQuery, listReply } from './schemas.js';

const charges = { tags: ['Charges (v1)'], security: [{ apiKey: [] }] };
const points = { tags: ['Payment points'], security: [{ apiKey: [] }] };
const paymentId = Type.Object({ payment_id: Type.String({ description: 'The charge id' }) });

export const v1Shapes = [ChargeRecord, CreateChargeBody, CreatedCharge, SmsEvent, ProviderRecord];

export const create = {
  ...charges,
  summary: 'Create a charge',
  description: 'Creates a charge that the customer pays at a store, a bank or with a coin. Every success is 200.',
  headers: IdempotencyHeader,
  body: Type.Ref('CreateCharge'),
  response: {
    200: Type.Ref('CreatedCharge', { description: 'The charge with its instructions' }),
    ...errorReplies(400, 401, 409, 413, 415, 429, 503),
  },
};

export const verify = {
  ...charges,
  summary: 'Verify a charge',
  description: 'Needs the private key. Shows v2 orders, too.',
  params: paymentId,
  response: { 200: Type.Ref('Charge', { description: 'The charge' }), ...errorReplies(401, 403, 404, 429, 503) },
};

export const list = {
  ...charges,
  summary: 'List charges',
  description: 'Newest first; v2 orders among them. Needs the private key.',
  querystring: listQuery({
    statuses: ['charge.pending', 'charge.success', 'charge.expired', 'charge.canceled'],
    unit: 'seconds',
    orderId: '`order_id`',
  }),
  response: { 200: listReply('Charge'), ...errorReplies(400, 401, 403, 429, 503) },
};

export const sms = {
  ...charges,
  summary: 'Send the instructions by SMS',
  description: 'At most two per charge.',
  headers: IdempotencyHeader,
  params: paymentId,
  body: Type.Object({
    customer_phone: Type.Optional(Type.String({ description: '10 digits or +52…; else the one of the charge' })),
  }),
  response: { 200: Type.Ref('SmsEvent', { description: 'Sent' }), ...errorReplies(400, 401, 404, 409, 429, 502, 503) },
};

export const auth = {
  tags: ['Keys'],
  security: [{ apiKey: [] }],
  summary: 'Check a key and its mode',
  response: {
    200: Type.Object(
      {
        type: Type.Literal('success'),
        livemode: Type.Boolean(),
        mode_key: Type.Boolean(),
        message: Type.String(),
        code: Type.Literal(200),
      },
      { description: 'The key works' },
    ),
    ...errorReplies(401, 429, 503),
  },
};

const pointsQuery = Type.Object({
  order_total: Type.Optional(Type.Number({ description: 'Only points able to process this amount' })),
  currency: Type.Optional(Type.String({ default: 'MXN' })),
});

export const providers = {
  ...points,
  summary: 'List payment points',
  description: 'By rank. `order_total` and `currency` may also come as a JSON body.',
  querystring: pointsQuery,
  response: {
    200: Type.Array(Type.Ref('Provider'), { description: 'The points' }),
    ...errorReplies(400, 401, 429, 503),
  },
};

export const providersForAnyone = {
  tags: points.tags,
  summary: 'List payment points without a key',
  querystring: pointsQuery,
  response: { 200: Type.Array(Type.Ref('Provider'), { description: 'The points' }), ...errorReplies(400, 503) },
};
