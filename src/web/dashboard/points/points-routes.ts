// The payment points: every signed-in user sees them, the operator edits them.
import { editPaymentPoint } from '../../../actions/edit-payment-point.js';
import type { Deps } from '../../../deps.js';
import { isUsable, type PaymentPoint } from '../../../domain/payment-point.js';
import { AppError } from '../../../errors.js';
import { listPaymentPoints } from '../../../store/points/payment-points.js';
import { readPointChange } from '../../../wire/catalogue.js';
import type { JsonObject } from '../../../wire/json.js';
import { Refusal } from '../refusal.js';
import { POINT_FIELDS } from '../text-types.js';
import { DASHBOARD_TEXTS } from '../texts.js';
import type { OperatorVisit, Page, Visits } from '../visit.js';
import { pointField, renderPointPage, renderPointsPage } from './points-page.js';

export function pointsRoutes({ merchant, operator }: Visits, deps: Deps): void {
  const pointPage: Page<OperatorVisit> = async (visit) => renderPointPage(visit.frame, await pointOf(deps, visit));
  merchant.show('/points', 'see', async (visit) => {
    const all = await listPaymentPoints(deps.db);
    return renderPointsPage(
      visit.frame,
      all.filter((one) => isUsable(one, visit.merchant.scope.mode)),
    );
  });
  operator.show('/points', 'see', async ({ frame }) => renderPointsPage(frame, await listPaymentPoints(deps.db)));
  operator.show('/points/:code', 'see', pointPage);

  const done = { es: DASHBOARD_TEXTS.es.done.saved, en: DASHBOARD_TEXTS.en.done.saved };
  operator.act('/points/:code', 'manage', { page: pointPage, backTo: '/points/:code', done }, async (visit) => {
    const point = await pointOf(deps, visit);
    if (isStale(point, visit.form)) throw new Refusal(DASHBOARD_TEXTS[visit.frame.language].points.changed);
    const change = pointChange(visit.form);
    if (Object.keys(change).length > 0)
      await editPaymentPoint(deps, { code: point.code, change: readPointChange(change), actor: visit.actor });
  });
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
