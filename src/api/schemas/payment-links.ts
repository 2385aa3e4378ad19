// API reference of payment links.

import { CreatePaymentLink, PaymentLinkList, PaymentLinkRecord, PaymentLinks } from '../../wire/links/payment-link.js';
import { refTo } from '../../wire/reply.js';
import { bodyOf, errorReplies, IdempotencyHeader, idOf } from './schemas.js';

const tags = ['Payment links'];
const params = idOf('id', 'The id of the link, `pl_…`');

export const create = {
  tags,
  operationId: 'createPaymentLink',
  summary: 'Make a payment link',
  description:
    'A page on which customers order this product at this price, and choose how to pay. Each makes an order of their own. ' +
    'Needs the private key.',
  headers: IdempotencyHeader,
  body: bodyOf(CreatePaymentLink),
  response: { 200: refTo(PaymentLinkRecord, { description: 'The link' }) },
};

export const list = {
  tags,
  operationId: 'listPaymentLinks',
  summary: 'List payment links',
  description: 'Newest first. Needs the private key.',
  querystring: PaymentLinkList.schema,
  response: { 200: refTo(PaymentLinks, { description: 'One page' }) },
};

export const read = {
  tags,
  operationId: 'getPaymentLink',
  summary: 'Read a payment link',
  description: 'Needs the private key.',
  params,
  response: { 200: refTo(PaymentLinkRecord, { description: 'The link' }) },
};

export const deactivate = {
  tags,
  operationId: 'deactivatePaymentLink',
  summary: 'Deactivate a payment link',
  description:
    'Nobody can order with it any more; orders that were made stay. A second time changes nothing. Needs the private key.',
  headers: IdempotencyHeader,
  params,
  response: { 200: refTo(PaymentLinkRecord, { description: 'The link afterwards' }), ...errorReplies(415) },
};
