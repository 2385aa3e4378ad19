// Finds the merchant or the key that an operator names.
import type { Deps } from '../../deps.js';
import type { Account, Credential } from '../../domain/accounts/account.js';
import { isUuid } from '../../domain/base/identity.js';
import { AppError } from '../../errors/errors.js';
import * as accounts from '../../store/accounts/accounts.js';
import type { Queryable } from '../../store/db.js';

export async function requireAccount(deps: Pick<Deps, 'db'>, id: string): Promise<Account> {
  const account = isUuid(id) ? await accounts.findAccount(deps.db, id) : null;
  if (account === null) throw new AppError('unknown_account', { id });
  return account;
}

/** A merchant as a key of theirs would be let in, for what acts without one. */
export async function merchantAs(
  db: Queryable,
  { id, interfaceVersion, ordersEnvelope }: Account,
  by: Pick<Credential, 'keyId' | 'kind' | 'scope'>,
): Promise<Credential> {
  const fees = await accounts.listFees(db, id);
  return { ...by, interfaceVersion, ordersEnvelope, fees, isSuspended: false, endsAt: null };
}

export async function requireKey(deps: Pick<Deps, 'db'>, id: string): Promise<accounts.KeyRecord> {
  const key = isUuid(id) ? await accounts.findKey(deps.db, id) : null;
  // The operator may have typed the key itself, so the error does not repeat it.
  if (key === null) throw new AppError('unknown_key');
  return key;
}
