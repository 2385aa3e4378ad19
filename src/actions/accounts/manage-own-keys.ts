// A merchant's own keys, in one mode (D78): make, roll and revoke them, with rights and addresses for a restricted one.
import type { Deps } from '../../deps.js';
import type { KeyKind, Scope } from '../../domain/accounts/account.js';
import { isRight, type KeyLimits, limitsOf, MOST_ADDRESSES, RIGHTS, type Right } from '../../domain/accounts/right.js';
import { isUuid } from '../../domain/base/identity.js';
import { isNetwork } from '../../domain/base/network.js';
import { AppError, invalidRequest } from '../../errors/errors.js';
import { type KeyRecord, listKeys } from '../../store/accounts/accounts.js';
import { createKey, rollKey } from './create-key.js';
import { requireKey } from './require-account.js';
import { revokeKey } from './revoke-key.js';

type KeyDeps = Pick<Deps, 'db' | 'clock' | 'random' | 'vault'>;
type OwnKey = { readonly scope: Scope; readonly id: string; readonly actor: string };
/** The rights of who makes a key. The key has no other. */
type Maker = { readonly mayGive: readonly Right[] };

/** Each key is a row that every list reads. */
const MOST_KEYS = 100;

export async function createOwnKey(
  deps: KeyDeps,
  call: {
    readonly scope: Scope;
    readonly kind: KeyKind;
    readonly name: string;
    readonly limits: KeyLimits | null;
    readonly newId: string;
    readonly actor: string;
  } & Maker,
): Promise<{ id: string; key: string }> {
  const { scope, kind, name, newId, actor, mayGive } = call;
  const limits = kind === 'private' ? narrowed(call.limits, mayGive) : call.limits;
  if (!isUuid(newId)) throw invalidRequest({ param: 'form', error: 'required' });
  const known = await listOwnKeys(deps, scope);
  if (known.some(({ id }) => id === newId)) throw new AppError('key_made');
  if (known.filter((key) => isWorking(key, deps.clock.now())).length >= MOST_KEYS)
    throw new AppError('too_many_api_keys', { max: MOST_KEYS });
  return createKey(deps, {
    accountId: scope.accountId,
    mode: scope.mode,
    kind,
    limits,
    newId,
    actor,
    name: name === '' ? null : name,
  });
}

/** Replaces a key. One that is replaced already is refused: the key in its place can be rolled. */
export async function rollOwnKey(
  deps: KeyDeps,
  call: OwnKey & Maker & { readonly graceHours: number; readonly newId: string },
): Promise<{ id: string; key: string; oldEndsAt: number }> {
  const { scope, id, graceHours, newId, actor, mayGive } = call;
  const { ends_at, kind, rights } = await requireOwnKey(deps, scope, id);
  if (kind === 'private') narrowed({ rights: rights ?? RIGHTS, addresses: null }, mayGive);
  if (!isUuid(newId)) throw invalidRequest({ param: 'form', error: 'required' });
  if ((await listOwnKeys(deps, scope)).some((key) => key.id === newId)) throw new AppError('key_made');
  if (ends_at !== null) throw new AppError('key_ending');
  return rollKey(deps, { id, graceHours, newId, actor });
}

/**
 * Revokes a key. The last private key that works needs `isLastKnown`: whoever revokes it was told that nothing can call
 * the API afterwards.
 */
export async function revokeOwnKey(
  deps: KeyDeps,
  { scope, id, actor, isLastKnown }: OwnKey & { readonly isLastKnown: boolean },
): Promise<void> {
  const key = await requireOwnKey(deps, scope, id);
  if (key.revoked_at !== null) return;
  if (!isLastKnown && isLastPrivate(key, await listOwnKeys(deps, scope), deps.clock.now()))
    throw new AppError('last_key');
  await revokeKey(deps, { id, actor });
}

/** Of this account and mode. */
export async function requireOwnKey(deps: Pick<Deps, 'db'>, scope: Scope, id: string): Promise<KeyRecord> {
  const key = await requireKey(deps, id);
  if (key.account_id !== scope.accountId || key.mode !== scope.mode) throw new AppError('unknown_key');
  return key;
}

export async function listOwnKeys({ db }: Pick<Deps, 'db'>, { accountId, mode }: Scope): Promise<KeyRecord[]> {
  return (await listKeys(db, accountId)).filter((key) => key.mode === mode);
}

export function isWorking({ revoked_at, ends_at }: KeyRecord, now: number): boolean {
  return revoked_at === null && (ends_at === null || ends_at > now);
}

/** Whether no other private key that may do as much goes on working. */
export function isLastPrivate(key: KeyRecord, all: readonly KeyRecord[], now: number): boolean {
  const lasting = (one: KeyRecord) => one.kind === 'private' && one.ends_at === null && isWorking(one, now);
  const isEnough = (one: KeyRecord) => limitsOf(one) === null || limitsOf(key) !== null;
  return lasting(key) && !all.some((other) => other.id !== key.id && lasting(other) && isEnough(other));
}

/** Without rights of its own a key gets all that its maker may give. */
function narrowed(limits: KeyLimits | null, mayGive: readonly Right[]): KeyLimits | null {
  const rights = limits?.rights ?? (mayGive.length < RIGHTS.length ? mayGive : null);
  if (rights?.some((right) => !mayGive.includes(right))) throw new AppError('role_forbids');
  return limitsOf({ rights, addresses: limits?.addresses ?? null });
}

/** Reads the limits that somebody chose. Nothing chosen: no limits. */
export function readLimits(rights: readonly string[], addresses: readonly string[]): KeyLimits | null {
  const wrong = rights.find((right) => !isRight(right));
  if (wrong !== undefined)
    throw invalidRequest({ param: 'rights', error: 'not_allowed', details: { allowed: RIGHTS.join(', ') } });
  if (addresses.length > MOST_ADDRESSES)
    throw invalidRequest({ param: 'addresses', error: 'too_many_items', details: { max: MOST_ADDRESSES } });
  if (!addresses.every(isNetwork)) throw invalidRequest({ param: 'addresses', error: 'not_a_network' });
  return limitsOf({
    rights: rights.length === 0 ? null : RIGHTS.filter((right) => rights.includes(right)),
    addresses: addresses.length === 0 ? null : addresses,
  });
}
