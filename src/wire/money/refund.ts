// Refunds of both generations (D38): the request, also from the dashboard, and the record of one.
import type { Static } from 'typebox';
import type { Scope } from '../../domain/accounts/account.js';
import { toSeconds } from '../../domain/base/clock.js';
import { formatOrderId } from '../../domain/base/identity.js';
import { isLive } from '../../domain/base/mode.js';
import { toJsonNumber } from '../../domain/base/money.js';
import { formatTransferId, statusOf, TRANSFER_STATUSES, type Transfer } from '../../domain/transfers/transfer.js';
import { cursorParameter, limitParameter, listOf } from '../orders/list.js';
import { named, nullable, oneOf } from '../reply.js';
import { plain } from '../shape/field.js';
import { epochParameter, query, textParameter } from '../shape/query.js';
import { request } from '../shape/request.js';
import { optionalText } from '../shape/text.js';
import { Type } from '../shape/type.js';
import { optionalPrice, price } from '../shape/value.js';

export const CreateRefund = request(
  {
    amount: plain(optionalPrice({ description: 'In MXN; without it all that is left' })),
    reason: plain(optionalText({ description: 'Your own words, shown with the refund' })),
  },
  {
    name: 'CreateRefund',
    about: {
      description: 'How much goes back; without a body all that is left',
      examples: [{ amount: 5, reason: 'Talla equivocada' }, {}],
    },
  },
);

/** The form requires an amount: an empty field is a mistake, not a request to refund everything. */
export const RefundForm = request({ amount: price(), reason: optionalText() });

const sharedFields = {
  id: Type.String({ description: 'A UUID' }),
  object: Type.Literal('refund', { description: 'What this is' }),
  amount: Type.Number({ description: 'In MXN' }),
  currency: Type.Literal('MXN', { description: 'The currency of the amount' }),
  reason: nullable(Type.String(), { description: 'Your own words' }),
};

const status = oneOf(TRANSFER_STATUSES, { description: 'Where that transfer is' });

export const RefundRecord = named(
  'Refund',
  {
    ...sharedFields,
    order_id: Type.String({ description: '`ch_…`' }),
    livemode: Type.Boolean({ description: 'false for a test refund' }),
    created_at: Type.Integer({ description: 'Epoch seconds' }),
    transfer_id: nullable(Type.String({ description: 'The transfer that sends the money, `tr_…`' })),
    transfer_status: nullable(status),
  },
  { description: 'Money that goes back to a customer' },
);
export const Refunds = listOf(RefundRecord);

export const OrderRefund = named(
  'OrderRefund',
  {
    ...sharedFields,
    orderId: Type.String({ description: '`ch_…`' }),
    testMode: Type.Boolean({ description: 'true for a test refund' }),
    createdAt: Type.Integer({ description: 'Epoch milliseconds' }),
    transferId: nullable(Type.String({ description: 'The transfer that sends the money, `tr_…`' })),
    transferStatus: nullable(status),
  },
  { description: 'Money that goes back to the customer of a v2 order' },
);
export const OrderRefunds = listOf(OrderRefund);

type RefundValue = {
  readonly scope: Scope;
  readonly orderId: string;
  readonly id: string;
  readonly amount: bigint;
  readonly reason: string | null;
  readonly createdAt: number;
  readonly transfer: Pick<Transfer, 'id' | 'state' | 'destination'> | null;
};

export function renderRefund(refund: RefundValue): Static<typeof RefundRecord> {
  return {
    ...renderShared(refund),
    order_id: formatOrderId(refund.orderId),
    livemode: isLive(refund.scope.mode),
    created_at: toSeconds(refund.createdAt),
    transfer_id: refund.transfer && formatTransferId(refund.transfer.id),
    transfer_status: refund.transfer && statusOf(refund.transfer),
  };
}

export function renderOrderRefund(refund: RefundValue): Static<typeof OrderRefund> {
  return {
    ...renderShared(refund),
    orderId: formatOrderId(refund.orderId),
    testMode: !isLive(refund.scope.mode),
    createdAt: refund.createdAt,
    transferId: refund.transfer && formatTransferId(refund.transfer.id),
    transferStatus: refund.transfer && statusOf(refund.transfer),
  };
}

function renderShared({ id, amount, reason }: RefundValue) {
  return { id, object: 'refund' as const, amount: toJsonNumber(amount), currency: 'MXN' as const, reason };
}

export const RefundList = query(
  {
    created_from: plain(epochParameter(1000)),
    created_to: plain(epochParameter(1000)),
    order_id: plain(textParameter({ description: 'The id of a charge or order, `ch_…`' })),
    cursor: cursorParameter(),
    limit: limitParameter(),
  },
  { name: 'ListRefunds' },
);
