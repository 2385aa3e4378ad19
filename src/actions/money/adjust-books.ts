// An entry by hand (D87): fees that the service took, IVA that it paid, charges of a bank, what is written off. It has a reason and
// names its evidence, and is an act that always wants a second person (D81).
import type { Deps } from '../../deps.js';
import { HOUSE_ACCOUNT, type Scope } from '../../domain/accounts/account.js';
import { toDecimal } from '../../domain/base/money.js';
import { ADJUSTABLE, type AdjustableAccount, move } from '../../domain/money/ledger.js';
import { invalidRequest } from '../../errors/errors.js';
import { appendAudit } from '../../store/keeping/audit.js';
import { writeBooks } from '../../store/money/books.js';
import { requireAccount } from '../accounts/require-account.js';

export type Adjustment = {
  /** The merchant's books, or those of the service itself. */
  readonly scope: Scope;
  readonly from: AdjustableAccount;
  readonly to: AdjustableAccount;
  readonly amount: bigint;
  readonly reason: string;
  /** The document behind it: a bank's statement, an invoice. */
  readonly evidence: string;
  readonly actor: string;
};

export async function adjustBooks(
  deps: Pick<Deps, 'db' | 'clock' | 'random' | 'vault'>,
  { scope, from, to, amount, reason, evidence, actor }: Adjustment,
): Promise<{ readonly id: string }> {
  if (from === to)
    throw invalidRequest({
      param: 'to',
      error: 'not_allowed',
      details: { allowed: ADJUSTABLE.filter((one) => one !== from).join(', ') },
    });
  if (amount <= 0n) throw invalidRequest({ param: 'amount', error: 'not_positive' });
  for (const [param, text] of Object.entries({ reason, evidence }))
    if (text.trim() === '') throw invalidRequest({ param, error: 'required' });
  if (scope.accountId !== HOUSE_ACCOUNT) await requireAccount(deps, scope.accountId);
  return deps.db.transaction(async (tx) => {
    const now = deps.clock.now();
    const id = deps.random.uuid(now);
    const about = { orderId: null, paymentId: null, actor, createdAt: now };
    const entry = { ...about, scope, id, kind: 'adjustment' as const, postings: move(amount, from, to) };
    await writeBooks({ tx, clock: deps.clock }, { orders: [], entries: [entry], payments: [] });
    await appendAudit(tx, deps, {
      at: now,
      actor,
      action: 'ledger.adjust',
      subject: id,
      details: { account: scope.accountId, mode: scope.mode, from, to, amount: toDecimal(amount), reason, evidence },
    });
    return { id };
  });
}
