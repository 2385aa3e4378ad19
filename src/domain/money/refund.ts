// A refund: money of a paid order that its merchant returns to the customer (D38).
import type { Scope } from '../accounts/account.js';
import type { Transfer } from '../transfers/transfer.js';

export type Refund = {
  readonly scope: Scope;
  readonly orderId: string;
  readonly id: string;
  readonly amount: bigint;
  readonly reason: string | null;
  readonly createdAt: number;
};

/** The text that is signed of a refund. */
export function refundText({ scope, orderId, id, amount, reason, createdAt }: Refund): string {
  return `refunds ${JSON.stringify([scope.accountId, scope.mode, orderId, id, String(amount), reason, createdAt])}`;
}

/** A refund with the transfer that sends its money; null: it was made before there were any. */
export type SentRefund = Refund & { readonly transfer: Pick<Transfer, 'id' | 'state' | 'destination'> | null };
