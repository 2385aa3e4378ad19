// API reference of outgoing transfers and of merchants' decisions.
import { listOf } from '../wire/list.js';
import { refTo } from '../wire/reply.js';
import { Type } from '../wire/shape/type.js';
import { DecidedPayment, LinkedTransfer, TransferList, TransferRecord } from '../wire/transfer.js';
import { errorReplies, IdempotencyHeader } from './schemas.js';

const about = { tags: ['Transfers'], security: [{ apiKey: [] }] };
const params = Type.Object({ id: Type.String({ description: 'The transfer id' }) });
const ofPayment = {
  ...about,
  headers: IdempotencyHeader,
  params: Type.Object({ id: Type.String({ description: 'The payment id' }) }),
  response: {
    200: refTo(DecidedPayment, { description: 'The payment afterwards' }),
    ...errorReplies(400, 401, 403, 404, 409, 429, 503),
  },
};

export const list = {
  ...about,
  summary: 'List outgoing transfers',
  description: 'Newest first: refunds, returns and payouts on their way out. Needs the private key.',
  querystring: TransferList.schema,
  response: { 200: listOf(TransferRecord), ...errorReplies(400, 401, 403, 429, 503) },
};

export const read = {
  ...about,
  summary: 'Read an outgoing transfer',
  description: 'Needs the private key.',
  params,
  response: {
    200: refTo(TransferRecord, { description: 'The transfer' }),
    ...errorReplies(401, 403, 404, 429, 503),
  },
};

export const link = {
  ...about,
  summary: 'Make a new link for the customer',
  description: 'For a transfer that needs a destination. The link before stops working. Needs the private key.',
  headers: IdempotencyHeader,
  params,
  response: {
    200: refTo(LinkedTransfer, { description: 'The transfer with its link' }),
    ...errorReplies(400, 401, 403, 404, 409, 429, 503),
  },
};

export const decisions = {
  accept: {
    ...ofPayment,
    summary: 'Accept held or surplus money',
    description: 'It pays its order if that is still possible; else it is yours, without a fee. Needs the private key.',
  },
  return: {
    ...ofPayment,
    summary: 'Return held or surplus money',
    description: 'A transfer sends it back to the payer. Needs the private key.',
  },
} as const;
