// A merchant's first page: what came in, what needs somebody, and the first steps of a shop that has no order yet.
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../domain/base/duration.js';
import type { Language } from '../../../domain/base/language.js';
import { divideHalfUp } from '../../../domain/base/money.js';
import { conversionOf, type DayFigure, medianWait, sumFigures } from '../../../domain/money/figures.js';
import { type Frame, may } from '../frame/frame.js';
import { renderPage } from '../frame/layout.js';
import { FRAME_TEXTS } from '../frame/texts.js';
import { BalanceFigures } from '../money/money-frame.js';
import { MONEY_TEXTS } from '../money/texts.js';
import { NextPayout } from '../payouts/payouts-page.js';
import { ItemTable } from '../ui/columns.js';
import { Icon, type IconName } from '../ui/icon.js';
import { Callout, Card, OrderLink, pesos } from '../ui/parts.js';
import { Bars } from './bars.js';
import { FirstSteps } from './first-steps.js';
import { type HomeView, MOST_NEEDS } from './home-view.js';
import { HOME_TEXTS } from './texts.js';

type Props = { readonly frame: Frame; readonly view: HomeView };

export function renderHomePage(frame: Frame, view: HomeView): string {
  const texts = HOME_TEXTS[frame.language];
  return renderPage(
    frame,
    { title: texts.title },
    <>
      {view.isEmpty && <FirstSteps frame={frame} baseUrl={view.baseUrl} />}
      <div class="two home">
        <div class="stack">
          <Takings frame={frame} view={view} />
          <LastPayments frame={frame} view={view} />
          <Ways frame={frame} view={view} />
        </div>
        <div class="stack">
          <NeedsCard frame={frame} view={view} />
          <Card title={texts.balance} aside={<a href={`${frame.path}/money`}>{MONEY_TEXTS[frame.language].title}</a>}>
            <BalanceFigures frame={frame} balances={view.balances} />
          </Card>
          <NextPayout frame={frame} view={{ ...view.payout, available: view.balances.available }} />
          <Speed frame={frame} view={view} />
        </div>
      </div>
    </>,
  );
}

function Takings({ frame, view }: Props) {
  const texts = HOME_TEXTS[frame.language].takings;
  const { figures, days, daysBefore } = view;
  const all = [...daysBefore, ...days];
  /** The figures of the last so many days, or of as many before those. */
  const over = (count: number, before = 0) => {
    const some = all.slice(all.length - count - before, all.length - before);
    return sumFigures(figures.filter(({ day }) => some.includes(day)));
  };
  const bars = days.map((day) => {
    const { paid, taken } = sumFigures(figures.filter((one) => one.day === day));
    return { day, paid, taken };
  });
  const { refunded } = over(days.length);
  return (
    <Card title={texts.title}>
      {view.isCounting && !view.isEmpty && <Callout tone="info">{texts.counting}</Callout>}
      <dl class="takings">
        {(
          [
            ['today', 1],
            ['week', 7],
            ['month', 30],
          ] as const
        ).map(([name, count]) => {
          const { taken, paid } = over(count);
          return (
            <div key={name}>
              <dt>{texts[name]}</dt>
              <dd>
                <span class="big">{pesos(taken)}</span>
                <span class="soft">{texts.orders(paid.toLocaleString('en'))}</span>
                {/* A day that is not over has no day to be compared with. */}
                {!view.isCounting && count > 1 && (
                  <span class="soft">{compared(texts, { count, now: taken, before: over(count, count).taken })}</span>
                )}
              </dd>
            </div>
          );
        })}
      </dl>
      <Bars bars={bars} language={frame.language} />
      {refunded > 0n && <p class="soft">{texts.refunded(pesos(refunded))}</p>}
    </Card>
  );
}

type TakingsTexts = (typeof HOME_TEXTS)[Language]['takings'];

type Compared = { readonly count: number; readonly now: bigint; readonly before: bigint };

/** Against as many days before. */
function compared(texts: TakingsTexts, { count, now, before }: Compared): string {
  if (before <= 0n) return now > 0n ? texts.nothingBefore(count) : '';
  const percent = divideHalfUp((now > before ? now - before : before - now) * 100n, before);
  if (percent === 0n) return texts.same(count);
  return (now > before ? texts.more : texts.less)(`${percent}%`, count, pesos(before));
}

function LastPayments({ frame, view: { lastPayments } }: Props) {
  const texts = HOME_TEXTS[frame.language].last;
  return (
    <Card title={texts.title} aside={<a href={`${frame.path}/money`}>{texts.all}</a>} class="list">
      <ItemTable
        frame={frame}
        label={texts.title}
        items={lastPayments}
        columns={(column) => [
          column.word(
            texts.columns.who,
            'top-left',
            ({ payment, order }) => order?.customer.name ?? payment.payerName ?? texts.nobody,
          ),
          column.shown(texts.columns.order, 'bottom-left', ({ order }) =>
            order === null ? '—' : <OrderLink frame={frame} id={order.uuid} folio={order.folio} />,
          ),
          column.time(texts.columns.at, 'bottom-right', ({ payment }) => payment.paidAt),
          column.money(texts.columns.sum, 'top-right', ({ payment }) => payment.amount),
        ]}
        none={texts.none}
      />
    </Card>
  );
}

/** By method and point, the most money first. */
function Ways({ frame, view }: Props) {
  const texts = HOME_TEXTS[frame.language].ways;
  const { method } = FRAME_TEXTS[frame.language];
  const groups = new Map<string, DayFigure[]>();
  for (const figure of shownFigures(view)) {
    const name = figure.point === '' ? method[figure.method] : (view.pointNames.get(figure.point) ?? figure.point);
    groups.set(name, [...(groups.get(name) ?? []), figure]);
  }
  const ways = [...groups]
    .map(([name, figures]) => ({ name, ...sumFigures(figures) }))
    .filter(({ paid, unpaid }) => paid + unpaid > 0)
    .sort((one, other) => (other.taken > one.taken ? 1 : -1));
  return (
    <Card title={texts.title} aside={<span class="soft">{texts.note}</span>}>
      <ItemTable
        frame={frame}
        label={texts.title}
        items={ways}
        columns={(column) => [
          column.word(texts.columns.way, 'top-left', ({ name }) => name),
          column.figure(texts.columns.paid, 'left-out', ({ paid }) =>
            HOME_TEXTS[frame.language].takings.orders(paid.toLocaleString('en')),
          ),
          column.word(texts.columns.conversion, 'bottom-left', (way) => texts.conversion(percent(conversionOf(way)))),
          column.money(texts.columns.sum, 'top-right', ({ taken }) => taken),
        ]}
        none={texts.none}
      />
    </Card>
  );
}

/** Those of the days that are shown. */
function shownFigures({ figures, days }: HomeView): readonly DayFigure[] {
  const [first = ''] = days;
  return figures.filter(({ day }) => day >= first);
}

function Speed({ frame, view }: Props) {
  const texts = HOME_TEXTS[frame.language];
  const figures = shownFigures(view);
  const sum = sumFigures(figures);
  const conversion = conversionOf(sum);
  const wait = medianWait(figures);
  return (
    <Card>
      <dl class="speed">
        <div>
          <dt>{texts.conversion.title}</dt>
          <dd>
            {conversion === null ? (
              <span class="soft">{texts.conversion.none}</span>
            ) : (
              <>
                <span class="big">{percent(conversion)}</span>
                <span class="soft">
                  {texts.conversion.of(sum.paid.toLocaleString('en'), (sum.paid + sum.unpaid).toLocaleString('en'))}
                  {' · '}
                  {texts.conversion.note}
                </span>
              </>
            )}
          </dd>
        </div>
        <div>
          <dt>{texts.wait.title}</dt>
          <dd>
            {wait === null ? (
              <span class="soft">{texts.wait.none}</span>
            ) : (
              <>
                <span class="big">{lasting(wait, frame.language)}</span>
                <span class="soft">{texts.wait.note}</span>
              </>
            )}
          </dd>
        </div>
      </dl>
    </Card>
  );
}

function percent(value: number | null): string {
  return value === null ? '—' : `${value}%`;
}

/** In the unit that people would use: the figure is an estimate. */
function lasting(ms: number, language: Language): string {
  const { minutes, hours, days } = HOME_TEXTS[language].wait;
  if (ms < 90 * MINUTE_MS) return minutes(Math.max(1, Math.round(ms / MINUTE_MS)));
  if (ms < 36 * HOUR_MS) return hours(Math.round(ms / HOUR_MS));
  return days(Math.round(ms / DAY_MS));
}

function NeedsCard({ frame, view: { needs } }: Props) {
  const texts = HOME_TEXTS[frame.language].needs;
  const number = (count: number) => (count >= MOST_NEEDS ? `${MOST_NEEDS}+` : String(count));
  const all: readonly (readonly [number, IconName, string, string])[] = [
    [may(frame, 'develop') ? needs.webhooks : 0, 'bell', '/webhooks', texts.webhooks(needs.webhooks)],
    [needs.review, 'inbox', '/money/review', texts.review(number(needs.review))],
    [needs.unfunded, 'coins', '/money/transfers', texts.unfunded(number(needs.unfunded))],
    [needs.destinations, 'refund', '/money/transfers', texts.destinations(number(needs.destinations))],
    [needs.messages, 'message', '/messages', texts.messages(number(needs.messages))],
  ];
  const shown = all.filter(([count]) => count > 0);
  return (
    <Card title={texts.title} class="first-on-phones">
      {shown.length === 0 ? (
        <p class="row middle good-line">
          <Icon name="check" />
          {texts.none}
        </p>
      ) : (
        <ul class="needs">
          {shown.map(([, icon, path, text]) => (
            <li key={text}>
              <a href={frame.path + path}>
                <Icon name={icon} />
                {text}
              </a>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
