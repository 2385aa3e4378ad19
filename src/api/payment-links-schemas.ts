// API reference of payment links.
import { Type } from 'typebox';
import { listOf } from '../wire/list.js';
import { CreatePaymentLink, PaymentLinkList, PaymentLinkRecord } from '../wire/payment-link.js';
import { refTo } from '../wire/reply.js';
import { bodyOf, errorReplies, IdempotencyHeader } from './schemas.js';

const about = { tags: ['Payment links'], security: [{ apiKey: [] }] };
const params = Type.Object({ id: Type.String({ description: 'The id of the link, `pl_…`' }) });

export const create = {
  ...about,
  summary: 'Make a payment link',
  description:
    'A page on which customers order this product at this price, and choose how to pay. Each makes an order of their own. ' +
    'Needs the private key.',
  headers: IdempotencyHeader,
  body: bodyOf(CreatePaymentLink),
  response: {
    200: refTo(PaymentLinkRecord, { description: 'The link' }),
    ...errorReplies(400, 401, 403, 409, 413, 415, 429, 503),
  },
};

export const list = {
  ...about,
  summary: 'List payment links',
  description: 'Newest first. Needs the private key.',
  querystring: PaymentLinkList.schema,
  response: { 200: listOf(PaymentLinkRecord), ...errorReplies(400, 401, 403, 429, 503) },
};

export const read = {
  ...about,
  summary: 'Read a payment link',
  description: 'Needs the private key.',
  params,
  response: {
    200: refTo(PaymentLinkRecord, { description: 'The link' }),
    ...errorReplies(401, 403, 404, 429, 503),
  },
};

export const deactivate = {
  ...about,
  summary: 'Deactivate a payment link',
  description:
    'Nobody can order with it any more; orders that were made stay. A second time changes nothing. Needs the private key.',
  headers: IdempotencyHeader,
  params,
  response: {
    200: refTo(PaymentLinkRecord, { description: 'The link afterwards' }),
    ...errorReplies(400, 401, 403, 404, 409, 429, 503),
  },
};
