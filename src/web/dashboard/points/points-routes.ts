// The payment points: every signed-in user sees them; the operator edits them, and what customers pay to needs a second
// person (D56, D78).
import { checkedPicture, writePicture } from '../../../actions/accounts/checked-picture.js';
import { movePaymentPoint } from '../../../actions/points/edit-payment-point.js';
import type { Deps } from '../../../deps.js';
import { isUsable, kindOf, type PaymentPoint } from '../../../domain/points/payment-point.js';
import { AppError, invalidRequest } from '../../../errors/errors.js';
import { listProposals } from '../../../store/people/proposals.js';
import { listPaymentPoints } from '../../../store/points/payment-points.js';
import { readCardUses } from '../../../store/points/point-cards.js';
import { findPointMark } from '../../../store/points/point-marks.js';
import type { JsonObject } from '../../../wire/json.js';
import { PAGE_HEADERS } from '../../pay/page-reply.js';
import { deskActs, type WantedAct } from '../act-at-desk.js';
import { amountIn, Refusal, textIn } from '../refusal.js';
import { requireNote, requireSeen } from '../ui/desk-parts.js';
import type { OperatorVisit, Page, Visits } from '../visit.js';
import { renderOwnPoints } from './own-points-page.js';
import { POINT_FIELDS, pointField, renderPointPage, seenDetails } from './point-page.js';
import { pointsList } from './points-list.js';
import { renderPreview } from './preview.js';
import { POINTS_DONE, POINTS_TEXTS } from './texts.js';

export function pointsRoutes(visits: Visits, deps: Deps): void {
  const list = pointsList(visits, deps);
  visits.merchant.show('/points', 'see', async ({ frame, merchant: { scope, fees } }) =>
    renderOwnPoints(frame, {
      fees: { ...deps.settings.defaultFees, ...fees },
      points: (await listPaymentPoints(deps.db)).filter((point) => isUsable(point, scope.mode)),
      transfers: deps.settings.clabePrefix === null ? ['test'] : ['test', 'live'],
      mode: scope.mode,
    }),
  );
  visits.operator.act(
    '/points/:code/move',
    'manage',
    { page: list, backTo: '/points', done: POINTS_DONE.moved },
    async (visit) => {
      const point = await pointOf(deps, visit);
      requireSeen(visit, String(point.rank));
      const way = visit.form['way'] === 'up' ? 'up' : 'down';
      await movePaymentPoint(deps, { code: point.code, way, actor: visit.actor });
      return { to: '/points?show=all' };
    },
  );
  pointRoutes(visits, deps);
}

/** More than a mark may have, so that one that is too large is refused at its field. */
const MOST_UPLOADED_BYTES = 1024 * 1024;

function pointRoutes(visits: Visits, deps: Deps): void {
  const { show, send } = visits.operator;
  const deskAct = deskActs(visits, deps);
  const page: Page<OperatorVisit> = async (visit) => showPoint(deps, visit);
  const options = { page, backTo: '/points/:code' };
  show('/points/:code', 'see', page);
  deskAct('/points/:code', 'provider.edit', { ...options, done: POINTS_DONE.saved }, async (visit) => {
    const point = await pointOf(deps, visit);
    if (isStale(point, visit.form)) throw new Refusal(POINTS_TEXTS[visit.frame.language].changed);
    return { act: { kind: 'provider.edit', code: point.code, change: pointChange(visit) } };
  });
  const upload = { ...options, done: POINTS_DONE.marked, largest: MOST_UPLOADED_BYTES };
  deskAct('/points/:code/mark', 'provider.mark', upload, async (visit) => {
    const { code } = await pointOf(deps, visit);
    const sent = visit.form['no_mark'] === 'yes' ? null : visit.files['mark']?.bytes;
    if (sent === undefined) throw invalidRequest({ param: 'mark', error: 'required' });
    const picture = sent && writePicture(await checkedPicture(sent, 'mark'));
    return { act: { kind: 'provider.mark', code, picture } };
  });
  deskAct('/points/:code/live', 'provider.live', { ...options, done: POINTS_DONE.liveSaved }, (visit) =>
    newDetails(deps, visit),
  );
  deskAct('/points/:code/cards', 'provider.cards', { ...options, done: POINTS_DONE.cardsAdded }, async (visit) => {
    const { code } = await pointOf(deps, visit);
    return { act: { kind: 'provider.cards', code, cards: cardsIn(visit) } };
  });
  send('/points/:code/preview', 'see', async (visit, reply) => {
    const { frame, request } = visit;
    const point = await pointOf(deps, visit);
    const mode = request.query['mode'] === 'live' && point.liveDetails !== null ? 'live' : 'test';
    const shop = deps.settings.serviceName;
    const now = deps.clock.now();
    const shown = renderPreview({ point, mode, language: frame.language, now, basePath: frame.basePath, shop });
    return reply.headers(PAGE_HEADERS).send(shown);
  });
}

async function showPoint(deps: Deps, visit: OperatorVisit): Promise<string> {
  const point = await pointOf(deps, visit);
  const now = deps.clock.now();
  const uses = (await readCardUses(deps.db, now)).find((one) => one.point === point.code);
  const proposals = await listProposals(deps.db, { now, limit: 20, subject: point.code });
  return renderPointPage(visit.frame, {
    point,
    hasMark: (await findPointMark(deps.db, point.code)) !== null,
    cards: { used: uses?.used ?? 0, total: uses?.total ?? 0 },
    isProposed: proposals.some(({ state, act }) => state === 'open' && act.kind === 'provider.live'),
    needsSecond: deps.settings.fourEyesOver !== null,
  });
}

/** Cards are added when a point gets its first live details; later they are added on their own. */
async function newDetails(deps: Deps, visit: OperatorVisit): Promise<WantedAct<'provider.live'>> {
  const point = await pointOf(deps, visit);
  requireSeen(visit, seenDetails(point));
  const note = requireNote(visit);
  const names = Object.keys(kindOf(point).details);
  const details = Object.fromEntries(names.map((name) => [name, textIn(visit, `live_details.${name}`)]));
  const cards = cardsIn(visit);
  return { act: { kind: 'provider.live', code: point.code, details, cards }, note };
}

function cardsIn(visit: OperatorVisit): string[] {
  return textIn(visit, 'cards')
    .split(/[\r\n,;]+/)
    .map((card) => card.trim())
    .filter((card) => card !== '');
}

async function pointOf(deps: Pick<Deps, 'db'>, { request }: OperatorVisit): Promise<PaymentPoint> {
  const point = (await listPaymentPoints(deps.db)).find(({ code }) => code === request.params['code']);
  if (point === undefined) throw new AppError('not_found');
  return point;
}

/** Whether somebody else has changed a field that this form also changes. */
function isStale(point: PaymentPoint, form: JsonObject): boolean {
  return POINT_FIELDS.some(
    (field) => form[field] !== form[`was_${field}`] && form[`was_${field}`] !== pointField(point, field),
  );
}

/** The fields that differ from what the form showed, with the catalogue's names. Others' edits are not undone. */
function pointChange(visit: OperatorVisit): Record<string, unknown> {
  const { form } = visit;
  const change: Record<string, unknown> = {};
  for (const field of POINT_FIELDS) {
    const isText = field === 'name' || field === 'availability';
    if ((form[field] ?? '') !== form[`was_${field}`])
      change[field] = isText ? (form[field] ?? '') : amountIn(visit, field);
  }
  const isActive = form['is_active'] === 'yes';
  if (isActive !== (form['was_is_active'] === 'yes')) change['is_active'] = isActive;
  return change;
}
