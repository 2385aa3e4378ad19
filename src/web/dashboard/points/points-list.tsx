// The catalogue of payment points: merchants see what they can use, the operator sees all and changes their order.
import type { Deps } from '../../../deps.js';
import { wholeList } from '../../../domain/base/paging.js';
import { isUsable, kindOf, type PaymentPoint } from '../../../domain/points/payment-point.js';
import { listPaymentPoints } from '../../../store/points/payment-points.js';
import { hoursText } from '../../pay/view.js';
import { type Frame, may } from '../frame/frame.js';
import { FRAME_TEXTS } from '../frame/texts.js';
import { columnsOf, type ListColumn } from '../ui/columns.js';
import { Form, Hidden } from '../ui/form.js';
import { listSection } from '../ui/list-section.js';
import { Callout, Code, Empty, pesos, State } from '../ui/parts.js';
import { DESK_TEXTS } from '../ui/texts.js';
import type { OperatorVisit, Page, Section, Visit, Visits } from '../visit.js';
import { POINTS_TEXTS } from './texts.js';

/** Returns the operator's page, which has the forms that move a point. */
export function pointsLists({ merchant, operator }: Visits, { db }: Deps): Page<OperatorVisit> {
  pointsList(merchant, async ({ merchant: { scope } }) =>
    (await listPaymentPoints(db)).filter((point) => isUsable(point, scope.mode)),
  );
  return pointsList(operator, () => listPaymentPoints(db));
}

function pointsList<V extends Visit>(
  section: Section<V, 'see'>,
  pointsFor: (visit: V) => Promise<readonly PaymentPoint[]>,
): Page<V> {
  return listSection(section, {
    url: '/points',
    duty: 'see',
    texts: POINTS_TEXTS,
    read: async ({ visit }) => ({ page: wholeList(await pointsFor(visit)) }),
    columns: ({ frame, found }) => pointColumns(frame, found.page.rows),
    page: ({ frame, texts, found }) => ({
      intro: `${texts.intro} ${isOperator(frame) ? '' : texts.readOnly}`,
      above: isForTestsAlone(frame, found.page.rows) && <Callout tone="info">{texts.testOnly}</Callout>,
      none: <Empty icon="shop" title={texts.none} />,
    }),
  });
}

/** Whether a merchant can use none of them with live money. Then one line says so, and not every row. */
function isForTestsAlone(frame: Frame, points: readonly PaymentPoint[]): boolean {
  return !isOperator(frame) && points.length > 0 && !points.some((point) => isUsable(point, 'live'));
}

function isOperator({ viewer }: Frame): boolean {
  return viewer?.kind === 'operator';
}

function pointColumns(frame: Frame, all: readonly PaymentPoint[]): readonly ListColumn<PaymentPoint>[] {
  const texts = POINTS_TEXTS[frame.language];
  const column = columnsOf<PaymentPoint>(frame);
  const state: ListColumn<PaymentPoint> = {
    name: DESK_TEXTS[frame.language].state,
    corner: isOperator(frame) ? 'top-right' : 'bottom-right',
    cell: (point) => <PointState frame={frame} point={point} />,
  };
  const moves: ListColumn<PaymentPoint> = {
    name: texts.place,
    corner: 'bottom-right',
    cell: (point) => <Moves frame={frame} point={point} isFirst={point === all[0]} isLast={point === all.at(-1)} />,
  };
  return [
    {
      name: texts.point,
      corner: 'top-left',
      cell: ({ code, name, kind }) => (
        <>
          {isOperator(frame) ? <a href={`${frame.path}/points/${code}`}>{name}</a> : name}
          <small>
            <Code>{code}</Code> · {waysOf(frame, kind)}
          </small>
        </>
      ),
    },
    column.word(
      texts.hours,
      isOperator(frame) ? 'left-out' : 'day',
      ({ availability }) => hoursText(availability, frame.language) ?? '',
    ),
    column.word(texts.limit, 'bottom-left', ({ orderLimit }) => texts.upTo(pesos(orderLimit))),
    ...(isForTestsAlone(frame, all) ? [] : [state]),
    ...(isOperator(frame) && may(frame, 'manage') ? [moves] : []),
  ];
}

/** Merchants know how a customer pays there; the operator, which details it has. */
function waysOf(frame: Frame, kind: PaymentPoint['kind']): string {
  const { shownName, method } = kindOf({ kind });
  return isOperator(frame) ? shownName[frame.language] : FRAME_TEXTS[frame.language].method[method];
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
