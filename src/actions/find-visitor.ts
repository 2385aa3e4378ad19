// Identifies a visitor to the dashboard. Every request looks up the key or token that opened the session again, so the
// session ends as soon as that secret is revoked, ends or changes.
import { timingSafeEqual } from 'node:crypto';
import type { Deps } from '../deps.js';
import type { Visitor } from '../domain/person.js';
import { findAccount, findCredential, keyDigest } from '../store/accounts/accounts.js';
import { findSession } from '../store/people/sessions.js';

const OPERATOR: Visitor = { kind: 'operator', person: { id: 'operator', name: 'Operator', email: '' }, role: 'admin' };

type VisitorDeps = Pick<Deps, 'db' | 'clock' | 'settings' | 'vault'>;

/** The owner of a session; null if the session is unknown or over. */
export async function findVisitor(deps: VisitorDeps, token: string): Promise<Visitor | null> {
  const openedWith = await findSession(deps.db, keyDigest(token), deps.clock.now());
  if (openedWith === null) return null;
  return isSame(openedWith, operatorMark(deps)) ? OPERATOR : findHolder(deps, openedWith);
}

/**
 * What a session of the operator was opened with. The token may be a short word, whose plain digest could be guessed by
 * whoever reads the database; this cannot be computed without the secret key (D79). null if there is no token.
 */
export function operatorMark({ settings, vault }: Pick<VisitorDeps, 'settings' | 'vault'>): Buffer | null {
  const { operatorToken } = settings;
  return operatorToken === null ? null : Buffer.from(vault.sign(`operator session ${operatorToken}`).mac, 'hex');
}

function isSame(one: Buffer, other: Buffer | null): boolean {
  return other !== null && one.length === other.length && timingSafeEqual(one, other);
}

/** The owner of the secret with this digest: a merchant with a private key, or the operator; null if it is unknown. */
export async function findHolder(deps: VisitorDeps, digest: Buffer): Promise<Visitor | null> {
  const { operatorToken } = deps.settings;
  if (operatorToken !== null && timingSafeEqual(digest, keyDigest(operatorToken))) return OPERATOR;
  const credential = await findCredential(deps.db, digest);
  if (credential === null || credential.kind !== 'private' || credential.isSuspended) return null;
  if (credential.limits !== undefined) return null; // the dashboard shows more than a restricted key may see
  if (credential.endsAt !== null && credential.endsAt <= deps.clock.now()) return null;
  const { scope, ...terms } = credential;
  const name = (await findAccount(deps.db, scope.accountId))?.name ?? '';
  const person = { id: credential.keyId, name, email: '' };
  return { kind: 'merchant', person, role: 'owner', account: { ...terms, id: scope.accountId, name } };
}
