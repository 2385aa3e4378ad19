// Makes keys of merchants, new ones and in place of old ones (D17). Only the call that makes a key ever returns it. Each
// step is written to the audit log.
import type { Deps } from '../../deps.js';
import { type KeyKind, keyPrefix, makeKey } from '../../domain/accounts/account.js';
import { type KeyLimits, limitsOf } from '../../domain/accounts/right.js';
import { HOUR_MS } from '../../domain/base/duration.js';
import type { Mode } from '../../domain/base/mode.js';
import type { AuditStep } from '../../domain/keeping/audit.js';
import type { AuditAction } from '../../domain/keeping/audit-actions.js';
import { AppError } from '../../errors/errors.js';
import * as accounts from '../../store/accounts/accounts.js';
import { sqlState } from '../../store/db.js';
import { appendAudit } from '../../store/keeping/audit.js';
import { checkedName } from './account-fields.js';
import { requireAccount, requireKey } from './require-account.js';

export type KeyRequest = {
  readonly accountId: string;
  readonly mode: Mode;
  readonly kind: KeyKind;
  readonly actor: string;
  readonly name?: string | null | undefined;
  readonly limits?: KeyLimits | null | undefined;
  /** The id of the new key. A form brings one along, so that it makes one key however often it is sent. */
  readonly newId?: string | undefined;
};

/** Adds a key of that mode and kind. Existing keys keep working. */
export async function createKey(deps: AccountDeps, call: KeyRequest): Promise<{ id: string; key: string }> {
  const { accountId, mode, kind, actor, name = null, limits = null, newId } = call;
  await requireAccount(deps, accountId);
  if (kind === 'public' && limits !== null) throw new AppError('public_key_unlimited');
  const key = makeKey(mode, kind, deps.random.bytes);
  const row = newKey(deps, accountId, {
    mode,
    kind,
    key,
    newId,
    name: name === null ? null : checkedName(name),
    limits,
  });
  await deps.db
    .transaction(async (tx) => {
      await accounts.insertKey(tx, row);
      await appendAudit(tx, deps.vault, keyStep(row, { actor, action: 'key.create' }));
    })
    .catch(explainMadeKey);
  return { id: row.id, key };
}

export type KeyCall = { readonly id: string; readonly actor: string };

/** Replaces a key by one with the same name and limits. The old one keeps working for the grace time. */
export async function rollKey(
  deps: AccountDeps,
  { id, graceHours, actor, newId }: KeyCall & { readonly graceHours: number; readonly newId?: string },
): Promise<{ id: string; key: string; oldEndsAt: number }> {
  const old = await requireKey(deps, id);
  if (old.revoked_at !== null) throw new AppError('key_revoked', { id });
  const key = makeKey(old.mode, old.kind, deps.random.bytes);
  const { mode, kind, name } = old;
  const row = newKey(deps, old.account_id, { mode, kind, key, newId, name, limits: limitsOf(old) });
  const oldEndsAt = row.createdAt + graceHours * HOUR_MS;
  await deps.db
    .transaction(async (tx) => {
      await accounts.insertKey(tx, row);
      await accounts.endKeyAt(tx, id, oldEndsAt);
      await appendAudit(tx, deps.vault, keyStep(row, { actor, action: 'key.roll', old: id }));
    })
    .catch(explainMadeKey);
  return { id: row.id, key, oldEndsAt };
}

/** The audit line of a key step. It never contains the key itself. */
function keyStep(key: accounts.NewKey, step: { actor: string; action: AuditAction; old?: string }): AuditStep {
  return {
    at: key.createdAt,
    actor: step.actor,
    action: step.action,
    subject: key.id,
    details: {
      account: key.accountId,
      mode: key.mode,
      kind: key.kind,
      ...(step.old && { old: step.old }),
      ...(key.limits?.rights && { rights: key.limits.rights.join(' ') }),
      ...(key.limits?.addresses && { addresses: key.limits.addresses.join(' ') }),
    },
  };
}

export function newKey(
  deps: AccountDeps,
  accountId: string,
  given: Pick<accounts.NewKey, 'mode' | 'kind'> & { key: string; newId?: string | undefined } & Partial<
      Pick<accounts.NewKey, 'name' | 'limits'>
    >,
): accounts.NewKey {
  const now = deps.clock.now();
  return {
    id: given.newId ?? deps.random.uuid(now),
    accountId,
    mode: given.mode,
    kind: given.kind,
    digest: accounts.keyDigest(given.key),
    prefix: keyPrefix(given.key),
    createdAt: now,
    name: given.name ?? null,
    limits: given.limits ?? null,
  };
}

/** The digest of a new key is never taken, so its id is: the same form was sent before. */
function explainMadeKey(error: unknown): never {
  if (sqlState(error) === '23505') throw new AppError('key_made');
  throw error;
}

export type AccountDeps = Pick<Deps, 'db' | 'clock' | 'random' | 'vault'>;
