// Creates a merchant with their keys (D5, D17). Only this call ever returns the keys.
import {
  type Account,
  IMPORTED_KEY_LENGTH,
  isKeyForm,
  KEY_KINDS,
  type KeyKind,
  looksMisplaced,
  makeKey,
  SHORTEST_PRIVATE_KEY,
} from '../../domain/accounts/account.js';
import type { Mode } from '../../domain/base/mode.js';
import { AppError, invalidRequest } from '../../errors/errors.js';
import * as accounts from '../../store/accounts/accounts.js';
import { sqlState, violates } from '../../store/db.js';
import { appendAudit } from '../../store/keeping/audit.js';
import { checkedName, checkedVersion } from './account-fields.js';
import { type AccountDeps, newKey } from './create-key.js';

export type AccountRequest = {
  /** Of a form that is sent twice, the same: the second one makes nothing. */
  readonly id?: string | undefined;
  readonly name: string;
  /** A date: the account sees the interface as it was then (D35). */
  readonly interfaceVersion: string;
  readonly ordersEnvelope?: boolean | undefined;
  /** Keys the merchant already has. Any others are made. */
  readonly imported?: { readonly test?: Partial<ModeKeys>; readonly live?: Partial<ModeKeys> };
  /** `as-given` imports a key even if it looks as if it were of another kind or mode, or is short (D69, D91). */
  readonly slots?: 'checked' | 'as-given' | undefined;
  /** `later`: the live private key is prepared and does not work yet (D81). `none`: the owner makes it. */
  readonly livePrivate?: 'now' | 'later' | 'none';
  readonly actor: string;
};

export type NewAccount = {
  readonly account: Account;
  readonly keys: { readonly test: ModeKeys; readonly live: ModeKeys };
  /** Of the live private key, if it does not work yet. */
  readonly prepared: accounts.NewKey | null;
};

export async function createAccount(deps: AccountDeps, request: AccountRequest): Promise<NewAccount> {
  const now = deps.clock.now();
  const { actor, livePrivate = 'now' } = request;
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
  const all = KEY_KINDS.flatMap((kind) => [
    newKey(deps, account.id, { mode: 'test', kind, key: keys.test[kind] }),
    newKey(deps, account.id, { mode: 'live', kind, key: keys.live[kind] }),
  ]);
  const isLater = ({ mode, kind }: accounts.NewKey) => livePrivate !== 'now' && mode === 'live' && kind === 'private';
  const rows = all.filter((row) => !isLater(row));
  await deps.db
    .transaction(async (tx) => {
      await accounts.insertAccount(tx, account, rows);
      await appendAudit(tx, deps, { at: now, actor, action: 'account.create', subject: account.id, details: { name } });
    })
    .catch(explainTakenKey);
  return { account, keys, prepared: livePrivate === 'later' ? (all.find(isLater) ?? null) : null };
}

function keysOf(deps: AccountDeps, { imported, slots }: AccountRequest, mode: Mode): ModeKeys {
  const keyOf = (kind: KeyKind) => {
    const key = imported?.[mode]?.[kind];
    if (key === undefined) return makeKey(mode, kind, deps.random.bytes);
    const param = `${mode}_${kind}_key`;
    const least = IMPORTED_KEY_LENGTH[kind];
    const min = slots === 'as-given' ? Math.min(least, SHORTEST_PRIVATE_KEY) : least;
    if (!isKeyForm(key) || key.length < min)
      throw invalidRequest({ param, error: 'invalid_code', details: { min, max: 80 } });
    if (slots !== 'as-given' && looksMisplaced(key, { mode, kind })) throw new AppError('key_misplaced', { param });
    return key;
  };
  return { public: keyOf('public'), private: keyOf('private') };
}

function explainTakenKey(error: unknown): never {
  if (violates(error, 'accounts_pkey')) throw new AppError('already_done');
  if (sqlState(error) === '23505') throw new AppError('key_taken');
  throw error;
}

type ModeKeys = Record<KeyKind, string>;
