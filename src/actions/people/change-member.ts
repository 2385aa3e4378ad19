// Changes what somebody of a team may do, takes their access away and gives it back (D78). A team never loses the last
// person who can manage it. Each step is a line in the audit log.
import { type AuditDetails, changeDetails } from '../../domain/keeping/audit.js';
import type { AuditAction } from '../../domain/keeping/audit-actions.js';
import { canLead, leadRoleOf, type Member } from '../../domain/people/person.js';
import { AppError } from '../../errors/errors.js';
import type { Queryable } from '../../store/db.js';
import { deleteInvited, listPeople, lockTeam, saveDisabled, saveRole } from '../../store/people/people.js';
import { deleteLinks } from '../../store/people/person-links.js';
import { replaceRecoveryCodes, saveSeed } from '../../store/people/person-secrets.js';
import { deleteSessionsOf } from '../../store/people/sessions.js';
import { isDemoOver } from './end-demo-people.js';
import { checkedRole } from './person-fields.js';
import { noteChange, type PeopleDeps, type PersonCall, requireMember } from './require-member.js';

export function changeRole(deps: PeopleDeps, call: PersonCall & { readonly role: string }): Promise<Member> {
  return changeMember(deps, call, 'person.role', async (tx, before) => {
    const after = { ...before, role: checkedRole(before.team, call.role) };
    await keepLead(tx, before, after);
    await saveRole(tx, before.id, after.role);
    return after;
  });
}

/** Takes somebody's access away: their sessions and links end at once. */
export function disablePerson(deps: PeopleDeps, call: PersonCall): Promise<Member> {
  return changeMember(deps, call, 'person.disable', async (tx, before) => {
    const after = { ...before, disabledAt: before.disabledAt ?? deps.clock.now() };
    await keepLead(tx, before, after);
    await saveDisabled(tx, before.id, after.disabledAt);
    await deleteSessionsOf(tx, before.id, null);
    await deleteLinks(tx, before.id);
    return after;
  });
}

export function enablePerson(deps: PeopleDeps, call: PersonCall): Promise<Member> {
  return changeMember(deps, call, 'person.enable', async (tx, before) => {
    if (before.isDemo && (await isDemoOver(deps, tx))) throw new AppError('demo_over');
    await saveDisabled(tx, before.id, null);
    return { ...before, disabledAt: null };
  });
}

/** Takes back an invitation that nobody has accepted. */
export function withdrawInvitation(deps: PeopleDeps, call: PersonCall): Promise<Member> {
  return changeMember(deps, call, 'person.withdraw', async (tx, before) => {
    if (before.hasPassword) throw new AppError('not_invited', { id: before.id });
    await deleteInvited(tx, before.id);
    return before;
  });
}

/** For somebody who has lost phone and recovery codes. */
export function removeSecondFactor(deps: PeopleDeps, call: PersonCall): Promise<Member> {
  return changeMember(deps, call, 'person.second_factor_off', async (tx, before) => {
    await saveSeed(tx, before.id, null);
    await replaceRecoveryCodes(tx, before.id, []);
    return { ...before, hasSecondFactor: false };
  });
}

/** Changes of one team run one after the other, so that two of its leads cannot remove each other. */
function changeMember(
  deps: PeopleDeps,
  call: PersonCall,
  action: AuditAction,
  change: (tx: Queryable, before: Member) => Promise<Member>,
): Promise<Member> {
  return deps.db.transaction(async (tx) => {
    const { team } = await requireMember(tx, call);
    await lockTeam(tx, team);
    const before = await requireMember(tx, call);
    const after = await change(tx, before);
    await noteChange(deps, tx, { ...call, action }, before, changeDetails(factsOf(before), factsOf(after)));
    return after;
  });
}

async function keepLead(tx: Queryable, before: Member, after: Member): Promise<void> {
  if (!canLead(before) || canLead(after)) return;
  const others = (await listPeople(tx, before.team)).filter(({ id }) => id !== before.id);
  if (!others.some(canLead)) throw new AppError('last_lead', { role: leadRoleOf(before.team) });
}

function factsOf({ role, disabledAt, hasSecondFactor }: Member): AuditDetails {
  return { role, access: disabledAt === null, second_factor: hasSecondFactor };
}
