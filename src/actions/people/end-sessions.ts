// Ends sessions: one's own by signing out, or those of somebody of a team (D78).
import type { Deps } from '../../deps.js';
import { isUuid } from '../../domain/base/identity.js';
import { keyDigest } from '../../store/accounts/accounts.js';
import { deleteSession, deleteSessionById, deleteSessionsOf } from '../../store/people/sessions.js';
import { noteChange, type PeopleDeps, type PersonCall, requireMember } from './require-member.js';

/** Signs out of the dashboard. It also succeeds for a session that has ended or never existed. */
export async function closeSession(deps: Pick<Deps, 'db'>, token: string): Promise<void> {
  await deleteSession(deps.db, keyDigest(token));
}

/** Ends one session of somebody, or all of them but one that may stay. */
export async function endSessions(
  deps: PeopleDeps,
  call: PersonCall & { readonly sessionId?: string; readonly staying?: string | null },
): Promise<void> {
  const { sessionId, staying = null } = call;
  await deps.db.transaction(async (tx) => {
    const member = await requireMember(tx, call);
    const ended =
      sessionId === undefined
        ? await deleteSessionsOf(tx, member.id, staying)
        : Number(isUuid(sessionId) && (await deleteSessionById(tx, member.id, sessionId)));
    if (ended > 0) await noteChange(deps, tx, { ...call, action: 'session.end' }, member, { sessions: ended });
  });
}
