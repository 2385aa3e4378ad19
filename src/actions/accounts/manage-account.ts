// Creates merchants and their keys, and rolls and revokes keys (D5, D17). Only the call that makes a key ever returns
// it. Each step is written to the audit log; the actor is the operator or the service itself.

import type { Deps } from '../../deps.js';
import {
  type Account,
  IMPORTED_KEY_LENGTH,
  isKeyForm,
  KEY_KINDS,
  type KeyKind,
  keyPrefix,
  looksMisplaced,
  makeKey,
} from '../../domain/accounts/account.js';
import { type KeyLimits, limitsOf } from '../../domain/accounts/right.js';
import { HOUR_MS } from '../../domain/base/duration.js';
import { isUuid } from '../../domain/base/identity.js';
import type { Mode } from '../../domain/base/mode.js';
import type { AuditStep } from '../../domain/keeping/audit.js';
import type { AuditAction } from '../../domain/keeping/audit-actions.js';
import { AppError, invalidRequest } from '../../errors/errors.js';
import * as accounts from '../../store/accounts/accounts.js';
import { sqlState, violates } from '../../store/db.js';
import { appendAudit } from '../../store/keeping/audit.js';

type AccountDeps = Pick<Deps, 'db' | 'clock' | 'random' | 'vault'>;
type ModeKeys = Record<KeyKind, string>;
type KeyCall = { readonly id: string; readonly actor: string };

export type AccountRequest = {
  /** Of a form that is sent twice, the same: the second one makes nothing. */
  readonly id?: string | undefined;
  readonly name: string;
  /** A date: the account sees the interface as it was then (D35). */
  readonly interfaceVersion: string;
  readonly ordersEnvelope?: boolean | undefined;
  /** Keys the merchant already has. Any others are made. */
  readonly imported?: { readonly test?: Partial<ModeKeys>; readonly live?: Partial<ModeKeys> };
  /** `as-given` imports a key even if it looks as if it were of another kind or mode (D69). */
  readonly slots?: 'checked' | 'as-given' | undefined;
  readonly actor: string;
};

export type NewAccount = {
  readonly account: Account;
  readonly keys: { readonly test: ModeKeys; readonly live: ModeKeys };
};

const LONGEST_NAME = 255;

export async function createAccount(deps: AccountDeps, request: AccountRequest): Promise<NewAccount> {
  const now = deps.clock.now();
  const { actor } = request;
  const name = checkedName(request.name);
  const account: Account = {
    id: request.id ?? deps.random.uuid(now),
    name,
    interfaceVersion: checkedVersion(request.interfaceVersion),
    ordersEnvelope: request.ordersEnvelope ?? false,
    createdAt: now,
    suspendedAt: null,
  };
  const keys = { test: keysOf(deps, request, 'test'), live: keysOf(deps, request, 'live') };
  const rows = KEY_KINDS.flatMap((kind) => [
    newKey(deps, account.id, { mode: 'test', kind, key: keys.test[kind] }),
    newKey(deps, account.id, { mode: 'live', kind, key: keys.live[kind] }),
  ]);
  await deps.db
    .transaction(async (tx) => {
      await accounts.insertAccount(tx, account, rows);
      await appendAudit(tx, deps.vault, {
        at: now,
        actor,
        action: 'account.create',
        subject: account.id,
        details: { name },
      });
    })
    .catch(explainTakenKey);
  return { account, keys };
}

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

/** Revokes a key. Every node refuses it within two seconds. */
export async function revokeKey(deps: AccountDeps, { id, actor }: KeyCall): Promise<accounts.KeyRecord> {
  const key = await requireKey(deps, id);
  const now = deps.clock.now();
  await deps.db.transaction(async (tx) => {
    await accounts.revokeKey(tx, id, now);
    const details = { account: key.account_id, mode: key.mode, kind: key.kind };
    await appendAudit(tx, deps.vault, { at: now, actor, action: 'key.revoke', subject: id, details });
  });
  return requireKey(deps, id);
}

export async function requireAccount(deps: Pick<Deps, 'db'>, id: string): Promise<Account> {
  const account = isUuid(id) ? await accounts.findAccount(deps.db, id) : null;
  if (account === null) throw new AppError('unknown_account', { id });
  return account;
}

export async function requireKey(deps: Pick<Deps, 'db'>, id: string): Promise<accounts.KeyRecord> {
  const key = isUuid(id) ? await accounts.findKey(deps.db, id) : null;
  // The operator may have typed the key itself, so the error does not repeat it.
  if (key === null) throw new AppError('unknown_key');
  return key;
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

function newKey(
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

function keysOf(deps: AccountDeps, { imported, slots }: AccountRequest, mode: Mode): ModeKeys {
  const keyOf = (kind: KeyKind) => {
    const key = imported?.[mode]?.[kind];
    if (key === undefined) return makeKey(mode, kind, deps.random.bytes);
    const [param, min] = [`${mode}_${kind}_key`, IMPORTED_KEY_LENGTH[kind]];
    if (!isKeyForm(key) || key.length < min)
      throw invalidRequest({ param, error: 'invalid_code', details: { min, max: 80 } });
    if (slots !== 'as-given' && looksMisplaced(key, { mode, kind })) throw new AppError('key_misplaced', { param });
    return key;
  };
  return { public: keyOf('public'), private: keyOf('private') };
}

export function checkedName(given: string): string {
  const name = given.trim();
  if (name !== '' && name.length <= LONGEST_NAME) return name;
  throw invalidRequest({ param: 'name', error: 'wrong_length', details: { min: 1, max: LONGEST_NAME } });
}

export function checkedVersion(version: string): string {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(version) ? Date.parse(version) : Number.NaN;
  const isDate = !Number.isNaN(time) && new Date(time).toISOString().startsWith(version); // refuses 30 February
  if (!isDate) throw invalidRequest({ param: 'interface_version', error: 'not_a_date' });
  return version;
}

/** The digest of a new key is never taken, so its id is: the same form was sent before. */
function explainMadeKey(error: unknown): never {
  if (sqlState(error) === '23505') throw new AppError('key_made');
  throw error;
}

function explainTakenKey(error: unknown): never {
  if (violates(error, 'accounts_pkey')) throw new AppError('already_done');
  if (sqlState(error) === '23505') throw new AppError('key_taken');
  throw error;
}
