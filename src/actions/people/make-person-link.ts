// Makes a link for somebody of a team (D78): to set their password, or to sign in.
import type { LinkKind, Member } from '../../domain/people/person.js';
import { AppError } from '../../errors/errors.js';
import type { Invitation } from './invite-person.js';
import { issueLink } from './person-link.js';
import { noteChange, type PeopleDeps, type PersonCall, requireMember } from './require-member.js';

/** A link to set the password: for somebody who was invited another invitation, else a reset. */
export function makePersonLink(deps: PeopleDeps, call: PersonCall): Promise<Invitation> {
  return makeLink(deps, call, 'reset');
}

/** A link to sign in, for whoever has the machine (D82). Somebody who was invited sets their password first. */
export function makeSignInLink(deps: PeopleDeps, call: PersonCall): Promise<Invitation> {
  return makeLink(deps, call, 'sign_in');
}

function makeLink(deps: PeopleDeps, call: PersonCall, wanted: LinkKind): Promise<Invitation> {
  return deps.db.transaction(async (tx) => {
    const member: Member = await requireMember(tx, call);
    if (member.disabledAt !== null) throw new AppError('person_disabled', { id: member.id });
    const kind = member.hasPassword ? wanted : 'invitation';
    const link = await issueLink(deps, tx, { personId: member.id, kind });
    await noteChange(deps, tx, { ...call, action: 'person.link' }, member, { kind });
    return { member, link };
  });
}
