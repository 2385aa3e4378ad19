// A month's statement on the screen: what the PDF says, day by day. On a phone a day shows only what moved on it.
import type { StatementSummary } from '../../../actions/money/make-statement.js';
import { dateFormat } from '../../../domain/base/date-format.js';
import type { Language } from '../../../domain/base/language.js';
import type { Balances } from '../../../domain/money/ledger.js';
import { STATEMENT_COLUMNS, statementLine } from '../../../domain/money/statement.js';
import type { Frame } from '../frame/frame.js';
import { renderDashboard } from '../frame/layout.js';
import { Card, Empty, Fact, PageHead, Pager, pesos } from '../ui/parts.js';
import { Table } from '../ui/table.js';
import { type Month, monthName, StatementFiles } from './statements-page.js';
import { MONEY_TEXTS } from './texts.js';

export type StatementView = {
  readonly month: Month;
  readonly summary: StatementSummary;
  readonly previous: Month | null;
  readonly next: Month | null;
};

export function renderStatementPage(frame: Frame, { month, summary, previous, next }: StatementView): string {
  const { statement: texts, tabs } = MONEY_TEXTS[frame.language];
  const list = `${frame.path}/money/statements`;
  const step = (to: Month | null) =>
    to === null ? null : { href: `${list}/${to.from.slice(0, 7)}`, name: monthName(to, frame.language) };
  const title = monthName(month, frame.language);
  const { payments, payouts, net } = statementLine(summary.span);
  return renderDashboard(
    frame,
    `${title} · ${texts.title}`,
    <>
      <PageHead title={title} back={{ href: list, name: tabs.statements }}>
        <StatementFiles frame={frame} month={month} />
      </PageHead>
      <dl class="figures">
        <Fact name={texts.opening}>{pesos(balanceOf(summary.opening))}</Fact>
        <Fact name={texts.columns.payments}>{pesos(payments)}</Fact>
        <Fact name={texts.rest}>{pesos(net - payments - payouts)}</Fact>
        {payouts !== 0n && <Fact name={texts.paidOut}>{pesos(payouts)}</Fact>}
        <Fact name={next === null ? texts.soFar : texts.closing}>{pesos(balanceOf(summary.closing))}</Fact>
      </dl>
      <Card class="statement">
        <Days frame={frame} summary={summary} />
        <p class="soft">{texts.sums}</p>
      </Card>
      <Pager previous={step(previous)} next={step(next)} />
    </>,
  );
}

function balanceOf({ available, pending }: Balances): bigint {
  return available + pending;
}

function Days({ frame, summary }: { readonly frame: Frame; readonly summary: StatementSummary }) {
  const { statement: texts } = MONEY_TEXTS[frame.language];
  const { periods, span } = summary;
  const shown = STATEMENT_COLUMNS.filter((name) => periods.some((sums) => statementLine(sums)[name] !== 0n));
  const cells = (of: Balances) => shown.map((name) => <Sum key={name} sum={statementLine(of)[name]} />);
  const days = periods.map((sums) => ({
    key: sums.period,
    cells: [dayName(sums.period, frame.language), ...cells(sums)],
  }));
  const total = { key: 'total', cells: [texts.total, ...cells(span)] };
  return (
    <Table
      label={texts.title}
      columns={[
        { name: texts.columns.period, corner: 'top-left' },
        ...shown.map((name) => ({
          name: texts.columns[name],
          isNumber: true,
          corner: name === 'net' ? ('top-right' as const) : ('bottom-right' as const),
          isCalled: true,
        })),
      ]}
      rows={days.length < 2 ? days : [total, ...days]}
      none={<Empty icon="coins" title={texts.none} />}
    />
  );
}

function Sum({ sum }: { readonly sum: bigint }) {
  return sum === 0n ? <span class="zero">—</span> : pesos(sum);
}

function dayName(day: string, language: Language): string {
  return shortDay(Date.parse(`${day}T12:00:00Z`), language).replace(' de ', ' ');
}

const shortDay = dateFormat({ weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' });
