// Opens a session of the dashboard for somebody who has proved who they are. Every session gets its own random token, so
// nobody can plant one beforehand.
import type { Deps } from '../../deps.js';
import { personActor } from '../../domain/accounts/actor.js';
import { keyDigest } from '../../store/accounts/accounts.js';
import type { Queryable } from '../../store/db.js';
import { appendAudit } from '../../store/keeping/audit.js';
import { noteSeen } from '../../store/people/people.js';
import { insertSession, type SessionTime, type Stage } from '../../store/people/sessions.js';

/** A session is over after this time, however it is used: a working day. */
export const SESSION_SECONDS = 12 * 3_600;
/** And after this time without a request. */
export const IDLE_SECONDS = 2 * 3_600;
/** How long somebody may take to type the code of the second factor. */
export const CODE_SECONDS = 600;

/** Where a request comes from. */
export type Browser = { readonly address: string; readonly agent: string };

/** `code`: the token is only good for the code of the second factor. */
export type OpenedSession = { readonly token: string; readonly stage: Stage };

const LONGEST_AGENT = 300;

export async function openSession(
  deps: Pick<Deps, 'clock' | 'random' | 'vault'>,
  tx: Queryable,
  opening: {
    readonly person: { readonly id: string; readonly team: string | null };
    readonly stage: Stage;
    readonly browser: Browser;
    /** What was proved: `password`, `password and code`, `invitation` … */
    readonly by: string;
  },
): Promise<OpenedSession> {
  const { person, stage, browser, by } = opening;
  const token = deps.random.bytes(32).toString('base64url');
  const now = deps.clock.now();
  const seconds = stage === 'open' ? SESSION_SECONDS : CODE_SECONDS;
  const agent = browser.agent.replace(/\p{Cc}/gu, ' ').slice(0, LONGEST_AGENT);
  await insertSession(tx, {
    digest: keyDigest(token),
    id: deps.random.uuid(now),
    personId: person.id,
    stage,
    address: browser.address,
    agent,
    now,
    expiresAt: now + seconds * 1_000,
  });
  if (stage === 'open') {
    await noteSeen(tx, person.id, now);
    const step = { at: now, actor: personActor(person, browser.address), action: 'session.open' as const };
    await appendAudit(tx, deps, { ...step, subject: person.team ?? 'operator', details: { by } });
  }
  return { token, stage };
}

export function sessionTime({ clock }: Pick<Deps, 'clock'>): SessionTime {
  const now = clock.now();
  return { now, usedSince: now - IDLE_SECONDS * 1_000 };
}
