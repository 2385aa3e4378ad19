// Makes a link with which somebody of a team sets their password (D78).
import { AppError } from '../../errors/errors.js';
import type { Invitation } from './invite-person.js';
import { issueLink } from './person-link.js';
import { noteChange, type PeopleDeps, type PersonCall, requireMember } from './require-member.js';

/** A link to set the password: for somebody who was invited another invitation, else a reset. */
export async function makePersonLink(deps: PeopleDeps, call: PersonCall): Promise<Invitation> {
  return deps.db.transaction(async (tx) => {
    const member = await requireMember(tx, call);
    if (member.disabledAt !== null) throw new AppError('person_disabled', { id: member.id });
    const kind = member.hasPassword ? 'reset' : 'invitation';
    const link = await issueLink(deps, tx, { personId: member.id, kind });
    await noteChange(deps, tx, { ...call, action: 'person.link' }, member, { kind });
    return { member, link };
  });
}
