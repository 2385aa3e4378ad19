// API reference of the v1 routes.
import { ChargeList } from '../wire/charge-v1.js';
import { Charge, CreatedCharge } from '../wire/current/charge.js';
import { CreateCharge } from '../wire/current/create-charge.js';
import { SmsEvent } from '../wire/current/sms-event.js';
import { KeyCheck } from '../wire/key-check.js';
import { listOf } from '../wire/list.js';
import { refTo } from '../wire/reply.js';
import { Type } from '../wire/shape/type.js';
import { SendSms } from '../wire/sms.js';
import { bodyOf, errorReplies, IdempotencyHeader } from './schemas.js';

const charges = { tags: ['Charges (v1)'], security: [{ apiKey: [] }] };
const paymentId = Type.Object({ payment_id: Type.String({ description: 'The charge id' }) });

export const create = {
  ...charges,
  summary: 'Create a charge',
  description: 'Creates a charge that the customer pays at a store, a bank or with a coin. Every success is 200.',
  headers: IdempotencyHeader,
  body: bodyOf(CreateCharge),
  response: {
    200: refTo(CreatedCharge, { description: 'The charge with its instructions' }),
    ...errorReplies(400, 401, 409, 413, 415, 429, 503),
  },
};

export const verify = {
  ...charges,
  summary: 'Verify a charge',
  description: 'Needs the private key. Shows v2 orders, too.',
  params: paymentId,
  response: { 200: refTo(Charge, { description: 'The charge' }), ...errorReplies(401, 403, 404, 429, 503) },
};

export const list = {
  ...charges,
  summary: 'List charges',
  description: 'Newest first; v2 orders among them. Needs the private key.',
  querystring: ChargeList.schema,
  response: { 200: listOf(Charge), ...errorReplies(400, 401, 403, 429, 503) },
};

export const sms = {
  ...charges,
  summary: 'Send the instructions by SMS',
  description: 'At most two per charge.',
  headers: IdempotencyHeader,
  params: paymentId,
  body: bodyOf(SendSms),
  response: { 200: refTo(SmsEvent, { description: 'Sent' }), ...errorReplies(400, 401, 404, 409, 429, 502, 503) },
};

export const auth = {
  tags: ['Keys'],
  security: [{ apiKey: [] }],
  summary: 'Check a key and its mode',
  response: {
    200: refTo(KeyCheck, { description: 'The key works' }),
    ...errorReplies(401, 429, 503),
  },
};
