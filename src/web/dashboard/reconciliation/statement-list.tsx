// A bank's statement at the desk (D89): its balances beside the books, and its lines by what they are, the urgent first.
import { requireStatement } from '../../../actions/money/reconcile-statement.js';
import type { Deps } from '../../../deps.js';
import { toPage } from '../../../domain/base/paging.js';
import { countOpen, LINE_OUTCOMES, type LineOutcome } from '../../../domain/money/bank-statement.js';
import { formatTransferId } from '../../../domain/transfers/transfer.js';
import {
  type ComparedLine,
  type KeptStatement,
  listLines,
  type OutcomeSums,
} from '../../../store/money/statements/bank-statements.js';
import type { Frame } from '../frame/frame.js';
import { type ColumnMakers, ItemTable, type ListColumn } from '../ui/columns.js';
import { ModeMark } from '../ui/desk-parts.js';
import { listSection, type TabRow } from '../ui/list-section.js';
import { Callout, Card, Code, CodeFact, Empty, Fact, Facts, pesos, State, type Tone } from '../ui/parts.js';
import { DESK_TEXTS } from '../ui/texts.js';
import { paramIn, type Visits } from '../visit.js';
import { shortDay, statementDays } from './compared.js';
import { RECONCILIATION_TEXTS, STATEMENT_TEXTS } from './texts.js';

export const TONES: Readonly<Record<LineOutcome, Tone>> = {
  booked: 'good',
  never_sent: 'bad',
  differs: 'bad',
  we_miss: 'bad',
  they_miss: 'wait',
  proposed: 'wait',
  charge: 'off',
  agrees: 'good',
};

export function statementList({ operator }: Visits, deps: Deps): void {
  listSection(operator, {
    url: '/reconciliation/statements/:id',
    duty: 'see',
    texts: STATEMENT_TEXTS,
    file: 'statement',
    isCursor: (text) => /^\d{1,9}$/.test(text),
    async read({ visit, query, ask }) {
      const statement = await requireStatement(deps, paramIn(visit));
      const tabs = tabsOf(statement);
      const outcome = query.tab('outcome', tabs);
      const found = await listLines(deps.db, { statementId: statement.id, outcome }, ask);
      return { statement, tabs, outcome, page: toPage(found, ask, ({ line }) => String(line)) };
    },
    columns: ({ frame, column }) => lineColumns(frame, column),
    page: ({ frame, texts, found: { statement, tabs, outcome } }) => ({
      title: `${texts.title} ${statementDays(statement, frame.language)}`,
      back: { href: `${frame.path}/reconciliation`, name: RECONCILIATION_TEXTS[frame.language].title },
      aside: (
        <>
          <Result frame={frame} summary={statement.summary} />
          <ModeMark frame={frame} mode={statement.mode} />
        </>
      ),
      above: (
        <>
          <Balances frame={frame} statement={statement} />
          <Explained texts={texts.explained} outcome={outcome} />
        </>
      ),
      tabs: [outcomeTabs(frame, tabs, statement.summary)],
      none: <Empty icon="check" title={texts.noLines} />,
    }),
  });
}

/** The lines of a statement or of a rail's list, by what the bank calls each, with what of ours it is. */
export function lineColumns(frame: Frame, column: ColumnMakers<ComparedLine>): ListColumn<ComparedLine>[] {
  const [texts, words] = [STATEMENT_TEXTS[frame.language], RECONCILIATION_TEXTS[frame.language]];
  return [
    {
      name: texts.told,
      corner: 'top-left',
      cell: (line) => <Told frame={frame} line={line} />,
      text: ({ text }) => text,
    },
    column.shown(texts.where, 'bottom-left', ({ outcome, line, text, destination, ourDestination, trackingKey }) =>
      [destination ?? ourDestination ?? (text && trackingKey), outcome !== 'they_miss' && texts.lineNumber(line)]
        .filter(Boolean)
        .join(' · '),
    ),
    {
      name: texts.day,
      corner: 'day',
      cell: ({ day }) => <time dateTime={day}>{shortDay(day, frame.language)}</time>,
      text: ({ day }) => day,
    },
    { name: texts.line, text: ({ outcome, line }) => (outcome === 'they_miss' ? '' : String(line)) },
    {
      name: texts.ours,
      corner: 'act',
      cell: (line) => <Ours frame={frame} line={line} />,
      text: ({ trackingKey }) => trackingKey ?? '',
    },
    column.state(words.result, 'bottom-right', { of: ({ outcome }) => outcome, tones: TONES, names: texts.outcome }),
    column.money(DESK_TEXTS[frame.language].amount, 'top-right', ({ direction, amount }) =>
      direction === 'in' ? amount : -amount,
    ),
  ];
}

/** What the lines shown are, and what to do with them. */
export function Explained(props: {
  readonly texts: Readonly<Partial<Record<LineOutcome, string>>>;
  readonly outcome: LineOutcome;
}) {
  return <p class="soft">{props.texts[props.outcome]}</p>;
}

export function outcomeTabs(frame: Frame, tabs: readonly LineOutcome[], summary: OutcomeSums): TabRow {
  const texts = STATEMENT_TEXTS[frame.language];
  return {
    name: 'outcome',
    label: RECONCILIATION_TEXTS[frame.language].result,
    tabs: tabs.map((value) => ({ value, name: texts.outcome[value], count: String(summary[value]?.count ?? 0) })),
  };
}

/** What was found, the most urgent first, and always what agrees. */
function tabsOf({ summary }: KeptStatement): [LineOutcome, ...LineOutcome[]] {
  const [first = 'agrees', ...more] = LINE_OUTCOMES.filter((one) => one === 'agrees' || summary[one] !== undefined);
  return [first, ...more];
}

/** Of a statement or of a rail's list. */
export function Result({ frame, summary }: { readonly frame: Frame; readonly summary: OutcomeSums }) {
  const texts = STATEMENT_TEXTS[frame.language];
  const [urgent, open] = [summary.never_sent, countOpen(summary)];
  if (urgent !== undefined) return <State tone="bad">{texts.neverSent(urgent.count)}</State>;
  return open === 0 ? <State tone="good">{texts.outcome.agrees}</State> : <State tone="wait">{texts.open(open)}</State>;
}

function Balances({ frame, statement }: { readonly frame: Frame; readonly statement: KeptStatement }) {
  const texts = STATEMENT_TEXTS[frame.language];
  const { opening, closing, books, shown, summary } = statement;
  return (
    <>
      {summary.never_sent !== undefined && <Callout tone="bad">{texts.urgent}</Callout>}
      <Card title={texts.balances}>
        <Facts>
          <CodeFact name={texts.account}>{statement.account}</CodeFact>
          {opening !== null && <Fact name={texts.opening}>{pesos(opening)}</Fact>}
          <Fact name={texts.closing}>{pesos(closing)}</Fact>
          <Fact name={texts.books}>{pesos(books)}</Fact>
          <Fact name={texts.difference}>{pesos(closing - books)}</Fact>
          {shown !== null && <Fact name={texts.shown}>{pesos(shown)}</Fact>}
          {shown !== null && <Fact name={texts.notShown}>{pesos(closing - shown)}</Fact>}
        </Facts>
        <p class="soft">{texts.balancesText}</p>
        {shown !== null && <p class="soft">{texts.shownText}</p>}
      </Card>
    </>
  );
}

type LineProps = { readonly frame: Frame; readonly line: ComparedLine };

/** Of a rail's list its tracking key, of a statement the bank's text; it leads to what is ours. */
function Told({ frame, line: { text, destination, trackingKey, paymentId, transferId } }: LineProps) {
  const key = destination === null ? text : text.split(' ')[0];
  const title = key || (trackingKey ?? STATEMENT_TEXTS[frame.language].noKey);
  if (paymentId !== null) return <a href={`${frame.path}/payments/${paymentId}`}>{title}</a>;
  return transferId === null ? title : <a href={`${frame.path}/transfers/${formatTransferId(transferId)}`}>{title}</a>;
}

function Ours({ frame, line }: LineProps) {
  const texts = STATEMENT_TEXTS[frame.language];
  const { trackingKey, ourAmount, amount, destination, ourDestination } = line;
  if (line.paymentId === null && line.transferId === null) return <small>{texts.notThere}</small>;
  const isElsewhere = destination !== null && ourDestination !== null && destination !== ourDestination;
  return (
    <>
      <small>
        <Code>{trackingKey ?? texts.noKey}</Code>
      </small>
      {ourAmount !== null && ourAmount !== amount && ` ${texts.ourAmount(pesos(ourAmount))}`}
      {isElsewhere && ` ${texts.ourDestination(ourDestination)}`}
      {line.isNear && ` ${texts.isNear}`}
    </>
  );
}

/** The last statements, below the lists of rails. */
export function Statements(props: { readonly frame: Frame; readonly statements: readonly KeptStatement[] }) {
  const { frame, statements } = props;
  const [texts, words] = [STATEMENT_TEXTS[frame.language], RECONCILIATION_TEXTS[frame.language]];
  if (statements.length === 0) return null;
  return (
    <Card title={texts.statements}>
      <ItemTable
        frame={frame}
        items={statements}
        columns={(column) => [
          column.shown(texts.day, 'top-left', (one) => (
            <>
              <a href={`${frame.path}/reconciliation/statements/${one.id}`}>{statementDays(one, frame.language)}</a>
              <small>
                {texts.format[one.format]} · {one.fileName || words.pasted}
              </small>
            </>
          )),
          column.time(words.made, 'bottom-left', ({ madeAt }) => madeAt),
          column.money(texts.closing, 'left-out', ({ closing }) => closing),
          column.shown(words.result, 'top-right', (one) => <Result frame={frame} summary={one.summary} />),
        ]}
      />
    </Card>
  );
}
