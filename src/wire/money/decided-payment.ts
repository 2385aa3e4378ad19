// A payment after its merchant's decision, with the transfer that sends its money back (D75).
import type { Static } from 'typebox';
import type { Payment } from '../../domain/money/payment.js';
import { extended, nullable, refTo } from '../reply.js';
import { type Issued, LinkedTransfer, renderLinkedTransfer } from '../transfers/transfer.js';
import { PaymentRecord, renderPayment } from './payment.js';

export const DecidedPayment = extended(
  'DecidedPayment',
  PaymentRecord,
  {
    transfer: nullable(refTo(LinkedTransfer), { description: 'What sends the money back; null if nothing does' }),
  },
  { description: 'A payment after your decision' },
);

type Decided = { readonly payment: Payment; readonly returned: Issued | null };

export function renderDecidedPayment({ payment, returned }: Decided): Static<typeof DecidedPayment> {
  return { ...renderPayment(payment), transfer: returned === null ? null : renderLinkedTransfer(returned) };
}
