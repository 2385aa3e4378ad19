// What a refund answers with: the record of the generation and, as its last key, the refund with its transfer (D75).
import type { Static } from 'typebox';
import { Charge } from '../orders/charge.js';
import { OrderEnvelope, OrderRecord } from '../orders/order.js';
import { extended, named, refTo } from '../reply.js';
import { type Issued, LinkedTransfer, renderLinkedTransfer } from '../transfers/transfer.js';
import { OrderRefund, RefundRecord, renderOrderRefund, renderRefund } from './refund.js';

/** The last key of the record that a refund answers with, in each generation. */
export const MadeRefund = extended(
  'MadeRefund',
  RefundRecord,
  { transfer: refTo(LinkedTransfer) },
  { description: 'A new refund, with the transfer that sends it' },
);
export const MadeOrderRefund = extended(
  'MadeOrderRefund',
  OrderRefund,
  { transfer: refTo(LinkedTransfer) },
  { description: 'A new refund of a v2 order, with the transfer that sends it' },
);

type Made = Issued & { readonly refund: Omit<Parameters<typeof renderRefund>[0], 'transfer'> };

export function renderMadeRefund({ refund, ...issued }: Made): Static<typeof MadeRefund> {
  const { transfer } = issued;
  return { ...renderRefund({ ...refund, transfer }), transfer: renderLinkedTransfer(issued) };
}

export function renderMadeOrderRefund({ refund, ...issued }: Made): Static<typeof MadeOrderRefund> {
  const { transfer } = issued;
  return { ...renderOrderRefund({ ...refund, transfer }), transfer: renderLinkedTransfer(issued) };
}

export const RefundedCharge = extended(
  'RefundedCharge',
  Charge,
  { refund: refTo(MadeRefund) },
  { description: 'The charge after a refund, and the refund' },
);
export const RefundedOrder = extended(
  'RefundedOrder',
  OrderRecord,
  { refund: refTo(MadeOrderRefund) },
  { description: 'The order after a refund, and the refund' },
);
export const RefundedEnvelope = named(
  'RefundedEnvelope',
  { ...OrderEnvelope.properties, data: refTo(RefundedOrder) },
  { description: 'The order after a refund, as accounts with an orders envelope get it' },
);
