// What a refund answers with: the record of the generation and, as its last key, the refund with its transfer (D75).
import type { Static } from 'typebox';
import { Charge } from './current/charge.js';
import { OrderRecord } from './current/order.js';
import { OrderEnvelope } from './order-v2.js';
import { OrderRefund, RefundRecord, renderOrderRefund, renderRefund } from './refund.js';
import { named, refTo } from './reply.js';
import { type Issued, LinkedTransfer, renderLinkedTransfer } from './transfer.js';

/** The last key of the record that a refund answers with, in each generation. */
export const MadeRefund = named('MadeRefund', { ...RefundRecord.properties, transfer: refTo(LinkedTransfer) });
export const MadeOrderRefund = named('MadeOrderRefund', { ...OrderRefund.properties, transfer: refTo(LinkedTransfer) });

type Made = Issued & { readonly refund: Omit<Parameters<typeof renderRefund>[0], 'transfer'> };

export function renderMadeRefund({ refund, ...issued }: Made): Static<typeof MadeRefund> {
  const { transfer } = issued;
  return { ...renderRefund({ ...refund, transfer }), transfer: renderLinkedTransfer(issued) };
}

export function renderMadeOrderRefund({ refund, ...issued }: Made): Static<typeof MadeOrderRefund> {
  const { transfer } = issued;
  return { ...renderOrderRefund({ ...refund, transfer }), transfer: renderLinkedTransfer(issued) };
}

export const RefundedCharge = named('RefundedCharge', { ...Charge.properties, refund: refTo(MadeRefund) });
export const RefundedOrder = named('RefundedOrder', { ...OrderRecord.properties, refund: refTo(MadeOrderRefund) });
export const RefundedEnvelope = named('RefundedEnvelope', { ...OrderEnvelope.properties, data: refTo(RefundedOrder) });
