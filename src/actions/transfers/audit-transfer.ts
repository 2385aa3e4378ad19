// The lines that acts on outgoing transfers leave in the audit log (D75). Account numbers appear by their last digits.

import type { Deps } from '../../deps.js';
import { toDecimal } from '../../domain/base/money.js';
import type { AuditStep } from '../../domain/keeping/audit.js';
import type { AuditAction } from '../../domain/keeping/audit-actions.js';
import { formatTransferId, statusOf, type Transfer } from '../../domain/transfers/transfer.js';
import type { Queryable } from '../../store/db.js';
import { appendAudit } from '../../store/keeping/audit.js';

export type TransferAct = {
  readonly at: number;
  readonly actor: string;
  readonly action: AuditAction;
  /** Why; the transfer's own note says why it bounced. */
  readonly note?: string | null;
  readonly before: Transfer;
  readonly after: Transfer;
};

export function auditTransfers(
  deps: Pick<Deps, 'vault' | 'clock'>,
  tx: Queryable,
  acts: readonly TransferAct[],
): Promise<void> {
  return appendAudit(tx, deps, ...acts.map(lineOf));
}

function lineOf({ at, actor, action, before, after, ...act }: TransferAct): AuditStep {
  const note = act.note ?? after.note;
  return {
    at,
    actor,
    action,
    subject: formatTransferId(after.id),
    details: {
      account: after.scope.accountId,
      mode: after.scope.mode,
      amount: toDecimal(after.amount),
      from: statusOf(before),
      to: statusOf(after),
      ...(after.trackingKey !== null && { tracking_key: after.trackingKey }),
      ...(note !== null && { note }),
      ...(after.destination !== before.destination && {
        destination_before: shown(before),
        destination: shown(after),
      }),
    },
  };
}

/** The log is kept for ever, so it has no customer's name (D80). A payout goes to a merchant. */
function shown({ destination, reason }: Transfer): string | null {
  if (destination === null) return null;
  const account = `${destination.bank} …${destination.clabe.slice(-4)}`;
  return reason === 'payout' ? `${account} ${destination.holder}` : account;
}
