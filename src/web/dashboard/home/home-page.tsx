// A merchant's first page: what came in, what needs somebody, and the first steps of a shop that has no order yet.
import type { Deps } from '../../../deps.js';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../domain/base/duration.js';
import type { Language } from '../../../domain/base/language.js';
import { divideHalfUp } from '../../../domain/base/money.js';
import { conversionOf, type DayFigure, medianWait, sumFigures } from '../../../domain/money/figures.js';
import { shownAccount } from '../../../domain/transfers/payout-account.js';
import { type Frame, may } from '../frame/frame.js';
import { renderDashboard } from '../frame/layout.js';
import { FRAME_TEXTS } from '../frame/texts.js';
import { otherMoney, toDecideOf } from '../money/money-frame.js';
import { NextPayout } from '../payouts/payouts-page.js';
import { ItemTable } from '../ui/columns.js';
import { Icon, type IconName } from '../ui/icon.js';
import { Callout, Card, CustomerLink, LinkButton, PageHead, pesos } from '../ui/parts.js';
import { shortMoment } from '../ui/short-time.js';
import type { Visits } from '../visit.js';
import { Bars } from './bars.js';
import { Figure } from './figure.js';
import { FirstSteps } from './first-steps.js';
import { type HomeView, MOST_NEEDS, showHome } from './home-view.js';
import { HOME_TEXTS } from './texts.js';

type Props = { readonly frame: Frame; readonly view: HomeView };

export function homeRoutes({ merchant: { show } }: Visits, deps: Deps): void {
  show('/home', 'see', async ({ frame, merchant }) => renderHomePage(frame, await showHome(deps, merchant.scope)));
}

function renderHomePage(frame: Frame, view: HomeView): string {
  const texts = HOME_TEXTS[frame.language];
  const { accounts } = view.payout;
  const hasAccount = accounts.current !== null || accounts.waiting !== null;
  // Until the first payment nothing is shown of payments.
  const hasPaid = view.lastPayments.length > 0;
  return renderDashboard(
    frame,
    texts.title,
    <>
      <PageHead title={texts.title}>
        {!view.isEmpty && may(frame, 'serve') && (
          <>
            <LinkButton href={`${frame.path}/links/new`} text={texts.start.newLink} />
            <LinkButton href={`${frame.path}/orders/new`} look="main" text={texts.start.newOrder} />
          </>
        )}
      </PageHead>
      {view.isEmpty && <FirstSteps frame={frame} baseUrl={view.baseUrl} hasAccount={hasAccount} />}
      <NeedsCard frame={frame} view={view} />
      <div class="two home">
        <div class="stack">
          <Takings frame={frame} view={view} />
          {hasPaid && <LastPayments frame={frame} view={view} />}
          {hasPaid && <Ways frame={frame} view={view} />}
        </div>
        <div class="stack">
          <NextPayout frame={frame} view={{ ...view.payout, available: view.balances.available }}>
            <ul class="needs">
              {otherMoney(frame, view.balances).map(({ name, sum, path }) => (
                <NeedsLine key={name} frame={frame} path={path} sum={pesos(sum)} text={name} />
              ))}
            </ul>
          </NextPayout>
          {hasPaid && <Speed frame={frame} view={view} />}
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
          const before = over(count, count).taken;
          return (
            <Figure key={name} name={texts[name]} value={pesos(taken)} note={texts.orders(paid.toLocaleString('en'))}>
              {/* A day that is not over has no day to be compared with. */}
              {!view.isCounting && count > 1 && before > 0n && (
                <span class={taken > before ? 'soft up' : 'soft'}>
                  {compared(taken, before)} {texts.before(count)}
                </span>
              )}
            </Figure>
          );
        })}
      </dl>
      {view.lastPayments.length > 0 && <Bars bars={bars} frame={frame} />}
    </Card>
  );
}

/** Against as many days before. */
function compared(now: bigint, before: bigint): string {
  const percent = divideHalfUp((now > before ? now - before : before - now) * 100n, before);
  return percent === 0n ? '=' : `${now > before ? '▲' : '▼'} ${percent}%`;
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
          column.shown(texts.columns.who, 'top-left', ({ payment, order }) =>
            order === null ? (payment.payerName ?? texts.nobody) : <CustomerLink frame={frame} order={order} />,
          ),
          column.word(texts.columns.order, 'bottom-left', ({ order }) => order?.product.id ?? '—'),
          column.time(texts.columns.at, 'day', ({ payment }) => payment.paidAt),
          column.money(texts.columns.sum, 'top-right', ({ payment }) => payment.amount),
        ]}
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
          {
            ...column.figure(texts.columns.paid, 'bottom-left', ({ paid }) => paid.toLocaleString('en')),
            isCalled: true,
          },
          {
            ...column.figure(texts.columns.conversion, 'bottom-right', (way) =>
              texts.share(percent(conversionOf(way))),
            ),
            isCalled: true,
          },
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
  const wait = medianWait(figures);
  return (
    <Card>
      <dl class="takings">
        <Figure
          name={texts.conversion.title}
          value={percent(conversionOf(sum))}
          note={texts.conversion.of(sum.paid.toLocaleString('en'), (sum.paid + sum.unpaid).toLocaleString('en'))}
        />
        {wait !== null && (
          <Figure name={texts.wait.title} value={lasting(wait, frame.language)} note={texts.wait.note} />
        )}
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

type LineProps = {
  readonly frame: Frame;
  readonly path: string;
  readonly text: string;
  readonly sum?: string | undefined;
  readonly icon?: IconName;
};

/** What can be looked at, with how much it is about. */
function NeedsLine({ frame, path, text, sum, icon }: LineProps) {
  return (
    <li>
      <a href={frame.path + path}>
        {icon !== undefined && <Icon name={icon} />}
        <span class="grow">{text}</span>
        {sum !== undefined && <strong>{sum}</strong>}
        <span aria-hidden="true">›</span>
      </a>
    </li>
  );
}

/** Nothing, if nothing needs anybody. */
function NeedsCard({ frame, view: { needs, balances, payout } }: Props) {
  const { language } = frame;
  const texts = HOME_TEXTS[language].needs;
  const number = (count: number) => (count >= MOST_NEEDS ? `${MOST_NEEDS}+` : String(count));
  const { waiting } = payout.accounts;
  const named = (text: string, who: string | null) => (who === null ? text : `${text} · ${who}`);
  const all: readonly (false | Omit<LineProps, 'frame'>)[] = [
    waiting !== null && {
      icon: 'warning',
      path: '/money/payouts',
      text: texts.account(shortMoment(waiting.countsFrom, language), shownAccount(waiting)),
    },
    may(frame, 'develop') &&
      needs.webhooks > 0 && { icon: 'bell', path: '/webhooks', text: texts.webhooks(needs.webhooks) },
    needs.review > 0 && {
      icon: 'inbox',
      path: '/money/review',
      text: named(texts.review(number(needs.review)), needs.reviewOf),
      sum: pesos(toDecideOf(balances)),
    },
    needs.unfunded.count > 0 && {
      icon: 'coins',
      path: '/money/transfers',
      text: named(texts.unfunded(number(needs.unfunded.count)), needs.unfunded.who),
      sum: pesos(needs.unfunded.sum),
    },
    needs.destinations.count > 0 && {
      icon: 'refund',
      path: '/money/transfers',
      text: named(texts.destinations(number(needs.destinations.count)), needs.destinations.who),
      sum: pesos(needs.destinations.sum),
    },
    needs.messages > 0 && {
      icon: 'message',
      path: '/messages?show=failed',
      text: texts.messages(number(needs.messages)),
    },
  ];
  const shown = all.filter((one) => one !== false);
  if (shown.length === 0) return null;
  return (
    <Card title={texts.title}>
      <ul class="needs">
        {shown.map((line) => (
          <NeedsLine key={line.text} frame={frame} {...line} />
        ))}
      </ul>
    </Card>
  );
}
