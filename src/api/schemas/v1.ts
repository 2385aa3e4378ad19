// API reference of the v1 routes.

import { KeyCheck } from '../../wire/accounts/key-check.js';
import { SendSms, SmsEvent } from '../../wire/messages/sms.js';
import { Charge, ChargeList, Charges, CreatedCharge } from '../../wire/orders/charge.js';
import { CreateCharge } from '../../wire/orders/create-charge.js';
import { refTo } from '../../wire/reply.js';
import { bodyOf, CreateHeaders, errorReplies, IdempotencyHeader, idOf } from './schemas.js';

const tags = ['Charges (v1)'];
const params = idOf('id', 'The id of the charge, not of a payment');

export const create = {
  tags,
  operationId: 'createCharge',
  summary: 'Create a charge',
  description: 'Creates a charge that the customer pays at a store, a bank or with a coin. Every success is 200.',
  headers: CreateHeaders,
  body: bodyOf(CreateCharge),
  response: { 200: refTo(CreatedCharge, { description: 'The charge with its instructions' }), ...errorReplies(404) },
};

export const verify = {
  tags,
  operationId: 'getCharge',
  summary: 'Verify a charge',
  description:
    'Needs the private key. Shows v2 orders, too, and the charge of the test webhook that a ping sends, ' +
    '`ch_00000-000-0000-000000`.',
  params,
  response: { 200: refTo(Charge, { description: 'The charge' }) },
};

export const list = {
  tags,
  operationId: 'listCharges',
  summary: 'List charges',
  description: 'Newest first; v2 orders among them. Needs the private key.',
  querystring: ChargeList.schema,
  response: { 200: refTo(Charges, { description: 'One page' }) },
};

export const sms = {
  tags,
  operationId: 'sendChargeSms',
  summary: 'Send the instructions by SMS',
  description: 'At most two per charge.',
  headers: IdempotencyHeader,
  params,
  body: bodyOf(SendSms),
  response: { 200: refTo(SmsEvent, { description: 'Sent' }), ...errorReplies(502) },
};

export const auth = {
  tags: ['Keys'],
  operationId: 'checkKey',
  summary: 'Check a key and its mode',
  description: 'For either key.',
  response: { 200: refTo(KeyCheck, { description: 'The key works' }) },
};
