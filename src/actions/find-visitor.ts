// Who looks at the dashboard. A session stands for the key or the token that opened it, which is looked up each time: one
// that is revoked, ended or changed shows nothing more.
import { timingSafeEqual } from 'node:crypto';
import type { Deps } from '../deps.js';
import type { Credential } from '../domain/account.js';
import { findCredential, keyDigest } from '../store/accounts/accounts.js';
import { findSession } from '../store/people/sessions.js';

export type Visitor = { readonly kind: 'merchant'; readonly credential: Credential } | { readonly kind: 'operator' };

type VisitorDeps = Pick<Deps, 'db' | 'clock' | 'settings'>;

/** Whose session it is; null when it is unknown or over. */
export async function findVisitor(deps: VisitorDeps, token: string): Promise<Visitor | null> {
  const openedWith = await findSession(deps.db, keyDigest(token), deps.clock.now());
  return openedWith === null ? null : findHolder(deps, openedWith);
}

/** Who has the secret with this digest: a merchant with a private key, or the operator; null when it opens nothing. */
export async function findHolder(deps: VisitorDeps, digest: Buffer): Promise<Visitor | null> {
  const { operatorToken } = deps.settings;
  if (operatorToken !== null && timingSafeEqual(digest, keyDigest(operatorToken))) return { kind: 'operator' };
  const credential = await findCredential(deps.db, digest);
  if (credential === null || credential.kind !== 'private') return null;
  if (credential.endsAt !== null && credential.endsAt <= deps.clock.now()) return null;
  return { kind: 'merchant', credential };
}
