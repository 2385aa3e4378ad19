// Sets how far below zero refunds may take a merchant (D86), for the operator. What waits is funded within seconds.
import type { Deps } from '../../deps.js';
import { toDecimal } from '../../domain/base/money.js';
import { lockAccount } from '../../store/accounts/accounts.js';
import { findOverdraft, saveOverdraft } from '../../store/accounts/overdrafts.js';
import { appendAudit } from '../../store/keeping/audit.js';
import { requireAccount } from './require-account.js';

type OverdraftCall = {
  readonly accountId: string;
  /** In centavos. */
  readonly overdraft: bigint;
  readonly actor: string;
};

export async function setOverdraft(
  deps: Pick<Deps, 'db' | 'clock' | 'vault'>,
  { accountId, overdraft, actor }: OverdraftCall,
): Promise<void> {
  const { id } = await requireAccount(deps, accountId);
  await deps.db.transaction(async (tx) => {
    await lockAccount(tx, id);
    const before = await findOverdraft(tx, id);
    await saveOverdraft(tx, id, overdraft);
    await appendAudit(tx, deps, {
      actor,
      action: 'overdraft.set',
      subject: id,
      details: { before: toDecimal(before), now: toDecimal(overdraft) },
    });
  });
}
