// Makes merchants and their keys, rolls keys and ends them (D5, D17). A key is told once, by the call that made it.
import type { Deps } from '../deps.js';
import {
  type Account,
  isKeyForm,
  KEY_KINDS,
  type KeyKind,
  keyPrefix,
  makeKey,
  NEWEST_INTERFACE_VERSION,
} from '../domain/account.js';
import { isUuid } from '../domain/identity.js';
import { OperatorError } from '../operator-error.js';
import * as accounts from '../store/accounts.js';
import { sqlState } from '../store/db.js';

type AccountDeps = Pick<Deps, 'db' | 'clock' | 'random'>;
type ModeKeys = Record<KeyKind, string>;

export type AccountRequest = {
  readonly name: string;
  readonly interfaceVersion?: string | undefined;
  readonly ordersEnvelope?: boolean | undefined;
  /** Keys that the merchant brings along; the others are made. */
  readonly imported?: { readonly test?: Partial<ModeKeys>; readonly live?: Partial<ModeKeys> };
};

export type NewAccount = {
  readonly account: Account;
  readonly keys: { readonly test: ModeKeys; readonly live: ModeKeys };
};

export async function createAccount(deps: AccountDeps, request: AccountRequest): Promise<NewAccount> {
  const now = deps.clock.now();
  const name = request.name.trim();
  if (name === '' || name.length > 255) throw new OperatorError('An account needs a name of 1 to 255 characters.');
  const account: Account = {
    id: deps.random.uuid(now),
    name,
    interfaceVersion: checkedVersion(request.interfaceVersion ?? NEWEST_INTERFACE_VERSION),
    ordersEnvelope: request.ordersEnvelope ?? false,
    createdAt: now,
  };
  const modeKeys = (livemode: boolean): ModeKeys => {
    const imported = request.imported?.[livemode ? 'live' : 'test'];
    const keyOf = (kind: KeyKind) => checkedKey(imported?.[kind]) ?? makeKey(livemode, kind, deps.random.bytes);
    return { public: keyOf('public'), private: keyOf('private') };
  };
  const keys = { test: modeKeys(false), live: modeKeys(true) };
  const rows = KEY_KINDS.flatMap((kind) => [
    newKey(deps, account.id, { livemode: false, kind, key: keys.test[kind] }),
    newKey(deps, account.id, { livemode: true, kind, key: keys.live[kind] }),
  ]);
  await accounts.insertAccount(deps.db, account, rows).catch(explainTakenKey);
  return { account, keys };
}

/** One more key of that mode and kind; those before go on working. */
export async function createKey(
  deps: AccountDeps,
  accountId: string,
  mode: { livemode: boolean; kind: KeyKind },
): Promise<{ id: string; key: string }> {
  await requireAccount(deps, accountId);
  const key = makeKey(mode.livemode, mode.kind, deps.random.bytes);
  const row = newKey(deps, accountId, { ...mode, key });
  await accounts.insertKey(deps.db, row);
  return { id: row.id, key };
}

/** A new key in place of an old one, which goes on working for the grace time. */
export async function rollKey(
  deps: AccountDeps,
  id: string,
  graceHours: number,
): Promise<{ id: string; key: string; oldEndsAt: number }> {
  const old = await requireKey(deps, id);
  if (old.revoked_at !== null) throw new OperatorError(`Key ${id} is revoked; make a new one with: cobro key create`);
  const fresh = await createKey(deps, old.account_id, { livemode: old.livemode, kind: old.kind });
  const oldEndsAt = deps.clock.now() + graceHours * 3_600_000;
  await accounts.endKeyAt(deps.db, id, oldEndsAt);
  return { ...fresh, oldEndsAt };
}

/** Ends a key on every node within two seconds. */
export async function revokeKey(deps: AccountDeps, id: string): Promise<accounts.KeyRecord> {
  await requireKey(deps, id);
  await accounts.revokeKey(deps.db, id, deps.clock.now());
  return requireKey(deps, id);
}

export async function requireAccount(deps: Pick<Deps, 'db'>, id: string): Promise<Account> {
  const account = isUuid(id) ? await accounts.findAccount(deps.db, id) : null;
  if (account === null) throw new OperatorError(`There is no account ${id}. List them with: cobro account list`);
  return account;
}

async function requireKey(deps: Pick<Deps, 'db'>, id: string): Promise<accounts.KeyRecord> {
  const key = isUuid(id) ? await accounts.findKey(deps.db, id) : null;
  if (key === null)
    throw new OperatorError(
      `There is no key ${id}. List them with: cobro key list --account ID (the id, not the key itself)`,
    );
  return key;
}

function newKey(
  deps: AccountDeps,
  accountId: string,
  given: { livemode: boolean; kind: KeyKind; key: string },
): accounts.NewKey {
  const now = deps.clock.now();
  return {
    id: deps.random.uuid(now),
    accountId,
    livemode: given.livemode,
    kind: given.kind,
    digest: accounts.keyDigest(given.key),
    prefix: keyPrefix(given.key),
    createdAt: now,
  };
}

function checkedVersion(version: string): string {
  const isDate = /^\d{4}-\d{2}-\d{2}$/.test(version) && !Number.isNaN(Date.parse(version));
  if (!isDate)
    throw new OperatorError(`--interface-version ${version} must be a date such as ${NEWEST_INTERFACE_VERSION}.`);
  return version;
}

function checkedKey(key: string | undefined): string | undefined {
  if (key !== undefined && !isKeyForm(key)) {
    throw new OperatorError('An imported key must have 8 to 80 letters, digits, - or _.');
  }
  return key;
}

function explainTakenKey(error: unknown): never {
  if (sqlState(error) === '23505')
    throw new OperatorError('One of these keys is in use already; every key must be different.');
  throw error;
}
