// Revokes a merchant's key (D17).
import * as accounts from '../../store/accounts/accounts.js';
import { appendAudit } from '../../store/keeping/audit.js';
import type { AccountDeps, KeyCall } from './create-key.js';
import { requireKey } from './require-account.js';

/** Revokes a key. Every node refuses it within two seconds. */
export async function revokeKey(deps: AccountDeps, { id, actor }: KeyCall): Promise<accounts.KeyRecord> {
  const key = await requireKey(deps, id);
  const now = deps.clock.now();
  await deps.db.transaction(async (tx) => {
    await accounts.revokeKey(tx, id, now);
    const details = { account: key.account_id, mode: key.mode, kind: key.kind };
    await appendAudit(tx, deps, { at: now, actor, action: 'key.revoke', subject: id, details });
  });
  return requireKey(deps, id);
}
