// The catalogue of payment points: merchants see what they can use, the operator sees all and changes their order.
import { isUsable, kindOf, type PaymentPoint } from '../../../domain/points/payment-point.js';
import type { Frame } from '../frame/frame.js';
import { renderDashboard } from '../frame/layout.js';
import { DESK_TEXTS } from '../ui/desk-texts.js';
import { Form, Hidden } from '../ui/form.js';
import { Card, Code, Empty, PageHead, State } from '../ui/parts.js';
import { pesos } from '../ui/pesos.js';
import { Table } from '../ui/table.js';
import { POINTS_TEXTS } from './texts.js';

export function renderPointsPage(frame: Frame, points: readonly PaymentPoint[], mayManage: 'yes' | 'no'): string {
  const texts = POINTS_TEXTS[frame.language];
  const isOperator = frame.viewer?.kind === 'operator';
  return renderDashboard(
    frame,
    texts.title,
    <>
      <PageHead title={texts.title} />
      <p class="soft">
        {texts.intro} {!isOperator && texts.readOnly}
      </p>
      <Card>
        <Table
          label={texts.title}
          columns={[
            { name: texts.point, corner: 'top-left' },
            { name: texts.hours, corner: 'left-out' },
            { name: texts.limit, isNumber: true, corner: 'bottom-left' },
            { name: DESK_TEXTS[frame.language].state, corner: 'top-right' },
            ...(mayManage === 'yes' ? [{ name: texts.place, corner: 'bottom-right' } as const] : []),
          ]}
          rows={points.map((point, at) => ({
            key: point.code,
            cells: [
              <>
                {isOperator ? <a href={`${frame.path}/points/${point.code}`}>{point.name}</a> : point.name}
                <small>
                  <Code>{point.code}</Code> · {texts.kind[point.kind]}
                </small>
              </>,
              point.availability,
              pesos(point.orderLimit),
              <PointState key="state" frame={frame} point={point} />,
              <Moves key="moves" frame={frame} point={point} isFirst={at === 0} isLast={at === points.length - 1} />,
            ],
          }))}
          none={<Empty icon="shop" title={texts.none} />}
        />
      </Card>
    </>,
  );
}

export function PointState({ frame, point }: { readonly frame: Frame; readonly point: PaymentPoint }) {
  const texts = POINTS_TEXTS[frame.language];
  if (!point.isActive) return <State tone="off">{texts.inactive}</State>;
  return isUsable(point, 'live') ? (
    <State tone="good">{texts.active}</State>
  ) : (
    <State tone="wait">{texts.notLive}</State>
  );
}

type MovesProps = {
  readonly frame: Frame;
  readonly point: PaymentPoint;
  readonly isFirst: boolean;
  readonly isLast: boolean;
};

/** The form carries the place that was seen, so that a second click moves nothing. */
function Moves({ frame, point, isFirst, isLast }: MovesProps) {
  const texts = POINTS_TEXTS[frame.language];
  const move = (way: 'up' | 'down', sign: string, label: string) => (
    <Form frame={frame} action={`/points/${point.code}/move`} class="inline">
      <Hidden name="way" value={way} />
      <Hidden name="seen" value={String(point.rank)} />
      <button type="submit" class="small" aria-label={label}>
        {sign}
      </button>
    </Form>
  );
  return (
    <span class="row">
      {!isFirst && move('up', '↑', texts.up(point.name))}
      {!isLast && move('down', '↓', texts.down(point.name))}
    </span>
  );
}

export function hasCards(point: PaymentPoint): boolean {
  return kindOf(point).identifiedBy === 'card';
}
