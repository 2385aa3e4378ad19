// Identifies a visitor to the dashboard. Every request looks up the key or token that opened the session again, so the
// session ends as soon as that secret is revoked, ends or changes.
import { timingSafeEqual } from 'node:crypto';
import type { Deps } from '../deps.js';
import type { Credential } from '../domain/account.js';
import { findCredential, keyDigest } from '../store/accounts/accounts.js';
import { findSession } from '../store/people/sessions.js';

export type Visitor = { readonly kind: 'merchant'; readonly credential: Credential } | { readonly kind: 'operator' };

type VisitorDeps = Pick<Deps, 'db' | 'clock' | 'settings'>;

/** The owner of a session; null if the session is unknown or over. */
export async function findVisitor(deps: VisitorDeps, token: string): Promise<Visitor | null> {
  const openedWith = await findSession(deps.db, keyDigest(token), deps.clock.now());
  return openedWith === null ? null : findHolder(deps, openedWith);
}

/** The owner of the secret with this digest: a merchant with a private key, or the operator; null if it is unknown. */
export async function findHolder(deps: VisitorDeps, digest: Buffer): Promise<Visitor | null> {
  const { operatorToken } = deps.settings;
  if (operatorToken !== null && timingSafeEqual(digest, keyDigest(operatorToken))) return { kind: 'operator' };
  const credential = await findCredential(deps.db, digest);
  if (credential === null || credential.kind !== 'private' || credential.isSuspended) return null;
  if (credential.endsAt !== null && credential.endsAt <= deps.clock.now()) return null;
  return { kind: 'merchant', credential };
}
