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
import { invitePerson } from '../../../actions/people/invite-person.js';
import { mailChange } from '../../../actions/people/mail-person.js';
import { makePersonLink } from '../../../actions/people/make-person-link.js';
import { sessionTime } from '../../../actions/people/open-session.js';
import { proveSelf } from '../../../actions/people/prove-self.js';
import { requireMember } from '../../../actions/people/require-member.js';
import type { Deps } from '../../../deps.js';
import { AppError } from '../../../errors/errors.js';
import { listSessions } from '../../../store/people/sessions.js';
import { deskActs } from '../act-at-desk.js';
import { newsRoutes } from '../news/news-routes.js';
import { secretIn, textIn } from '../refusal.js';
import type { Sessions } from '../session.js';
import {
  type FormOptions,
  type MerchantVisit,
  type OperatorVisit,
  type Page,
  paramIn,
  type Section,
  type Visit,
  type Visits,
} from '../visit.js';
import { peopleList } from './people-list.js';
import { renderPersonPage } from './person-page.js';
import { profileRoutes } from './profile-routes.js';
import { sendLink, writerOf } from './send-link.js';
import { teamOf } from './team-of.js';
import { PEOPLE_DONE } from './texts.js';

type TeamSection<V extends Visit> = Section<V, 'see' | 'manage'>;

export function peopleRoutes(visits: Visits, deps: Deps): void {
  const { merchant, operator, sessions } = visits;
  merchantTeam(merchant, deps, teamRoutes(merchant, deps, sessions));
  deskTeam(visits, deps, teamRoutes(operator, deps, sessions));
  newsRoutes(merchant, deps, profileRoutes(merchant, deps, sessions));
  profileRoutes(operator, deps, sessions);
}

/** Who comes to a merchant's team, and as what, is the merchant's own. */
function merchantTeam(section: Visits['merchant'], deps: Deps, forms: TeamForms<MerchantVisit>): void {
  section.act('/people', 'manage', forms.list, async (visit) => {
    await proveVisitor(deps, visit);
    return sendLink(deps, visit, await invitePerson(deps, { ...invitationIn(visit), actor: visit.actor }));
  });
  section.act('/people/:id/role', 'manage', { ...forms.person, done: PEOPLE_DONE.role }, async (visit) => {
    const call = { ...(await provenCall(deps, visit)), role: textIn(visit, 'role') };
    await mailChange(deps, { member: await changeRole(deps, call), change: 'role' }, writerOf(visit));
  });
}

/** Who comes to the desk, and as what, is an act: a second person decides with them (D81). */
function deskTeam(visits: Visits, deps: Deps, forms: TeamForms<OperatorVisit>): void {
  const deskAct = deskActs(visits, deps);
  deskAct(
    '/people',
    'person.invite',
    forms.list,
    async (visit) => {
      await proveVisitor(deps, visit);
      return { act: { kind: 'person.invite', ...invitationIn(visit) } };
    },
    (visit, invitation) => sendLink(deps, visit, invitation),
  );
  deskAct(
    '/people/:id/role',
    'person.role',
    { ...forms.person, done: PEOPLE_DONE.role },
    async (visit) => {
      const { id } = await provenCall(deps, visit);
      return { act: { kind: 'person.role', id, role: textIn(visit, 'role') } };
    },
    async (visit, member) => {
      await mailChange(deps, { member, change: 'role' }, writerOf(visit));
      return {};
    },
  );
}

function invitationIn(visit: Visit) {
  const [name = '', email = '', role = ''] = ['name', 'email', 'role'].map((field) => textIn(visit, field));
  return { team: teamOf(visit.visitor), name, email, role };
}

/** The forms on the list of people, and those on the page of one. */
type TeamForms<V extends Visit> = { readonly list: FormOptions<V>; readonly person: FormOptions<V> };

function teamRoutes<V extends Visit>(section: TeamSection<V>, deps: Deps, sessions: Sessions): TeamForms<V> {
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

  act('/people/:id/link', 'manage', onPerson, async (visit) =>
    sendLink(deps, visit, await makePersonLink(deps, await provenCall(deps, visit))),
  );
  for (const { word, change, done, work } of CHANGES)
    act(`/people/:id/${word}`, 'manage', { ...onPerson, done }, async (visit) => {
      const call = await provenCall(deps, visit);
      const member = await work(deps, call);
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
    endSessions(deps, { ...callOf(visit), sessionId: paramIn(visit, 'session') }),
  );
  return { list: { page: listPage, backTo: '/people' }, person: onPerson };
}

/** What changes somebody's access: whoever does it proves who they are, and the colleague is told by e-mail (D82). */
const CHANGES = [
  { word: 'second-factor', change: 'second_factor', done: PEOPLE_DONE.factorRemoved, work: removeSecondFactor },
  { word: 'disable', change: 'disabled', done: PEOPLE_DONE.disabled, work: disablePerson },
  { word: 'enable', change: 'enabled', done: PEOPLE_DONE.enabled, work: enablePerson },
] as const;

/** A call about a colleague. What guards one's own account is changed in one's profile (D82). */
async function provenCall(deps: Deps, visit: Visit) {
  const call = callOf(visit);
  const { id } = await requireMember(deps.db, call);
  if (id === visit.visitor.person.id) throw new AppError('own_access');
  await proveVisitor(deps, visit);
  return call;
}

/** An open session alone gives nobody access: not to a colleague, and not to somebody new. Of demo people nobody knows a password. */
async function proveVisitor(deps: Deps, visit: Visit): Promise<void> {
  const { person } = visit.visitor;
  if (person.isDemo) return;
  await proveSelf(deps, { person, current: secretIn(visit, 'current'), code: textIn(visit, 'code') });
}

/** Nobody names a person of another team: the team is the visitor's own. */
function callOf({ visitor, request, actor }: Visit) {
  return { team: teamOf(visitor), id: request.params['id'] ?? '', actor };
}
