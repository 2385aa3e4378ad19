// Rails at the desk (D46, D72): add one, say from where and for which points it speaks, switch it on and off; and notices.
import { lookAtNotice } from '../../../actions/rails/look-at-notice.js';
import { makeCredentials, requirePoints, revokeRail } from '../../../actions/rails/manage-rail.js';
import type { Deps } from '../../../deps.js';
import { isUuid } from '../../../domain/base/identity.js';
import { isNetwork } from '../../../domain/base/network.js';
import { readNotice } from '../../../domain/money/read-notice.js';
import { DEFAULT_RAIL_KIND, RAIL_KIND_NAMES } from '../../../domain/rails/kinds.js';
import { pointsOf } from '../../../domain/rails/rail.js';
import { AppError } from '../../../errors/errors.js';
import { findByTrackingKey } from '../../../store/money/payment-lists.js';
import { findNotice, type ShownNotice } from '../../../store/rails/odd-notices.js';
import { readHealth } from '../../../store/rails/rail-hours.js';
import { listRails, type RailRecord } from '../../../store/rails/rails.js';
import { deskActs, type WantedAct } from '../act-at-desk.js';
import { readPastActs } from '../audit/past-acts.js';
import { Refusal, textIn } from '../refusal.js';
import { requireNote, requireSeen } from '../ui/desk-parts.js';
import { choiceIn, modeIn } from '../ui/list-query.js';
import { type OperatorVisit, type Page, paramIn, type Visits } from '../visit.js';
import { noticesList } from './notices-list.js';
import { renderNoticePage } from './notices-page.js';
import { railsList } from './rails-list.js';
import { type RailView, renderNewRailPage, renderRailPage, renderSecretPage } from './rails-page.js';
import { RAILS_DONE, RAILS_TEXTS } from './texts.js';

export function railsRoutes(visits: Visits, deps: Deps): void {
  const { show, act } = visits.operator;
  const deskAct = deskActs(visits, deps);
  railsList(visits, deps);
  noticesList(visits, deps);
  const newPage: Page<OperatorVisit> = async ({ frame }) =>
    renderNewRailPage(frame, deps.random.uuid(deps.clock.now()));
  show('/rails/new', 'manage', newPage);
  deskAct('/rails/new', 'rail.add', { page: newPage, backTo: '/rails/new' }, (visit) => newRail(deps, visit));
  noticeRoutes(visits, deps);

  const page: Page<OperatorVisit> = async (visit) => renderRailPage(visit.frame, await showRail(deps, visit));
  const options = { page, backTo: '/rails/:user', done: RAILS_DONE.saved };
  show('/rails/:user', 'see', page);
  deskAct('/rails/:user/allow', 'rail.allow', options, async (visit) => {
    const { userName, allow } = await railOf(deps, visit);
    requireSeen(visit, allow.join(' '));
    return { act: { kind: 'rail.allow', userName, allow: networksIn(visit) } };
  });
  deskAct('/rails/:user/points', 'rail.points', options, async (visit) => {
    const rail = await railOf(deps, visit);
    requireSeen(visit, pointsOf(rail)?.join(' ') ?? '');
    const points = codesIn(visit);
    await requirePoints(deps, points).catch(asRefusal);
    return { act: { kind: 'rail.points', userName: rail.userName, points } };
  });
  act('/rails/:user/off', 'manage', options, async (visit) => {
    const { userName } = await railOf(deps, visit);
    await revokeRail(deps, userName, visit.actor, requireNote(visit));
  });
  deskAct('/rails/:user/on', 'rail.resume', options, async (visit) => {
    const { userName } = await railOf(deps, visit);
    const note = requireNote(visit);
    return { act: { kind: 'rail.resume', userName, note }, note };
  });
}

async function newRail(deps: Deps, visit: OperatorVisit): Promise<WantedAct<'rail.add'>> {
  const texts = RAILS_TEXTS[visit.frame.language];
  const [id, name, points] = [textIn(visit, 'id'), textIn(visit, 'name'), codesIn(visit)];
  if (name === '') throw new Refusal(texts.missingName, { name: texts.missingName });
  const railKind = choiceIn(visit.form, 'kind', RAIL_KIND_NAMES) ?? DEFAULT_RAIL_KIND;
  const given = { name, ...(points.length > 0 && { points }) };
  await requirePoints(deps, pointsOf({ ...given, kind: railKind })).catch(asRefusal);
  const { password, stored } = makeCredentials(deps);
  return {
    act: {
      kind: 'rail.add',
      ...given,
      railKind,
      mode: modeIn(visit.form),
      allow: networksIn(visit),
      id: isUuid(id) ? id : deps.random.uuid(deps.clock.now()),
      ...stored,
    },
    once: (is) => renderSecretPage(visit.frame, { name, password, ...stored }, is),
  };
}

/** A code that is wrong is a fault of the form, not a page that is not there. */
function asRefusal(error: unknown): never {
  if (error instanceof AppError && error.code === 'unknown_point')
    throw new AppError('unknown_points', { code: error.details['code'] ?? '' });
  throw error;
}

function noticeRoutes({ operator: { show, act } }: Visits, deps: Deps): void {
  const page: Page<OperatorVisit> = async (visit) => {
    const id = paramIn(visit);
    const notice = isUuid(id) ? await findNotice(deps.db, id) : null;
    if (notice === null) throw new AppError('not_found');
    const key = trackingKeyOf(notice);
    const payments = key === null ? null : await findByTrackingKey(deps.db, notice.mode, key);
    return renderNoticePage(visit.frame, notice, payments, await readPastActs(deps, id));
  };
  show('/rails/notices/:id', 'see', page);
  const options = { page, backTo: '/rails/notices/:id', done: RAILS_DONE.saved };
  act('/rails/notices/:id', 'decide', options, async (visit) => {
    await lookAtNotice(deps, { id: paramIn(visit), note: requireNote(visit), actor: visit.actor });
    return { to: '/rails/notices' };
  });
}

/** null: the notice cannot be read, or tells of no payment. */
function trackingKeyOf({ kind, body, mode, receivedAt }: ShownNotice): string | null {
  const known = RAIL_KIND_NAMES.find((name) => name === kind);
  const read = known === undefined ? null : readNotice(known, body, { mode, receivedAt });
  return read !== null && 'arrival' in read ? read.arrival.trackingKey : null;
}

async function showRail(deps: Deps, visit: OperatorVisit): Promise<RailView> {
  const rail = await railOf(deps, visit);
  return { rail, health: (await readHealth(deps.db, visit.now)).get(rail.id), now: visit.now };
}

async function railOf({ db }: Deps, { request }: OperatorVisit): Promise<RailRecord> {
  const rail = (await listRails(db)).find(({ userName }) => userName === request.params['user']);
  if (rail === undefined) throw new AppError('not_found');
  return rail;
}

function codesIn(visit: OperatorVisit): string[] {
  return textIn(visit, 'points')
    .split(/[\s,]+/)
    .filter((code) => code !== '');
}

function networksIn(visit: OperatorVisit): string[] {
  const networks = textIn(visit, 'allow')
    .split(/[\s,]+/)
    .filter((network) => network !== '');
  const wrong = networks.find((network) => !isNetwork(network));
  if (wrong === undefined) return networks;
  const problem = RAILS_TEXTS[visit.frame.language].badNetwork(wrong);
  throw new Refusal(problem, { allow: problem });
}
