// A bank's file before it is taken: how many lines, what they add up to, and the first of them as they were understood.
import { dateFormat } from '../../../domain/base/date-format.js';
import { startOfMexicoDay } from '../../../domain/base/mexico-day.js';
import type { FileSummary } from '../../../domain/rails/file-mapping.js';
import type { ResultsSummary } from '../../../domain/transfers/bank-result.js';
import type { FilePreview } from '../../../store/transfers/file-previews.js';
import { LINE_COLUMN } from '../../../wire/sheets/own-rows.js';
import type { Frame } from '../frame/frame.js';
import { renderPage } from '../frame/layout.js';
import { ResultsTable } from '../transfers/results-table.js';
import { TRANSFERS_TEXTS } from '../transfers/texts.js';
import { StatusBadge } from '../transfers/transfers-list.js';
import type { KnownTransfers } from '../transfers/transfers-view.js';
import { Submit } from '../ui/buttons.js';
import { ModeMark } from '../ui/desk-parts.js';
import { Form, Hidden } from '../ui/form.js';
import { Callout, Card, CopyShort, Fact, Facts, LinkButton, pesos, State, Time } from '../ui/parts.js';
import { Table } from '../ui/table.js';
import { DESK_TEXTS } from '../ui/texts.js';
import { FIELD_TEXTS, FORMATS_TEXTS, PREVIEW_TEXTS } from './texts.js';

type Props = { readonly frame: Frame; readonly preview: FilePreview };
type View = { readonly preview: FilePreview; readonly known: KnownTransfers };

const BACK = { results: '/transfers/import', statement: '/reconciliation' } as const;

export function renderPreviewPage(frame: Frame, { preview, known }: View): string {
  const texts = PREVIEW_TEXTS[frame.language];
  const { use } = FORMATS_TEXTS[frame.language];
  const { results } = preview.summary;
  return renderPage(
    { ...frame, entry: BACK[preview.use].split('/')[1] ?? null },
    {
      title: texts.title,
      back: { href: `${frame.path}${BACK[preview.use]}`, name: use[preview.use] },
      aside: preview.use === 'statement' && <ModeMark frame={frame} mode={preview.mode} />,
    },
    <>
      <p class="soft">
        {use[preview.use]} · {preview.fileName || texts.pasted} · <Time at={preview.madeAt} language={frame.language} />
      </p>
      <p>{texts.intro}</p>
      <Sums frame={frame} preview={preview} />
      {results === undefined ? (
        <FirstLines frame={frame} summary={preview.summary} />
      ) : (
        <FirstResults frame={frame} preview={preview} results={results} known={known} />
      )}
      <Take frame={frame} preview={preview} />
    </>,
  );
}

function Sums({ frame, preview }: Props) {
  const texts = PREVIEW_TEXTS[frame.language];
  const { results } = preview.summary;
  return (
    <Card>
      <Facts>
        <SumFacts frame={frame} summary={preview.summary} leftOut={preview.leftOut} />
        {results !== undefined && <ResultFacts frame={frame} results={results} />}
        <Fact name={texts.format}>{preview.formatName ?? texts.own}</Fact>
      </Facts>
      <details>
        <summary>{texts.digest}</summary>
        <CopyShort frame={frame} id={preview.digest} /> <span class="soft">{texts.digestHint}</span>
      </details>
    </Card>
  );
}

/** How many lines a file has, of which days, and what they add up to. */
export function SumFacts(props: { readonly frame: Frame; readonly summary: FileSummary; readonly leftOut: number }) {
  const { frame, summary, leftOut } = props;
  const texts = PREVIEW_TEXTS[frame.language];
  const { count, came, went, days, balances } = summary;
  const sum = (name: string, centavos: string) => <Fact name={name}>{pesos(BigInt(centavos))}</Fact>;
  return (
    <>
      <Fact name={texts.lines}>{String(count)}</Fact>
      {leftOut > 0 && <Fact name={texts.leftOut}>{String(leftOut)}</Fact>}
      {days !== null && <Fact name={texts.days}>{daysText(frame, days)}</Fact>}
      {balances !== null && sum(texts.opening, balances.opening)}
      {(balances !== null || came !== '0') && sum(texts.came, came)}
      {balances !== null && sum(texts.went, went)}
      {balances === null && went !== '0' && sum(texts.told, went)}
      {balances !== null && sum(texts.closing, balances.closing)}
    </>
  );
}

/** How many transfers the bank speaks of in each state, and how much that is by our own records. */
function ResultFacts({ frame, results }: { readonly frame: Frame; readonly results: ResultsSummary }) {
  const { status } = TRANSFERS_TEXTS[frame.language];
  return (
    <>
      {(['confirmed', 'sent', 'bounced'] as const).map((name) => {
        const one = results.states[name];
        return (
          one !== undefined && (
            <Fact key={name} name={status[name]}>
              {one.count} · {pesos(BigInt(one.sum))}
            </Fact>
          )
        );
      })}
      {results.unknown > 0 && <Fact name={PREVIEW_TEXTS[frame.language].unknownOnes}>{String(results.unknown)}</Fact>}
    </>
  );
}

const longDay = dateFormat({ dateStyle: 'long' });

/** With the name of the month: whoever has taken days for months sees it. */
function daysText({ language }: Frame, { first, last }: NonNullable<FileSummary['days']>): string {
  const texts = PREVIEW_TEXTS[language];
  const [from = 0, to = 0] = [startOfMexicoDay(first) ?? 0, startOfMexicoDay(last) ?? 0];
  return from === to ? longDay(from, language) : texts.fromTo(longDay(from, language), longDay(to, language));
}

function Take({ frame, preview }: Props) {
  const texts = PREVIEW_TEXTS[frame.language];
  const { count, results } = preview.summary;
  if (count === 0) return <Callout tone="wait">{texts.none}</Callout>;
  return (
    <Form frame={frame} action={`/bank-files/${preview.id}/${preview.use}`}>
      <Hidden name="digest" value={preview.digest} />
      <div class="row middle">
        <Submit look="main">
          {preview.use === 'results' ? texts.takeResults(count) : texts.takeStatement(count)}
          {results !== undefined && ` · ${pesos(BigInt(results.sum))}`}
        </Submit>
        <LinkButton href={`${frame.path}${BACK[preview.use]}`} text={texts.discard} />
      </div>
    </Form>
  );
}

/** Each with its payee and its amount, because banks seldom repeat them. */
function FirstResults(props: Props & { readonly results: ResultsSummary; readonly known: KnownTransfers }) {
  const { frame, preview, results, known } = props;
  const texts = PREVIEW_TEXTS[frame.language];
  if (results.first.length === 0) return null;
  return (
    <Card title={results.first.length === preview.summary.count ? texts.all(results.first.length) : texts.first}>
      <ResultsTable
        frame={frame}
        known={known}
        items={results.first.map((result) => ({ result }))}
        outcome={({ result: { status, amount, note } }, transfer) => (
          <>
            {transfer === undefined ? (
              <State tone="bad">{texts.unknown}</State>
            ) : (
              <StatusBadge frame={frame} status={status} />
            )}
            {amount !== null && transfer !== undefined && BigInt(amount) !== transfer.amount && (
              <>
                {' '}
                <State tone="bad">{texts.bankSays(pesos(BigInt(amount)))}</State>
              </>
            )}
            {note !== null && <small>{note}</small>}
          </>
        )}
      />
    </Card>
  );
}

/** The lines as they were understood, each column by what it means to us. */
export function FirstLines(props: { readonly frame: Frame; readonly summary: Pick<FileSummary, 'columns' | 'first'> }) {
  const { frame, summary } = props;
  const texts = PREVIEW_TEXTS[frame.language];
  const nameOf = (column: string) =>
    column === LINE_COLUMN ? texts.line : (FIELD_TEXTS[column]?.[frame.language] ?? column);
  if (summary.first.length === 0) return null;
  return (
    <Card title={texts.first}>
      <Table
        columns={summary.columns.map((column) => ({ name: nameOf(column) }))}
        rows={summary.first.map((fields, at) => ({
          key: String(at),
          cells: fields.map((text, place) => cellText(frame, summary.columns[place] ?? '', text)),
        }))}
        none=""
      />
    </Card>
  );
}

/** States and days in words, so that whoever has taken days for months sees it. */
function cellText({ language }: Frame, column: string, text: string): string {
  const states: Readonly<Record<string, string>> = TRANSFERS_TEXTS[language].state;
  if (column === 'status') return states[text] ?? text;
  if (column === 'charge' && text === 'yes') return DESK_TEXTS[language].yes;
  const day = DAYS.includes(column) ? startOfMexicoDay(text.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3')) : null;
  return day === null ? text : longDay(day, language);
}

const DAYS = ['day', 'fechaOperacion'];
