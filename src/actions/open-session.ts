// Signs in to the dashboard. A private key or the operator's token opens a session, which gets its own random token.
import type { Deps } from '../deps.js';
import { keyDigest } from '../store/accounts/accounts.js';
import { insertSession } from '../store/people/sessions.js';
import { findHolder, type Visitor } from './find-visitor.js';

export const SESSION_SECONDS = 12 * 3_600;

export type OpenedSession = { readonly visitor: Visitor; readonly token: string };

/** null if the secret is unknown. */
export async function openSession(
  deps: Pick<Deps, 'db' | 'clock' | 'random' | 'settings'>,
  secret: string,
): Promise<OpenedSession | null> {
  const openedWith = keyDigest(secret);
  const visitor = await findHolder(deps, openedWith);
  if (visitor === null) return null;
  const token = deps.random.bytes(32).toString('base64url');
  const now = deps.clock.now();
  const expiresAt = now + SESSION_SECONDS * 1_000;
  await insertSession(deps.db, { digest: keyDigest(token), openedWith, now, expiresAt });
  return { visitor, token };
}
