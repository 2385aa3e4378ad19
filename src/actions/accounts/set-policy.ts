// Sets an account's policies for odd money (D43). They apply to money that arrives from then on.
import type { Deps } from '../../deps.js';
import { POLICY_CASES, type Policies } from '../../domain/money/policy.js';
import { lockAccount } from '../../store/accounts/accounts.js';
import { findPolicies, setPolicy as storePolicy } from '../../store/accounts/policies.js';
import { appendAudit } from '../../store/keeping/audit.js';
import { requireAccount } from './require-account.js';

type PoliciesCall = { readonly accountId: string; readonly policies: Partial<Policies>; readonly actor: string };

/** Sets those that are given; those that stay the same leave no line in the audit log. */
export async function setPolicies(
  deps: Pick<Deps, 'db' | 'clock' | 'vault'>,
  { accountId, policies, actor }: PoliciesCall,
): Promise<Policies> {
  const { id } = await requireAccount(deps, accountId);
  return deps.db.transaction(async (tx) => {
    await lockAccount(tx, id);
    const before = await findPolicies(tx, id);
    for (const name of POLICY_CASES) {
      const choice = policies[name];
      if (choice === undefined || choice === before[name]) continue;
      await storePolicy(tx, id, { name, choice });
      await appendAudit(tx, deps, {
        actor,
        action: 'policy.set',
        subject: id,
        details: { case: name, before: before[name], now: choice },
      });
    }
    return findPolicies(tx, id);
  });
}
