// Signs in to the dashboard. A private key or the operator's token opens a session, which gets its own random token.
import type { Deps } from '../deps.js';
import { visitorActor } from '../domain/actor.js';
import type { Visitor } from '../domain/person.js';
import { keyDigest } from '../store/accounts/accounts.js';
import { appendAudit } from '../store/accounts/audit.js';
import { insertSession } from '../store/people/sessions.js';
import { findHolder, operatorMark } from './find-visitor.js';

export const SESSION_SECONDS = 12 * 3_600;

export type OpenedSession = { readonly visitor: Visitor; readonly token: string };

/** null if the secret is unknown. */
export async function openSession(
  deps: Pick<Deps, 'db' | 'clock' | 'random' | 'settings' | 'vault' | 'refusedSignIns'>,
  secret: string,
  address: string,
): Promise<OpenedSession | null> {
  const digest = keyDigest(secret);
  const visitor = await findHolder(deps, digest);
  if (visitor === null) {
    deps.refusedSignIns.note(address);
    return null;
  }
  const openedWith = (visitor.kind === 'operator' ? operatorMark(deps) : null) ?? digest;
  const token = deps.random.bytes(32).toString('base64url');
  const now = deps.clock.now();
  const expiresAt = now + SESSION_SECONDS * 1_000;
  await deps.db.transaction(async (tx) => {
    await insertSession(tx, { digest: keyDigest(token), openedWith, now, expiresAt });
    const subject = visitor.kind === 'operator' ? 'operator' : visitor.account.id;
    const step = { at: now, actor: visitorActor(visitor, address), action: 'session.open', subject };
    await appendAudit(tx, deps.vault, { ...step, details: {} });
  });
  return { visitor, token };
}
