// Records a payout to a merchant, at most what is available to them (D48). The operator makes the actual transfer.
import type { Deps } from '../deps.js';
import type { Scope } from '../domain/account.js';
import { move } from '../domain/ledger.js';
import { formatAmount, toDecimal } from '../domain/money.js';
import { AppError, invalidRequest } from '../errors.js';
import { appendAudit } from '../store/accounts/audit.js';
import { writeOrderChanges } from '../store/money/books.js';
import { lockBalances } from '../store/money/ledger.js';
import { insertPayout, type Payout } from '../store/money/payouts.js';
import { requireAccount } from './manage-account.js';

export type PayoutCall = {
  readonly scope: Scope;
  readonly amount: bigint;
  readonly note: string | null;
  readonly actor: string;
};

const LONGEST_NOTE = 255;

export async function createPayout(
  deps: Pick<Deps, 'db' | 'clock' | 'random' | 'vault'>,
  call: PayoutCall,
): Promise<Payout> {
  const { scope, amount, note } = call;
  await requireAccount(deps, scope.accountId);
  if (note !== null && note.length > LONGEST_NOTE)
    throw invalidRequest({ param: 'note', error: 'too_long', details: { max: LONGEST_NOTE } });
  const now = deps.clock.now();
  const payout: Payout = { scope, id: deps.random.uuid(now), amount, note, createdAt: now };
  await deps.db.transaction(async (tx) => {
    const { available } = await lockBalances(tx, scope);
    if (amount > available)
      throw new AppError('over_available', { available: formatAmount(available), amount: formatAmount(amount) });
    await insertPayout(tx, payout);
    await writeOrderChanges(tx, {
      orders: [],
      entries: [
        {
          scope,
          id: payout.id,
          kind: 'payout',
          orderId: null,
          paymentId: null,
          postings: move(amount, 'available', 'paid_out'),
          createdAt: now,
        },
      ],
      payments: [],
    });
    await appendAudit(tx, deps.vault, {
      at: now,
      actor: call.actor,
      action: 'payout.create',
      subject: payout.id,
      details: { account: scope.accountId, mode: scope.mode, amount: toDecimal(amount), note },
    });
  });
  return payout;
}
