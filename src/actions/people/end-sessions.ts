// Ends sessions of somebody of a team (D78).
import { isUuid } from '../../domain/base/identity.js';
import { deleteSessionById, deleteSessionsOf } from '../../store/people/sessions.js';
import { noteChange, type PeopleDeps, type PersonCall, requireMember } from './require-member.js';

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
