// The people of a team, for a merchant and for the operator alike: everybody of the team sees the list, and whoever
// manages the team changes it (D78).
import {
  changeRole,
  disablePerson,
  enablePerson,
  removeSecondFactor,
  withdrawInvitation,
} from '../../../actions/people/change-member.js';
import { endSessions } from '../../../actions/people/end-sessions.js';
import { type Invitation, invitePerson } from '../../../actions/people/invite-person.js';
import { mailChange, mailLink } from '../../../actions/people/mail-person.js';
import { makePersonLink } from '../../../actions/people/make-person-link.js';
import { sessionTime } from '../../../actions/people/open-session.js';
import { proveSelf } from '../../../actions/people/prove-self.js';
import { requireMember } from '../../../actions/people/require-member.js';
import type { Deps } from '../../../deps.js';
import { AppError } from '../../../errors/errors.js';
import { listSessions } from '../../../store/people/sessions.js';
import { secretIn, textIn } from '../refusal.js';
import type { Sessions } from '../session.js';
import type { Page, Section, Visit, Visits } from '../visit.js';
import { peopleList } from './people-list.js';
import { renderLinkOutcome } from './people-page.js';
import { renderPersonPage } from './person-page.js';
import { profileRoutes } from './profile-routes.js';
import { teamOf } from './team-of.js';
import { PEOPLE_DONE, PEOPLE_TEXTS } from './texts.js';

type TeamSection<V extends Visit> = Section<V, 'see' | 'manage'>;

export function peopleRoutes({ merchant, operator, sessions }: Visits, deps: Deps): void {
  teamRoutes(merchant, deps, sessions);
  teamRoutes(operator, deps, sessions);
  profileRoutes(merchant, deps, sessions);
  profileRoutes(operator, deps, sessions);
}

function teamRoutes<V extends Visit>(section: TeamSection<V>, deps: Deps, sessions: Sessions): void {
  const { show, act } = section;
  const listPage = peopleList(section, deps);
  const personPage: Page<V> = async (visit) => {
    const person = await requireMember(deps.db, callOf(visit));
    return renderPersonPage(visit.frame, {
      person,
      sessions: await listSessions(deps.db, [person.id], sessionTime(deps)),
      ownSession: await sessions.idOf(visit.request),
      isSelf: person.id === visit.visitor.person.id,
    });
  };
  show('/people/:id', 'manage', personPage);
  const onPerson = { page: personPage, backTo: '/people/:id' };

  act('/people', 'manage', { page: listPage, backTo: '/people' }, async (visit) => {
    const [name, email, role] = ['name', 'email', 'role'].map((field) => textIn(visit, field));
    const { actor, visitor } = visit;
    const person = { team: teamOf(visitor), name: name ?? '', email: email ?? '', role: role ?? '', actor };
    return sendLink(deps, visit, await invitePerson(deps, person));
  });
  act('/people/:id/link', 'manage', onPerson, async (visit) =>
    sendLink(deps, visit, await makePersonLink(deps, await provenCall(deps, visit))),
  );
  for (const { word, change, done, work } of CHANGES)
    act(`/people/:id/${word}`, 'manage', { ...onPerson, done }, async (visit) => {
      const call = await provenCall(deps, visit);
      const member = await work(deps, { ...call, role: textIn(visit, 'role') });
      await mailChange(deps, { member, change }, writerOf(visit));
    });
  act('/people/:id/withdraw', 'manage', { ...onPerson, done: PEOPLE_DONE.withdrawn }, async (visit) => {
    await withdrawInvitation(deps, callOf(visit));
    return { to: '/people' };
  });
  act('/people/:id/sessions', 'manage', { ...onPerson, done: PEOPLE_DONE.ended }, (visit) =>
    endSessions(deps, callOf(visit)),
  );
  act('/people/:id/sessions/:session', 'manage', { ...onPerson, done: PEOPLE_DONE.ended }, (visit) =>
    endSessions(deps, { ...callOf(visit), sessionId: visit.request.params['session'] ?? '' }),
  );
}

/** What changes somebody's access: whoever does it proves who they are, and the colleague is told by e-mail (D82). */
const CHANGES = [
  { word: 'role', change: 'role', done: PEOPLE_DONE.role, work: changeRole },
  { word: 'second-factor', change: 'second_factor', done: PEOPLE_DONE.factorRemoved, work: removeSecondFactor },
  { word: 'disable', change: 'disabled', done: PEOPLE_DONE.disabled, work: disablePerson },
  { word: 'enable', change: 'enabled', done: PEOPLE_DONE.enabled, work: enablePerson },
] as const;

/** The link goes to the person alone. */
async function sendLink(deps: Deps, visit: Visit, invitation: Invitation) {
  const { member, link } = invitation;
  const mailed = await mailLink(deps, invitation, writerOf(visit));
  const texts = PEOPLE_TEXTS[visit.frame.language].link;
  const heading = member.hasPassword ? texts.reset(member.name) : texts.invitation(member.name);
  const outcome = { heading, email: member.email, mailed, expiresAt: link.expiresAt };
  return { page: renderLinkOutcome(visit.frame, outcome) };
}

function writerOf({ frame, visitor }: Visit) {
  return { name: visitor.person.name, language: frame.language };
}

/** A call about a colleague. What guards one's own account is changed in one's profile (D82). */
async function provenCall(deps: Deps, visit: Visit) {
  const { person } = visit.visitor;
  const call = callOf(visit);
  const { id } = await requireMember(deps.db, call);
  if (id === person.id) throw new AppError('own_access');
  await proveSelf(deps, { person, current: secretIn(visit, 'current'), code: textIn(visit, 'code') });
  return call;
}

/** Nobody names a person of another team: the team is the visitor's own. */
function callOf({ visitor, request, actor }: Visit) {
  return { team: teamOf(visitor), id: request.params['id'] ?? '', actor };
}
