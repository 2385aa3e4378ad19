// The lists of rails that were compared with our books, and the form for another one.
import { actorNames } from '../../../actions/people/actor-names.js';
import type { Deps } from '../../../deps.js';
import { DAY_MS } from '../../../domain/base/duration.js';
import { mexicoDay } from '../../../domain/base/mexico-day.js';
import type { Mode } from '../../../domain/base/mode.js';
import { wholeList } from '../../../domain/base/paging.js';
import { RAIL_KIND_NAMES, railKindOf } from '../../../domain/rails/kinds.js';
import { type DaySum, sumByDay } from '../../../store/money/payment-lists.js';
import { type KeptReconciliation, listReconciliations } from '../../../store/money/reconciliations.js';
import { type KeptStatement, listStatements } from '../../../store/money/statements/bank-statements.js';
import { listColumns } from '../../../wire/rails/rail-list.js';
import { FormatSelect, formatChoices } from '../bank-files/format-choices.js';
import { useText } from '../bank-files/texts.js';
import { type Frame, may } from '../frame/frame.js';
import { AskForm, Submit } from '../ui/buttons.js';
import { ItemTable } from '../ui/columns.js';
import { modeTabs } from '../ui/desk-parts.js';
import { type Choice, Field, Hidden, LongField, Select } from '../ui/form.js';
import { DESK_MODES } from '../ui/list-query.js';
import { listSection } from '../ui/list-section.js';
import { Card, State, WithCodes } from '../ui/parts.js';
import type { OperatorVisit, Page, Visits } from '../visit.js';
import { listDays, shortDay } from './compared.js';
import { Result, Statements } from './statement-list.js';
import { RECONCILIATION_TEXTS } from './texts.js';

const PAST_SHOWN = 30;

export function reconciliationsList({ operator }: Visits, deps: Deps): Page<OperatorVisit> {
  return listSection(operator, {
    url: '/reconciliation',
    duty: 'see',
    texts: RECONCILIATION_TEXTS,
    async read({ visit, query }) {
      const mode = query.tab('mode', DESK_MODES);
      const past = await listReconciliations(deps.db, mode, PAST_SHOWN);
      const makers = past.map(({ madeBy }) => madeBy);
      const statements = await listStatements(deps.db, mode, PAST_SHOWN);
      const formats = await formatChoices(deps, [...RAIL_KIND_NAMES, 'statement']);
      const sums = await sumByDay(deps.db, mode, visit.now - 2 * DAYS_SHOWN * DAY_MS);
      return { mode, page: wholeList(past), statements, sums, formats, actors: await actorNames(deps, makers) };
    },
    columns: ({ frame, column, texts, found: { actors } }) => [
      column.shown(texts.days, 'top-left', ({ id, days, kind, fileName }) => (
        <>
          <a href={`${frame.path}/reconciliation/${id}`}>{listDays({ days }, frame.language)}</a>
          <small>
            {railKindOf({ kind }).shownName[frame.language]} · {fileName || texts.pasted}
          </small>
        </>
      )),
      column.time(texts.made, 'bottom-left', ({ madeAt }) => madeAt),
      column.word(texts.by, 'left-out', ({ madeBy }) => actors.get(madeBy) ?? madeBy),
      { name: texts.result, corner: 'top-right', cell: ({ summary }) => <Result frame={frame} summary={summary} /> },
    ],
    page: ({ visit, frame, texts, found: { mode, page, statements, sums, formats } }) => ({
      tabs: [modeTabs(frame)],
      actions: may(frame, 'decide') && <Upload frame={frame} mode={mode} formats={formats} />,
      above: <DaysCard frame={frame} past={page.rows} statements={statements} sums={sums} now={visit.now} />,
      caption: texts.past,
      none: null,
      below: <Statements frame={frame} statements={statements} />,
    }),
  });
}

/** Monday to Friday: so many days of banks are looked back on. */
const DAYS_SHOWN = 10;

/** The last days of banks, each with what the newest list of it has left open, and those of which there is none. */
type DaysProps = {
  readonly frame: Frame;
  readonly past: readonly KeptReconciliation[];
  readonly statements: readonly KeptStatement[];
  readonly sums: readonly DaySum[];
  readonly now: number;
};

function DaysCard({ frame, past, statements, sums, now }: DaysProps) {
  const texts = RECONCILIATION_TEXTS[frame.language];
  const first = [...sums.map(({ day }) => day), ...past.flatMap(({ days }) => days)].sort()[0] ?? plain(mexicoDay(now));
  const days = Array.from({ length: 2 * DAYS_SHOWN }, (_, back) => mexicoDay(now - back * DAY_MS))
    .filter((day) => ![0, 6].includes(new Date(day).getUTCDay()) || sums.some((sum) => sum.day === plain(day)))
    .map(plain)
    .filter((day) => day >= first)
    .slice(0, DAYS_SHOWN);
  return (
    <Card title={texts.lastDays}>
      <ItemTable
        frame={frame}
        items={days.map((day) => ({
          day,
          sum: sums.find((one) => one.day === day),
          lists: newestOf(past.filter((list) => list.days.includes(day))),
          statement: statements.find((one) => plain(one.firstDay) <= day && day <= plain(one.lastDay)),
        }))}
        columns={(column) => [
          column.word(texts.days, 'top-left', ({ day }) => shortDay(day, frame.language)),
          { ...column.figure(texts.payments, 'day', ({ sum }) => String(sum?.count ?? 0)), isCalled: true },
          { ...column.money(texts.inBooks, 'below', ({ sum }) => sum?.amount ?? 0n), isCalled: true },
          column.shown(texts.result, 'top-right', ({ lists, statement }) => (
            <>
              {lists.map((list) => (
                <div key={list.id}>
                  <a href={`${frame.path}/reconciliation/${list.id}`}>{railKindOf(list).shownName[frame.language]}</a>{' '}
                  <Result frame={frame} summary={list.summary} />
                </div>
              ))}
              {statement !== undefined && (
                <div>
                  <a href={`${frame.path}/reconciliation/statements/${statement.id}`}>
                    {useText('statement', frame.language)}
                  </a>{' '}
                  <Result frame={frame} summary={statement.summary} />
                </div>
              )}
              {lists.length === 0 && statement === undefined && (
                <>
                  <State tone="wait">{texts.notYet}</State>{' '}
                  {may(frame, 'decide') && <a href="#reconcile">{texts.begin}</a>}
                </>
              )}
            </>
          )),
        ]}
      />
    </Card>
  );
}

const plain = (day: string) => day.replaceAll('-', '');

/** The lists come newest first: of each kind of rails the first one counts. */
function newestOf(lists: readonly KeptReconciliation[]): readonly KeptReconciliation[] {
  return RAIL_KIND_NAMES.flatMap((kind) => lists.find((list) => list.kind === kind) ?? []);
}

type UploadProps = { readonly frame: Frame; readonly mode: Mode; readonly formats: readonly Choice[] };

function Upload({ frame, mode, formats }: UploadProps) {
  const texts = RECONCILIATION_TEXTS[frame.language];
  return (
    <AskForm frame={frame} action="/reconciliation" label={texts.upload} kind="main" takes="file">
      <span id="reconcile" />
      <Hidden name="mode" value={mode} />
      <Select
        name="kind"
        label={texts.kind}
        choices={[...RAIL_KIND_NAMES, 'statement' as const].map((use) => ({
          value: use,
          name: useText(use, frame.language),
        }))}
      />
      <Field
        type="file"
        name="file"
        label={texts.file}
        accept=".csv,.xlsx,.xml,.sta,.mt940,.940,.txt,text/csv,text/xml,text/plain"
      />
      <FormatSelect frame={frame} choices={formats} none={texts.noFormat} />
      <details>
        <summary>{texts.noFile}</summary>
        <ul class="hint bare of-kind">
          <li class="statement">{texts.statementHint}</li>
          {RAIL_KIND_NAMES.map((kind) => (
            <li key={kind} class={kind}>
              <WithCodes text={texts.columns(listColumns(kind).join(', '))} />
            </li>
          ))}
        </ul>
        <LongField name="text" label={texts.text} hint={texts.hint} rows={5} />
      </details>
      <Submit look="main">{texts.compare}</Submit>
    </AskForm>
  );
}
