// Outgoing transfers as merchants see them, and the replies that tell of a new one (D75).
import type { Static } from 'typebox';
import { toSeconds } from '../domain/clock.js';
import { formatOrderId } from '../domain/identity.js';
import { isLive } from '../domain/mode.js';
import { toJsonNumber } from '../domain/money.js';
import type { Payment } from '../domain/payment.js';
import { formatTransferId, statusOf, TRANSFER_REASONS, TRANSFER_STATUSES, type Transfer } from '../domain/transfer.js';
import { cursorParameter, limitParameter } from './list.js';
import { PaymentRecord, renderPayment } from './payment.js';
import { named, nullable, oneOf, refTo } from './reply.js';
import { query, textParameter, wordParameter } from './shape/query.js';
import { Type } from './shape/type.js';

const time = (description: string) => nullable(Type.Integer({ description }));

export const TransferRecord = named('Transfer', {
  id: Type.String({ description: '`tr_` and a UUID' }),
  object: Type.Literal('transfer'),
  reason: oneOf(TRANSFER_REASONS),
  status: oneOf(TRANSFER_STATUSES, { description: '`needs_destination`: nobody has said yet where the money goes' }),
  amount: Type.Number({ description: 'In MXN' }),
  currency: Type.Literal('MXN'),
  livemode: Type.Boolean(),
  order_id: nullable(Type.String()),
  refund_id: nullable(Type.String({ description: 'The refund that it pays' })),
  payment_id: nullable(Type.String({ description: 'The payment that it returns' })),
  payout_id: nullable(Type.String({ description: 'The payout that it pays' })),
  destination: nullable(
    Type.Object({
      clabe: Type.String({ description: 'The last four digits; the others are hidden' }),
      holder: Type.String(),
      bank: Type.String(),
    }),
  ),
  tracking_key: nullable(Type.String({ description: 'Clave de rastreo, once it is sent' })),
  bounce_reason: nullable(Type.String()),
  created_at: Type.Integer({ description: 'Epoch seconds' }),
  sent_at: time('Epoch seconds'),
  confirmed_at: time('Epoch seconds'),
  bounced_at: time('Epoch seconds'),
});

export function renderTransfer(transfer: Transfer): Static<typeof TransferRecord> {
  const { destination, reason, sourceId } = transfer;
  return {
    id: formatTransferId(transfer.id),
    object: 'transfer',
    reason,
    status: statusOf(transfer),
    amount: toJsonNumber(transfer.amount),
    currency: 'MXN',
    livemode: isLive(transfer.scope.mode),
    order_id: transfer.orderId === null ? null : formatOrderId(transfer.orderId),
    refund_id: reason === 'refund' ? sourceId : null,
    payment_id: reason === 'return' ? sourceId : null,
    payout_id: reason === 'payout' ? sourceId : null,
    destination: destination && { ...destination, clabe: `${'*'.repeat(14)}${destination.clabe.slice(-4)}` },
    tracking_key: transfer.trackingKey,
    bounce_reason: transfer.note,
    created_at: toSeconds(transfer.createdAt),
    sent_at: secondsOf(transfer.sentAt),
    confirmed_at: secondsOf(transfer.confirmedAt),
    bounced_at: secondsOf(transfer.bouncedAt),
  };
}

function secondsOf(ms: number | null): number | null {
  return ms === null ? null : toSeconds(ms);
}

export type Issued = { readonly transfer: Transfer; readonly link: string | null };

const link = nullable(Type.String(), {
  description: 'Send it to your customer, who names the account there. Shown only here; works once, for 30 days',
});

export const LinkedTransfer = named('LinkedTransfer', { ...TransferRecord.properties, destination_url: link });

export function renderLinkedTransfer({ transfer, link }: Issued): Static<typeof LinkedTransfer> {
  return { ...renderTransfer(transfer), destination_url: link };
}

/** A payment after its merchant's decision. */
export const DecidedPayment = named('DecidedPayment', {
  ...PaymentRecord.properties,
  transfer: nullable(refTo(LinkedTransfer), { description: 'What sends the money back; null if nothing does' }),
});

type Decided = { readonly payment: Payment; readonly returned: Issued | null };

export function renderDecidedPayment({ payment, returned }: Decided): Static<typeof DecidedPayment> {
  return { ...renderPayment(payment), transfer: returned === null ? null : renderLinkedTransfer(returned) };
}

export const TransferList = query({
  order_id: textParameter({ description: 'The order id, `ch_…`' }),
  status: wordParameter(Object.fromEntries(TRANSFER_STATUSES.map((status) => [status, status]))),
  reason: wordParameter(Object.fromEntries(TRANSFER_REASONS.map((reason) => [reason, reason]))),
  cursor: cursorParameter(),
  limit: limitParameter(),
});
