// One's own account (D78). What guards it asks for the password again, and gives the browser another session.
import { endSessions } from '../../../actions/people/end-sessions.js';
import { sessionTime } from '../../../actions/people/open-session.js';
import {
  changePassword,
  confirmSecondFactor,
  renameSelf,
  renewRecoveryCodes,
  startSecondFactor,
  stopSecondFactor,
  waitingSeed,
} from '../../../actions/people/own-profile.js';
import type { Deps } from '../../../deps.js';
import { countRecoveryCodes, findSecrets } from '../../../store/people/person-secrets.js';
import { listSessions } from '../../../store/people/sessions.js';
import { newsChoicesOf } from '../news/news-routes.js';
import { secretIn, textIn } from '../refusal.js';
import { lacksSecondFactor } from '../section.js';
import { browserOf, type Sessions } from '../session.js';
import { type Page, paramIn, type Section, type Visit } from '../visit.js';
import { renderProfilePage, renderRecoveryCodes } from './profile-page.js';
import { teamOf } from './team-of.js';
import { PEOPLE_DONE } from './texts.js';

/** Returns the page, for forms of others that stand on it. */
export function profileRoutes<V extends Visit>(
  { show, act }: Section<V, 'see'>,
  deps: Deps,
  sessions: Sessions,
): Page<V> {
  const page: Page<V> = async (visit) => {
    const { frame, visitor, request } = visit;
    const { id } = visitor.person;
    const [secrets, seed] = [await findSecrets(deps.db, id), await waitingSeed(deps, visitor.person)];
    return renderProfilePage(frame, {
      seed,
      hasSecondFactor: secrets?.isSecondFactorOn ?? false,
      isNeeded: deps.settings.deskSecondFactor && lacksSecondFactor(visitor),
      recoveryCodes: await countRecoveryCodes(deps.db, id),
      sessions: await listSessions(deps.db, [id], sessionTime(deps)),
      ownSession: await sessions.idOf(request),
      issuer: deps.settings.serviceName,
      news: await newsChoicesOf(deps, visit),
    });
  };
  const onProfile = { page, backTo: '/profile' };
  show('/profile', 'see', page);

  act('/profile', 'see', { ...onProfile, done: PEOPLE_DONE.renamed }, (visit) =>
    renameSelf(deps, { ...ownCall(visit), name: textIn(visit, 'name') }),
  );
  act('/profile/password', 'see', { ...onProfile, done: PEOPLE_DONE.password }, async (visit) => {
    const secrets = { current: secretIn(visit, 'current'), password: secretIn(visit, 'password') };
    const opened = await changePassword(deps, { ...ownCall(visit), ...secrets, browser: browserOf(visit.request) });
    await sessions.give(visit.request, visit.reply, opened);
  });
  act('/profile/second-factor', 'see', { ...onProfile, done: PEOPLE_DONE.factorStarted }, (visit) =>
    startSecondFactor(deps, { ...ownCall(visit), current: secretIn(visit, 'current') }),
  );
  act('/profile/second-factor/confirm', 'see', onProfile, async (visit) => {
    const confirmed = { ...ownCall(visit), code: textIn(visit, 'code'), browser: browserOf(visit.request) };
    const { codes, session } = await confirmSecondFactor(deps, confirmed);
    await sessions.give(visit.request, visit.reply, session);
    return { page: renderRecoveryCodes(visit.frame, codes) };
  });
  act('/profile/second-factor/off', 'see', { ...onProfile, done: PEOPLE_DONE.factorOff }, (visit) =>
    stopSecondFactor(deps, { ...ownCall(visit), ...proofIn(visit) }),
  );
  act('/profile/recovery-codes', 'see', onProfile, async (visit) => {
    const codes = await renewRecoveryCodes(deps, { ...ownCall(visit), ...proofIn(visit) });
    return { page: renderRecoveryCodes(visit.frame, codes) };
  });
  act('/profile/sessions', 'see', { ...onProfile, done: PEOPLE_DONE.ended }, async (visit) =>
    endSessions(deps, { ...memberCall(visit), staying: await sessions.idOf(visit.request) }),
  );
  act('/profile/sessions/:session', 'see', { ...onProfile, done: PEOPLE_DONE.ended }, (visit) =>
    endSessions(deps, { ...memberCall(visit), sessionId: paramIn(visit, 'session') }),
  );
  return page;
}

function ownCall({ visitor, actor }: Visit) {
  return { person: visitor.person, actor };
}

function proofIn(visit: Visit) {
  return { current: secretIn(visit, 'current'), code: textIn(visit, 'code') };
}

function memberCall({ visitor, actor }: Visit) {
  return { team: teamOf(visitor), id: visitor.person.id, actor };
}
