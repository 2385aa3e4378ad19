// Sets an account's policy for odd money (D43), for the operator. It applies to money that arrives from then on.
import type { Deps } from '../deps.js';
import type { Policies, PolicyCase, PolicyChoice } from '../domain/policy.js';
import { appendAudit } from '../store/accounts/audit.js';
import { findPolicies, setPolicy as storePolicy } from '../store/accounts/policies.js';
import { requireAccount } from './manage-account.js';

export type PolicyCall = {
  readonly accountId: string;
  readonly name: PolicyCase;
  readonly choice: PolicyChoice;
  readonly actor: string;
};

export async function setPolicy(deps: Pick<Deps, 'db' | 'clock' | 'vault'>, call: PolicyCall): Promise<Policies> {
  const { id } = await requireAccount(deps, call.accountId);
  return deps.db.transaction(async (tx) => {
    const before = await findPolicies(tx, id);
    await storePolicy(tx, id, call);
    await appendAudit(tx, deps.vault, {
      at: deps.clock.now(),
      actor: call.actor,
      action: 'policy.set',
      subject: id,
      details: { case: call.name, before: before[call.name], now: call.choice },
    });
    return findPolicies(tx, id);
  });
}
