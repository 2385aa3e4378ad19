// The payment points: every signed-in user sees them, the operator edits them.
import { editPaymentPoint } from '../../actions/edit-payment-point.js';
import type { Deps } from '../../deps.js';
import { isUsable, type PaymentPoint } from '../../domain/payment-point.js';
import { AppError } from '../../errors.js';
import { listPaymentPoints } from '../../store/points/payment-points.js';
import { readPointChange } from '../../wire/catalogue.js';
import type { JsonObject } from '../../wire/json.js';
import { pointField, renderPointPage, renderPointsPage } from './points-page.js';
import { Refusal } from './refusal.js';
import { actorOf, formOf, requireOperator } from './section.js';
import { POINT_FIELDS } from './text-types.js';
import { DASHBOARD_TEXTS } from './texts.js';
import type { Page, Visit, Visits } from './visit.js';

export function pointsRoutes({ show, act }: Visits, deps: Deps): void {
  const pointPage: Page = async (visit) => renderPointPage(visit.frame, await pointOf(deps, visit));
  show('/points', async ({ visitor, frame }) => {
    const all = await listPaymentPoints(deps.db);
    const seen = visitor.kind === 'operator' ? all : all.filter((one) => isUsable(one, visitor.credential.scope.mode));
    return renderPointsPage(frame, seen);
  });
  show('/points/:code', pointPage);

  act('/points/:code', { page: pointPage, backTo: '/points/:code', done: 'saved' }, async (visit) => {
    const point = await pointOf(deps, visit);
    const form = formOf(deps, visit);
    if (isStale(point, form)) throw new Refusal(DASHBOARD_TEXTS[visit.frame.language].points.changed);
    const change = pointChange(form);
    if (Object.keys(change).length > 0)
      await editPaymentPoint(deps, { code: point.code, change: readPointChange(change), actor: actorOf(visit) });
  });
}

async function pointOf(deps: Pick<Deps, 'db'>, visit: Visit): Promise<PaymentPoint> {
  requireOperator(visit);
  const point = (await listPaymentPoints(deps.db)).find(({ code }) => code === visit.request.params['code']);
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
function pointChange(form: JsonObject): Record<string, unknown> {
  const change: Record<string, unknown> = {};
  for (const field of POINT_FIELDS) {
    const value = form[field] ?? '';
    if (value !== form[`was_${field}`]) change[field] = value;
  }
  const isActive = form['is_active'] === 'yes';
  if (isActive !== (form['was_is_active'] === 'yes')) change['is_active'] = isActive;
  return change;
}
