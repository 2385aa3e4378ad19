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

type KeyRequest = {
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
  const { key, row } = await prepareKey(deps, call);
  await addKey(deps, { row, replaces: null, actor: call.actor });
  return { id: row.id, key };
}

/** A key that does not work yet: its row has to be added. */
type PreparedKey = { readonly key: string; readonly row: accounts.NewKey };

export async function prepareKey(deps: AccountDeps, call: Omit<KeyRequest, 'actor'>): Promise<PreparedKey> {
  const { accountId, mode, kind, name = null, limits = null, newId } = call;
  await requireAccount(deps, accountId);
  if (kind === 'public' && limits !== null) throw new AppError('public_key_unlimited');
  const key = makeKey(mode, kind, deps.random.bytes);
  const given = { mode, kind, key, newId, name: name === null ? null : checkedName(name), limits };
  return { key, row: newKey(deps, accountId, given) };
}

export type KeyCall = { readonly id: string; readonly actor: string };

/** Replaces a key by one with the same name and limits. The old one keeps working for the grace time. */
export async function rollKey(
  deps: AccountDeps,
  { id, graceHours, actor, newId }: KeyCall & { readonly graceHours: number; readonly newId?: string },
): Promise<{ id: string; key: string; oldEndsAt: number }> {
  const { key, row } = await prepareRolledKey(deps, id, newId);
  const oldEndsAt = await addKey(deps, { row, replaces: { id, graceHours }, actor });
  return { id: row.id, key, oldEndsAt };
}

export async function prepareRolledKey(deps: AccountDeps, id: string, newId?: string): Promise<PreparedKey> {
  const old = await requireKey(deps, id);
  if (old.revoked_at !== null) throw new AppError('key_revoked', { id });
  const { mode, kind, name } = old;
  const key = makeKey(mode, kind, deps.random.bytes);
  return { key, row: newKey(deps, old.account_id, { mode, kind, key, newId, name, limits: limitsOf(old) }) };
}

/** Lets a prepared key work. Returns when the one that it replaces stops working. */
export async function addKey(
  deps: AccountDeps,
  call: {
    readonly row: accounts.NewKey;
    readonly replaces: { readonly id: string; readonly graceHours: number } | null;
    readonly actor: string;
  },
): Promise<number> {
  const { row, replaces, actor } = call;
  const oldEndsAt = row.createdAt + (replaces?.graceHours ?? 0) * HOUR_MS;
  await deps.db
    .transaction(async (tx) => {
      await accounts.insertKey(tx, row);
      if (replaces !== null) await accounts.endKeyAt(tx, replaces.id, oldEndsAt);
      const step =
        replaces === null ? { action: 'key.create' as const } : { action: 'key.roll' as const, old: replaces.id };
      await appendAudit(tx, deps, keyStep(row, { actor, ...step }));
    })
    .catch(explainMadeKey);
  return oldEndsAt;
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
