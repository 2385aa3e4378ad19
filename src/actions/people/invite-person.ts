// Invites somebody to a team (D78).
import type { Deps } from '../../deps.js';
import { DAY_MS } from '../../domain/base/duration.js';
import type { AuditDetails } from '../../domain/keeping/audit.js';
import type { AuditAction } from '../../domain/keeping/audit-actions.js';
import type { Member, Team } from '../../domain/people/person.js';
import { countApprovers } from '../../domain/people/second-person.js';
import { AppError } from '../../errors/errors.js';
import { type Queryable, violates } from '../../store/db.js';
import { appendAudit } from '../../store/keeping/audit.js';
import { insertPerson, listPeople, lockTeam } from '../../store/people/people.js';
import { endDemoPeople } from './end-demo-people.js';
import { checkedEmail, checkedPersonName, checkedRole } from './person-fields.js';
import { type IssuedLink, issueLink } from './person-link.js';
import type { PeopleDeps } from './require-member.js';

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
    const people = await listPeople(tx, team);
    if (people.length >= MOST_PEOPLE) throw new AppError('team_full', { most: MOST_PEOPLE });
    // Four eyes ask who was there when somebody came (second-person.ts).
    const since = deps.clock.now() - deps.settings.fourEyesRestDays * DAY_MS;
    const noted = team === null ? { approvers: countApprovers(people, since) } : {};
    const member = await addPerson(deps, tx, { ...person, password: null, actor, action: 'person.invite', noted });
    return { member, link: await issueLink(deps, tx, { personId: member.id, kind: 'invitation' }) };
  });
}

/**
 * Adds somebody. A team has an e-mail address once. Whether another team has it, whoever invites does not learn: it is one
 * person's from the moment in which an invitation is accepted (D82). The first who is not of the demo ends it.
 */
export async function addPerson(
  deps: Pick<Deps, 'clock' | 'random' | 'vault'>,
  tx: Queryable,
  person: Pick<Member, 'team' | 'name' | 'email' | 'role'> & {
    readonly isDemo?: boolean;
    readonly password: string | null;
    readonly actor: string;
    readonly action: AuditAction;
    /** What the audit log also says. */
    readonly noted?: AuditDetails;
  },
): Promise<Member> {
  const { password, actor, action, isDemo = false, noted = {}, ...facts } = person;
  if (!isDemo) await endDemoPeople(deps, tx);
  const at = deps.clock.now();
  const member: Member = {
    ...facts,
    id: deps.random.uuid(at),
    language: 'es', // until they see the dashboard
    isDemo,
    hasPassword: password !== null,
    hasSecondFactor: false,
    createdAt: at,
    seenAt: null,
    disabledAt: null,
  };
  await insertPerson(tx, member, password).catch((error: unknown) => {
    const isTaken = violates(error, 'people_team_email') || violates(error, 'people_accepted_email');
    throw isTaken ? new AppError('email_taken', { email: member.email }) : error;
  });
  const details = { email: member.email, name: member.name, role: member.role, team: member.team, ...noted };
  await appendAudit(tx, deps, { at, actor, action, subject: member.id, details });
  return member;
}
