// Sets an account's policies for odd money (D43). They apply to money that arrives from then on.
import type { Deps } from '../../deps.js';
import { POLICY_CASES, type Policies, type PolicyCase, type PolicyChoice } from '../../domain/money/policy.js';
import { lockAccount } from '../../store/accounts/accounts.js';
import { findPolicies, setPolicy as storePolicy } from '../../store/accounts/policies.js';
import { appendAudit } from '../../store/keeping/audit.js';
import { requireAccount } from './require-account.js';

export type PolicyCall = {
  readonly accountId: string;
  readonly name: PolicyCase;
  readonly choice: PolicyChoice;
  readonly actor: string;
};

export async function setPolicy(deps: Pick<Deps, 'db' | 'clock' | 'vault'>, call: PolicyCall): Promise<Policies> {
  const { accountId, name, choice, actor } = call;
  const { id } = await requireAccount(deps, accountId);
  return deps.db.transaction(async (tx) => {
    const before = await findPolicies(tx, id);
    await storePolicy(tx, id, { name, choice });
    await appendAudit(tx, deps.vault, {
      at: deps.clock.now(),
      actor,
      action: 'policy.set',
      subject: id,
      details: { case: name, before: before[name], now: choice },
    });
    return findPolicies(tx, id);
  });
}

export type PoliciesCall = { readonly accountId: string; readonly policies: Policies; readonly actor: string };

/** Sets all of them at once; those that stay the same leave no line in the audit log. */
export async function setPolicies(
  deps: Pick<Deps, 'db' | 'clock' | 'vault'>,
  { accountId, policies, actor }: PoliciesCall,
): Promise<Policies> {
  const { id } = await requireAccount(deps, accountId);
  return deps.db.transaction(async (tx) => {
    await lockAccount(tx, id);
    const before = await findPolicies(tx, id);
    for (const name of POLICY_CASES) {
      if (before[name] === policies[name]) continue;
      await storePolicy(tx, id, { name, choice: policies[name] });
      await appendAudit(tx, deps.vault, {
        at: deps.clock.now(),
        actor,
        action: 'policy.set',
        subject: id,
        details: { case: name, before: before[name], now: policies[name] },
      });
    }
    return findPolicies(tx, id);
  });
}
