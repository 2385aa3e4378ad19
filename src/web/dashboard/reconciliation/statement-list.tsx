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
import { statementDays } from './compared.js';
import { STATEMENT_TEXTS } from './texts.js';

const TONES: Readonly<Record<LineOutcome, Tone>> = {
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
      return { statement, tabs, page: toPage(found, ask, ({ line }) => String(line)) };
    },
    columns: ({ frame, column, texts }) => lineColumns(frame, column, texts.explained),
    page: ({ frame, texts, found: { statement, tabs } }) => ({
      title: `${texts.title} ${statementDays(statement, frame.language)}`,
      back: { href: `${frame.path}/reconciliation`, name: texts.back },
      aside: (
        <>
          <StatementResult frame={frame} statement={statement} />
          <ModeMark frame={frame} mode={statement.mode} />
        </>
      ),
      above: <Balances frame={frame} statement={statement} />,
      tabs: [outcomeTabs(frame, tabs, statement.summary)],
      none: <Empty icon="check" title={texts.noLines} />,
    }),
  });
}

/** The lines of a statement or of a rail's list, with what of ours each is. */
export function lineColumns(
  frame: Frame,
  column: ColumnMakers<ComparedLine>,
  explained: Explained,
): ListColumn<ComparedLine>[] {
  const texts = STATEMENT_TEXTS[frame.language];
  return [
    {
      name: texts.ours,
      corner: 'top-left',
      cell: (line) => <Ours frame={frame} line={line} explained={explained[line.outcome] ?? ''} />,
      text: ({ trackingKey }) => trackingKey ?? '',
    },
    column.word(texts.told, 'left-out', ({ text }) => text),
    column.word(texts.day, 'bottom-left', ({ day }) => day),
    column.word(texts.line, 'left-out', ({ outcome, line }) => (outcome === 'they_miss' ? '' : String(line))),
    column.state(texts.result, 'bottom-right', { of: ({ outcome }) => outcome, tones: TONES, names: texts.outcome }),
    column.money(DESK_TEXTS[frame.language].amount, 'top-right', ({ direction, amount }) =>
      direction === 'in' ? amount : -amount,
    ),
  ];
}

type Explained = Readonly<Partial<Record<LineOutcome, string>>>;

export function outcomeTabs(frame: Frame, tabs: readonly LineOutcome[], summary: OutcomeSums): TabRow {
  const texts = STATEMENT_TEXTS[frame.language];
  return {
    name: 'outcome',
    label: texts.result,
    tabs: tabs.map((value) => ({ value, name: texts.outcome[value], count: String(summary[value]?.count ?? 0) })),
  };
}

/** What was found, the most urgent first, and always what agrees. */
function tabsOf({ summary }: KeptStatement): [LineOutcome, ...LineOutcome[]] {
  const [first = 'agrees', ...more] = LINE_OUTCOMES.filter((one) => one === 'agrees' || summary[one] !== undefined);
  return [first, ...more];
}

export function StatementResult({ frame, statement }: { readonly frame: Frame; readonly statement: KeptStatement }) {
  const texts = STATEMENT_TEXTS[frame.language];
  const { never_sent: urgent } = statement.summary;
  if (urgent !== undefined) return <State tone="bad">{texts.neverSent(urgent.count)}</State>;
  const open = countOpen(statement.summary);
  return open === 0 ? <State tone="good">{texts.agrees}</State> : <State tone="wait">{texts.open(open)}</State>;
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

type OursProps = { readonly frame: Frame; readonly line: ComparedLine; readonly explained: string };

function Ours({ frame, line, explained }: OursProps) {
  const texts = STATEMENT_TEXTS[frame.language];
  const { paymentId, transferId, trackingKey, ourAmount, amount, destination, ourDestination } = line;
  const path =
    paymentId !== null
      ? `/payments/${paymentId}`
      : transferId !== null
        ? `/transfers/${formatTransferId(transferId)}`
        : null;
  if (path === null) return <small>{explained}</small>;
  const isElsewhere = destination !== null && ourDestination !== null && destination !== ourDestination;
  return (
    <>
      <a href={frame.path + path}>
        <Code>{trackingKey ?? texts.noKey}</Code>
      </a>
      <small>
        {explained}
        {ourAmount !== null && ourAmount !== amount && ` ${texts.ourAmount(pesos(ourAmount))}`}
        {isElsewhere && ` ${texts.ourDestination(ourDestination)}`}
        {line.isNear && ` ${texts.isNear}`}
      </small>
    </>
  );
}

/** The last statements, below the lists of rails. */
export function Statements({
  frame,
  statements,
}: {
  readonly frame: Frame;
  readonly statements: readonly KeptStatement[];
}) {
  const texts = STATEMENT_TEXTS[frame.language];
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
                {texts.format[one.format]} · {one.fileName || texts.pasted}
              </small>
            </>
          )),
          column.time(texts.made, 'bottom-left', ({ madeAt }) => madeAt),
          column.money(texts.closing, 'left-out', ({ closing }) => closing),
          column.shown(texts.result, 'top-right', (one) => <StatementResult frame={frame} statement={one} />),
        ]}
      />
    </Card>
  );
}
