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
import { makePersonLink } from '../../../actions/people/make-person-link.js';
import { sessionTime } from '../../../actions/people/open-session.js';
import { requireMember } from '../../../actions/people/require-member.js';
import { sendPersonLink } from '../../../actions/people/send-person-link.js';
import type { Deps } from '../../../deps.js';
import { AppError } from '../../../errors/errors.js';
import { listSessions } from '../../../store/people/sessions.js';
import { textIn } from '../refusal.js';
import type { Sessions } from '../session.js';
import type { Page, Section, Visit, Visits } from '../visit.js';
import { peopleList } from './people-list.js';
import { renderGivenLink } from './people-page.js';
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
    return givenLink(deps, visit, await invitePerson(deps, person));
  });
  act('/people/:id/link', 'manage', onPerson, async (visit) =>
    givenLink(deps, visit, await makePersonLink(deps, callAboutOther(visit))),
  );
  act('/people/:id/second-factor', 'manage', { ...onPerson, done: PEOPLE_DONE.factorRemoved }, (visit) =>
    removeSecondFactor(deps, callAboutOther(visit)),
  );
  act('/people/:id/role', 'manage', { ...onPerson, done: PEOPLE_DONE.role }, (visit) =>
    changeRole(deps, { ...callOf(visit), role: textIn(visit, 'role') }),
  );
  act('/people/:id/withdraw', 'manage', { ...onPerson, done: PEOPLE_DONE.withdrawn }, async (visit) => {
    await withdrawInvitation(deps, callOf(visit));
    return { to: '/people' };
  });
  act('/people/:id/sessions/:session', 'manage', { ...onPerson, done: PEOPLE_DONE.ended }, (visit) =>
    endSessions(deps, { ...callOf(visit), sessionId: visit.request.params['session'] ?? '' }),
  );
  for (const [word, done, work] of [
    ['disable', PEOPLE_DONE.disabled, disablePerson],
    ['enable', PEOPLE_DONE.enabled, enablePerson],
    ['sessions', PEOPLE_DONE.ended, endSessions],
  ] as const)
    act(`/people/:id/${word}`, 'manage', { ...onPerson, done }, (visit) => work(deps, callOf(visit)));
}

/** The link is good whatever becomes of the e-mail, so it is always shown, too. */
async function givenLink(deps: Deps, { frame, visitor }: Visit, invitation: Invitation) {
  const { member, link } = invitation;
  const by = { name: visitor.person.name, language: frame.language };
  const sent = await sendPersonLink(deps, invitation, by);
  const texts = PEOPLE_TEXTS[frame.language].link;
  const heading = member.hasPassword ? texts.reset(member.name) : texts.invitation(member.name);
  return { page: renderGivenLink(frame, { heading, email: member.email, sent, ...link }) };
}

/** What guards one's own account is changed in one's profile, which asks for the password (D82). */
function callAboutOther(visit: Visit) {
  const call = callOf(visit);
  if (call.id === visit.visitor.person.id) throw new AppError('own_access');
  return call;
}

/** Nobody names a person of another team: the team is the visitor's own. */
function callOf({ visitor, request, actor }: Visit) {
  return { team: teamOf(visitor), id: request.params['id'] ?? '', actor };
}
