// Outgoing transfers as merchants see them, and the replies that tell of a new one (D75).
import type { Static } from 'typebox';
import { toSeconds } from '../../domain/base/clock.js';
import { formatOrderId } from '../../domain/base/identity.js';
import { isLive } from '../../domain/base/mode.js';
import { toJsonNumber } from '../../domain/base/money.js';
import {
  formatTransferId,
  statusOf,
  TRANSFER_REASONS,
  TRANSFER_STATUSES,
  type Transfer,
} from '../../domain/transfers/transfer.js';
import { cursorParameter, limitParameter, listOf } from '../orders/list.js';
import { extended, named, nullable, oneOf } from '../reply.js';
import { plain } from '../shape/field.js';
import { query, textParameter, wordParameter } from '../shape/query.js';
import { Type } from '../shape/type.js';

const time = (description: string) => nullable(Type.Integer(), { description });

export const TransferRecord = named(
  'Transfer',
  {
    id: Type.String({ description: '`tr_` and a UUID' }),
    object: Type.Literal('transfer', { description: 'What this is' }),
    reason: oneOf(TRANSFER_REASONS, { description: 'Why money goes out' }),
    status: oneOf(TRANSFER_STATUSES, { description: '`needs_destination`: nobody has said yet where the money goes' }),
    amount: Type.Number({ description: 'In MXN' }),
    currency: Type.Literal('MXN', { description: 'The currency of the amount' }),
    livemode: Type.Boolean({ description: 'false for a test transfer' }),
    order_id: nullable(Type.String(), { description: 'The order whose money it is, `ch_…`' }),
    refund_id: nullable(Type.String({ description: 'The refund that it pays' })),
    payment_id: nullable(Type.String({ description: 'The payment that it returns' })),
    payout_id: nullable(Type.String({ description: 'The payout that it pays' })),
    destination: nullable(
      Type.Object({
        clabe: Type.String({ description: 'The last four digits; the others are hidden' }),
        holder: Type.String({ description: 'Whose account it is' }),
        bank: Type.String({ description: 'The bank of the CLABE' }),
      }),
      { description: 'Where the money goes; null until somebody has said it' },
    ),
    tracking_key: nullable(Type.String({ description: 'Clave de rastreo, once it is sent' })),
    bounce_reason: nullable(Type.String(), { description: 'Why it bounced' }),
    created_at: Type.Integer({ description: 'Epoch seconds' }),
    sent_at: time('When it was handed to the bank, epoch seconds'),
    confirmed_at: time('When the bank confirmed it, epoch seconds'),
    bounced_at: time('When it came back, epoch seconds'),
  },
  { description: 'Money on its way out' },
);
export const Transfers = listOf(TransferRecord);

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
  description:
    'Where the customer names the account: test mode only, where you are the customer. In live mode null: we e-mail the link to the address of the order, and nobody else sees it',
});

export const LinkedTransfer = extended(
  'LinkedTransfer',
  TransferRecord,
  { destination_url: link },
  { description: 'Money on its way out, and in test mode the link for its customer' },
);

export function renderLinkedTransfer({ transfer, link }: Issued): Static<typeof LinkedTransfer> {
  return { ...renderTransfer(transfer), destination_url: link };
}

export const TransferList = query(
  {
    order_id: plain(textParameter({ description: 'The order id, `ch_…`' })),
    status: plain(
      wordParameter(Object.fromEntries(TRANSFER_STATUSES.map((status) => [status, status])), {
        description: 'Where the transfers are',
      }),
    ),
    reason: plain(
      wordParameter(Object.fromEntries(TRANSFER_REASONS.map((reason) => [reason, reason])), {
        description: 'Why money goes out',
      }),
    ),
    cursor: cursorParameter(),
    limit: limitParameter(),
  },
  { name: 'ListTransfers' },
);
