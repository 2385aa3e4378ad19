// The payment points: a merchant sees them, the operator edits them (D56).
import { formatSum } from '../../../domain/instructions.js';
import { toDecimal } from '../../../domain/money.js';
import { kindOf, type PaymentPoint } from '../../../domain/payment-point.js';
import type { Frame } from '../frame/frame.js';
import { renderDashboard } from '../frame/layout.js';
import { POINT_FIELDS, type PointField } from '../text-types.js';
import { DASHBOARD_TEXTS } from '../texts.js';
import { Table } from '../ui/table.js';

export function renderPointsPage(frame: Frame, points: readonly PaymentPoint[]): string {
  const texts = DASHBOARD_TEXTS[frame.language];
  const isOperator = frame.viewer?.kind === 'operator';
  const [name, hours, limit, state] = texts.points.columns;
  return renderDashboard(
    frame,
    texts.sections.points,
    <>
      <h1>{texts.sections.points}</h1>
      <p class="soft">
        {texts.points.note} {!isOperator && texts.points.readOnly}
      </p>
      <section class="card" aria-label={texts.sections.points}>
        <Table
          columns={[{ name }, { name: hours }, { name: limit, isNumber: true }, { name: state, isNumber: true }]}
          rows={points.map((point) => ({
            key: point.code,
            cells: [
              <>
                {isOperator ? <a href={`${frame.path}/points/${point.code}`}>{point.name}</a> : point.name}
                <small>
                  <span class="code">{point.code}</span> · {kindOf(point).type}
                </small>
              </>,
              point.availability,
              formatSum(point.orderLimit),
              <State key="state" frame={frame} point={point} />,
            ],
          }))}
          none={texts.points.none}
        />
      </section>
    </>,
  );
}

function State({ frame, point }: { readonly frame: Frame; readonly point: PaymentPoint }) {
  const { points } = DASHBOARD_TEXTS[frame.language];
  if (!point.isActive) return <span class="status expired">{points.inactive}</span>;
  if (point.liveDetails === null) return <span class="status canceled">{points.notLive}</span>;
  return <span class="status paid">{points.active}</span>;
}

/** The content of each field, in the form that the operator writes. */
const VALUES: Readonly<Record<PointField, (point: PaymentPoint) => string>> = {
  name: ({ name }) => name,
  availability: ({ availability }) => availability,
  rank: ({ rank }) => String(rank),
  transaction_limit: ({ orderLimit }) => toDecimal(orderLimit),
  limit_per_transaction: ({ tillLimit }) => toDecimal(tillLimit),
  commission: ({ commission }) => (commission === null ? '' : toDecimal(commission)),
};

export function pointField(point: PaymentPoint, field: PointField): string {
  return VALUES[field](point);
}

export function renderPointPage(frame: Frame, point: PaymentPoint): string {
  const { points } = DASHBOARD_TEXTS[frame.language];
  return renderDashboard(
    frame,
    point.name,
    <>
      <p>
        <a href={`${frame.path}/points`}>{points.back}</a>
      </p>
      <form method="post" action={`${frame.path}/points/${point.code}`} class="card fields narrow">
        <h1>
          {point.name} <span class="code soft">{point.code}</span>
        </h1>
        {POINT_FIELDS.map((field) => (
          <label key={field}>
            {points.fields[field]}
            <input type="hidden" name={`was_${field}`} value={VALUES[field](point)} />
            <input
              name={field}
              value={VALUES[field](point)}
              required={field !== 'commission'}
              placeholder={field === 'commission' ? points.unknownCommission : undefined}
              inputMode={field === 'name' || field === 'availability' ? 'text' : 'decimal'}
            />
          </label>
        ))}
        <input type="hidden" name="was_is_active" value={point.isActive ? 'yes' : ''} />
        <label class="check">
          <input type="checkbox" name="is_active" value="yes" checked={point.isActive} />
          {points.active}
        </label>
        <button type="submit" class="main">
          {points.save}
        </button>
      </form>
    </>,
  );
}
