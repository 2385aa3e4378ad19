// The catalogue of payment points at the desk: the operator sees all, and changes their order.
import type { Deps } from '../../../deps.js';
import { wholeList } from '../../../domain/base/paging.js';
import { isUsable, kindOf, type PaymentPoint } from '../../../domain/points/payment-point.js';
import { listPaymentPoints } from '../../../store/points/payment-points.js';
import { hoursText } from '../../pay/hours.js';
import { type Frame, may } from '../frame/frame.js';
import { columnsOf, type ListColumn } from '../ui/columns.js';
import { Form, Hidden } from '../ui/form.js';
import { listSection } from '../ui/list-section.js';
import { Empty, pesos, State } from '../ui/parts.js';
import { DESK_TEXTS } from '../ui/texts.js';
import type { OperatorVisit, Page, Visits } from '../visit.js';
import { POINTS_TEXTS } from './texts.js';

/** Returns the page, which has the forms that move a point. */
export function pointsList({ operator }: Visits, { db }: Deps): Page<OperatorVisit> {
  return listSection(operator, {
    url: '/points',
    duty: 'see',
    texts: POINTS_TEXTS,
    async read({ query }) {
      const [all, tab] = [await listPaymentPoints(db), query.tab('show', TABS)];
      return { all, tab, page: wholeList(all.filter((point) => tab === 'all' || stateOf(point) === tab)) };
    },
    columns: ({ frame, found }) => pointColumns(frame, found),
    page: ({ frame, texts, found: { all } }) => ({
      tabs: [
        {
          name: 'show',
          label: DESK_TEXTS[frame.language].state,
          tabs: TABS.map((tab) => ({
            value: tab,
            name: texts[tab],
            count: String(all.filter((point) => tab === 'all' || stateOf(point) === tab).length),
          })),
        },
      ],
      none: <Empty icon="shop" title={texts.none} />,
    }),
  });
}

type Found = { readonly all: readonly PaymentPoint[]; readonly tab: (typeof TABS)[number] };

/** They are put in order where all stand: a move past one that is not shown would change nothing. */
function pointColumns(frame: Frame, { all, tab }: Found): readonly ListColumn<PaymentPoint>[] {
  const texts = POINTS_TEXTS[frame.language];
  const column = columnsOf<PaymentPoint>(frame);
  const moves: ListColumn<PaymentPoint> = {
    name: texts.place,
    corner: 'bottom-right',
    cell: (point) => <Moves frame={frame} point={point} isFirst={point === all[0]} isLast={point === all.at(-1)} />,
  };
  return [
    column.shown(texts.point, 'top-left', ({ code, name, kind }) => (
      <>
        <a href={`${frame.path}/points/${code}`}>{name}</a>
        <small>{kindOf({ kind }).shownName[frame.language]}</small>
      </>
    )),
    column.word(texts.hours, 'left-out', ({ availability }) => hoursText(availability, frame.language) ?? ''),
    column.word(texts.limit, 'bottom-left', ({ orderLimit }) => texts.upTo(pesos(orderLimit))),
    column.shown(DESK_TEXTS[frame.language].state, 'top-right', (point) => <PointState frame={frame} point={point} />),
    ...(tab === 'all' && may(frame, 'manage') ? [moves] : []),
  ];
}

export function PointState({ frame, point }: { readonly frame: Frame; readonly point: PaymentPoint }) {
  const texts = POINTS_TEXTS[frame.language];
  const state = stateOf(point);
  return <State tone={state === 'active' ? 'good' : 'off'}>{texts[state]}</State>;
}

const TABS = ['active', 'notLive', 'inactive', 'all'] as const;

function stateOf(point: PaymentPoint): Exclude<(typeof TABS)[number], 'all'> {
  return !point.isActive ? 'inactive' : isUsable(point, 'live') ? 'active' : 'notLive';
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
