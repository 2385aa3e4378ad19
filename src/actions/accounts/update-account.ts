// Changes an account: how its answers look, whether its keys work (D69), and its name, which customers read (D81). Every node
// follows within two seconds, like with a revoked key.
import type { Deps } from '../../deps.js';
import type { Account } from '../../domain/accounts/account.js';
import { isUuid } from '../../domain/base/identity.js';
import { changeTexts } from '../../domain/keeping/audit.js';
import { AppError } from '../../errors/errors.js';
import { lockAccount, saveAccount } from '../../store/accounts/accounts.js';
import { appendAudit } from '../../store/keeping/audit.js';
import { checkedName, checkedVersion } from './account-fields.js';

type AccountChange = {
  readonly id: string;
  readonly ordersEnvelope?: boolean | undefined;
  readonly interfaceVersion?: string | undefined;
  /** A suspended account's keys are refused. Its money is still booked, and its webhooks still go out. */
  readonly keys?: 'suspend' | 'resume' | undefined;
  /** Why, for the audit log. */
  readonly note?: string | undefined;
  readonly actor: string;
};

type ChangeDeps = Pick<Deps, 'db' | 'clock' | 'vault'>;

export function updateAccount(deps: ChangeDeps, change: AccountChange): Promise<Account> {
  return saveChange(deps, { ...change, name: undefined });
}

export function renameAccount(
  deps: ChangeDeps,
  { id, name, actor }: { readonly id: string; readonly name: string; readonly actor: string },
): Promise<Account> {
  return saveChange(deps, { id, name, actor });
}

type AnyChange = AccountChange & { readonly name?: string | undefined };

function saveChange(deps: ChangeDeps, change: AnyChange): Promise<Account> {
  return deps.db.transaction(async (tx) => {
    const before = isUuid(change.id) ? await lockAccount(tx, change.id) : null;
    if (before === null) throw new AppError('unknown_account', { id: change.id });
    const at = deps.clock.now();
    const after = changed(before, change, at);
    const details = changeTexts(told(before), told(after));
    if (Object.keys(details).length === 0) return before;
    await saveAccount(tx, after);
    await appendAudit(tx, deps, {
      at,
      actor: change.actor,
      action: 'account.update',
      subject: before.id,
      details: { ...details, ...(change.note !== undefined && { note: change.note }) },
    });
    return after;
  });
}

function changed(before: Account, change: AnyChange, at: number): Account {
  const suspendedAt = { suspend: before.suspendedAt ?? at, resume: null };
  return {
    ...before,
    name: change.name === undefined ? before.name : checkedName(change.name),
    ordersEnvelope: change.ordersEnvelope ?? before.ordersEnvelope,
    interfaceVersion:
      change.interfaceVersion === undefined ? before.interfaceVersion : checkedVersion(change.interfaceVersion),
    suspendedAt: change.keys === undefined ? before.suspendedAt : suspendedAt[change.keys],
  };
}

/** For the audit log. */
function told(account: Account): Record<string, string> {
  return {
    name: account.name,
    orders_envelope: account.ordersEnvelope ? 'on' : 'off',
    interface_version: account.interfaceVersion,
    keys: account.suspendedAt === null ? 'work' : 'suspended',
  };
}
