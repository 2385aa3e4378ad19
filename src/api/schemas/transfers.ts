// API reference of outgoing transfers and of merchants' decisions.
import { DecidedPayment } from '../../wire/money/decided-payment.js';
import { refTo } from '../../wire/reply.js';
import { LinkedTransfer, TransferList, TransferRecord, Transfers } from '../../wire/transfers/transfer.js';
import { errorReplies, IdempotencyHeader, idOf } from './schemas.js';

const tags = ['Transfers'];
const params = idOf('id', 'The transfer id');
const ofPayment = {
  tags: ['Payments'],
  headers: IdempotencyHeader,
  params: idOf('id', 'The payment id'),
  response: { 200: refTo(DecidedPayment, { description: 'The payment afterwards' }), ...errorReplies(409, 415) },
};

export const list = {
  tags,
  operationId: 'listTransfers',
  summary: 'List outgoing transfers',
  description: 'Newest first: refunds, returns and payouts on their way out. Needs the private key.',
  querystring: TransferList.schema,
  response: { 200: refTo(Transfers, { description: 'One page' }) },
};

export const read = {
  tags,
  operationId: 'getTransfer',
  summary: 'Read an outgoing transfer',
  description: 'Needs the private key.',
  params,
  response: { 200: refTo(TransferRecord, { description: 'The transfer' }) },
};

export const link = {
  tags,
  operationId: 'renewTransferLink',
  summary: 'Send the customer a new link',
  description:
    'For a transfer that needs a destination. The customer gets it by e-mail, at the address of the order; the link before stops working. Needs the private key.',
  headers: IdempotencyHeader,
  params,
  response: {
    200: refTo(LinkedTransfer, { description: 'The transfer; in test mode with its link' }),
    ...errorReplies(409, 415),
  },
};

export const decisions = {
  accept: {
    ...ofPayment,
    operationId: 'acceptPayment',
    summary: 'Accept held or surplus money',
    description:
      'It pays its order if that is still possible; else it is yours, less the fee on it. Needs the private key.',
  },
  return: {
    ...ofPayment,
    operationId: 'returnPayment',
    summary: 'Return held or surplus money',
    description: 'A transfer sends it back to the payer. Needs the private key.',
  },
} as const;
