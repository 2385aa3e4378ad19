// Where a merchant's customers can pay, by kind: stores, transfers, banks and coins. Each card says whether its points take
// live money; a point says so itself only where they differ.
import { type FeeSchedule, METHODS, type Method } from '../../../domain/accounts/fee.js';
import type { Mode } from '../../../domain/base/mode.js';
import { toDecimal } from '../../../domain/base/money.js';
import { shortened } from '../../../domain/orders/to-bring.js';
import { isUsable, kindOf, type PaymentPoint } from '../../../domain/points/payment-point.js';
import { hoursText } from '../../pay/hours.js';
import type { Frame } from '../frame/frame.js';
import { renderPage } from '../frame/layout.js';
import { ItemTable } from '../ui/columns.js';
import { Card, pesos, State } from '../ui/parts.js';
import { DESK_TEXTS } from '../ui/texts.js';
import { POINTS_TEXTS } from './texts.js';

type OwnPointsView = {
  /** Those that the merchant can use in the mode of the page, in the order in which they are offered. */
  readonly points: readonly PaymentPoint[];
  readonly fees: Readonly<Record<Method, FeeSchedule>>;
  /** In which modes an order gets a CLABE. */
  readonly transfers: readonly Mode[];
  readonly mode: Mode;
};

export function renderOwnPoints(frame: Frame, { points, fees, transfers, mode }: OwnPointsView): string {
  const texts = POINTS_TEXTS[frame.language];
  const has = (of: Mode) => (transfers.includes(of) ? 1 : 0);
  const fee = (method: Method) => texts.fee(toDecimal(fees[method].basisPoints), pesos(fees[method].fixed));
  const card = (method: 'cash' | 'bank_deposit' | 'crypto') => (
    <PointsCard
      frame={frame}
      title={texts.groups[method]}
      fee={fee(method)}
      points={points.filter((point) => kindOf(point).method === method)}
    />
  );
  const taking = new Set(points.filter((point) => isUsable(point, 'live')).map((point) => kindOf(point).method));
  const live = METHODS.filter((method) => (method === 'spei' ? has('live') > 0 : taking.has(method)));
  return renderPage(
    frame,
    { title: texts.title },
    <>
      <p class="soft">{texts.intro(live.map((method) => texts.groups[method]).join(', ') || texts.taken.none)}</p>
      <div class="halves">
        <div class="stack">
          <Card title={texts.groups.spei} aside={<LiveState frame={frame} all={has(mode)} live={has('live')} />}>
            <p class="soft">{has(mode) === 0 ? texts.noneOfGroup : `${texts.transferNote} ${fee('spei')}`}</p>
          </Card>
          {card('bank_deposit')}
          {card('crypto')}
        </div>
        {card('cash')}
      </div>
    </>,
  );
}

function PointsCard(props: {
  readonly frame: Frame;
  readonly title: string;
  readonly fee: string;
  readonly points: OwnPointsView['points'];
}) {
  const { frame, title, fee, points } = props;
  const texts = POINTS_TEXTS[frame.language];
  const live = points.filter((point) => isUsable(point, 'live')).length;
  const isMixed = live > 0 && live < points.length;
  return (
    <Card title={title} aside={<LiveState frame={frame} all={points.length} live={live} />}>
      {points.length > 0 && <p class="soft">{fee}</p>}
      <ItemTable
        frame={frame}
        items={points}
        columns={(column) => [
          column.word(texts.point, 'top-left', ({ name }) => name),
          column.word(texts.hours, 'bottom-left', ({ availability }) => hoursText(availability, frame.language) ?? ''),
          column.figure(texts.limit, 'below', ({ orderLimit }) => texts.upTo(shortened(pesos(orderLimit)))),
          ...(isMixed
            ? [
                column.shown(DESK_TEXTS[frame.language].state, 'top-right', (point) => (
                  <LiveState frame={frame} all={1} live={isUsable(point, 'live') ? 1 : 0} />
                )),
              ]
            : []),
        ]}
        none={texts.noneOfGroup}
      />
    </Card>
  );
}

/** Of so many points so many take live money. */
function LiveState({ frame, all, live }: { readonly frame: Frame; readonly all: number; readonly live: number }) {
  const { taken } = POINTS_TEXTS[frame.language];
  if (all === 0) return <State tone="off">{taken.none}</State>;
  if (live === 0) return <State tone="info">{taken.testOnly}</State>;
  return <State tone="good">{live < all ? taken.some(live, all) : all === 1 ? taken.one : taken.all}</State>;
}
