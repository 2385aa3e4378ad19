// Who belongs to a team and as what (D78): invites people, changes their roles, takes their access away and gives it back.
// A team never loses the last person who can manage it. Each step is a line in the audit log.

import type { Deps } from '../../deps.js';
import { isUuid } from '../../domain/base/identity.js';
import { type AuditDetails, changeDetails } from '../../domain/keeping/audit.js';
import type { AuditAction } from '../../domain/keeping/audit-actions.js';
import { canLead, leadRoleOf, type Member, type Team } from '../../domain/people/person.js';
import { AppError } from '../../errors/errors.js';
import type { Settings } from '../../settings/settings.js';
import { type Queryable, violates } from '../../store/db.js';
import { appendAudit } from '../../store/keeping/audit.js';
import {
  deleteInvited,
  findPerson,
  insertPerson,
  listPeople,
  lockTeam,
  saveDisabled,
  saveRole,
} from '../../store/people/people.js';
import { deleteLinks } from '../../store/people/person-links.js';
import { replaceRecoveryCodes, saveSeed } from '../../store/people/person-secrets.js';
import { deleteSessionById, deleteSessionsOf } from '../../store/people/sessions.js';
import { checkedEmail, checkedPersonName, checkedRole } from './person-fields.js';
import { type IssuedLink, issueLink } from './person-link.js';

type PeopleDeps = Pick<Deps, 'db' | 'clock' | 'random' | 'vault'> & { readonly settings: Pick<Settings, 'baseUrl'> };

/** `team`: whose people the caller manages. The operator at the terminal manages everybody's. */
export type PersonCall = { readonly team: Team | 'any'; readonly id: string; readonly actor: string };

export type Invitation = { readonly member: Member; readonly link: IssuedLink };

const MOST_PEOPLE = 500;

export async function invitePerson(
  deps: PeopleDeps,
  call: {
    readonly team: Team;
    readonly email: string;
    readonly name: string;
    readonly role: string;
    readonly actor: string;
  },
): Promise<Invitation> {
  const { team, actor } = call;
  const person = {
    team,
    name: checkedPersonName(call.name),
    email: checkedEmail(call.email),
    role: checkedRole(team, call.role),
  };
  return deps.db.transaction(async (tx) => {
    await lockTeam(tx, team);
    if ((await listPeople(tx, team)).length >= MOST_PEOPLE) throw new AppError('team_full', { most: MOST_PEOPLE });
    const member = await addPerson(deps, tx, { ...person, password: null, actor, action: 'person.invite' });
    return { member, link: await issueLink(deps, tx, { personId: member.id, kind: 'invitation' }) };
  });
}

/** Adds somebody. An e-mail address is one person's. */
export async function addPerson(
  deps: Pick<Deps, 'clock' | 'random' | 'vault'>,
  tx: Queryable,
  person: Pick<Member, 'team' | 'name' | 'email' | 'role'> & {
    readonly password: string | null;
    readonly actor: string;
    readonly action: AuditAction;
  },
): Promise<Member> {
  const { password, actor, action, ...facts } = person;
  const at = deps.clock.now();
  const member: Member = {
    ...facts,
    id: deps.random.uuid(at),
    hasPassword: password !== null,
    hasSecondFactor: false,
    createdAt: at,
    seenAt: null,
    disabledAt: null,
  };
  await insertPerson(tx, member, password).catch((error: unknown) => {
    throw violates(error, 'people_email') ? new AppError('email_taken', { email: member.email }) : error;
  });
  const details = { email: member.email, name: member.name, role: member.role, team: member.team };
  await appendAudit(tx, deps.vault, { at, actor, action, subject: member.id, details });
  return member;
}

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

/** A link to set the password: for somebody who was invited another invitation, else a reset. */
export async function makePersonLink(deps: PeopleDeps, call: PersonCall): Promise<Invitation> {
  return deps.db.transaction(async (tx) => {
    const member = await requireMember(tx, call);
    if (member.disabledAt !== null) throw new AppError('person_disabled', { id: member.id });
    const kind = member.hasPassword ? 'reset' : 'invitation';
    const link = await issueLink(deps, tx, { personId: member.id, kind });
    await note(deps, tx, { ...call, action: 'person.link' }, member, { kind });
    return { member, link };
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
    if (ended > 0) await note(deps, tx, { ...call, action: 'session.end' }, member, { sessions: ended });
  });
}

/** Other teams' people are unknown (D19). */
export async function requireMember(db: Queryable, { id, team }: Pick<PersonCall, 'id' | 'team'>): Promise<Member> {
  const member = isUuid(id) ? await findPerson(db, id) : null;
  if (member === null || (team !== 'any' && member.team !== team)) throw new AppError('unknown_person', { id });
  return member;
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
    await note(deps, tx, { ...call, action }, before, changeDetails(factsOf(before), factsOf(after)));
    return after;
  });
}

async function keepLead(tx: Queryable, before: Member, after: Member): Promise<void> {
  if (!canLead(before) || canLead(after)) return;
  const others = (await listPeople(tx, before.team)).filter(({ id }) => id !== before.id);
  if (!others.some(canLead)) throw new AppError('last_lead', { role: leadRoleOf(before.team) });
}

async function note(
  deps: Pick<Deps, 'clock' | 'vault'>,
  tx: Queryable,
  { actor, action }: { readonly actor: string; readonly action: AuditAction },
  member: Member,
  details: AuditDetails,
): Promise<void> {
  const step = { at: deps.clock.now(), actor, action, subject: member.id };
  await appendAudit(tx, deps.vault, { ...step, details: { email: member.email, ...details } });
}

function factsOf({ role, disabledAt, hasSecondFactor }: Member): AuditDetails {
  return { role, access: disabledAt === null, second_factor: hasSecondFactor };
}
