// A mapping is tried with a sample of the bank's file before it is saved: what would be read, or what cannot be, beside the lines as
// they came. Nothing is kept.
import { setImmediate } from 'node:timers/promises';
import { DELIMITERS, type FileSummary, type FileUse } from '../../../domain/rails/file-mapping.js';
import { summarizeFile } from '../../../wire/money/file-summary.js';
import { inPieces, startOf, textOf } from '../../../wire/sheets/file-text.js';
import { firstRows, mapFile } from '../../../wire/sheets/map-file.js';
import { readFormat } from '../../../wire/transfers/bank-format.js';
import type { Frame } from '../frame/frame.js';
import { Refusal, sentOf, textIn } from '../refusal.js';
import { fileIn, MOST_ROWS, readLines } from '../sent-file.js';
import { choiceIn } from '../ui/list-query.js';
import { Callout, Card, Facts } from '../ui/parts.js';
import { Table } from '../ui/table.js';
import type { OperatorVisit } from '../visit.js';
import { mappingIn } from './mapping-form.js';
import { FirstLines, SumFacts } from './preview-page.js';
import { FORMATS_TEXTS } from './texts.js';

export type Tried = {
  readonly fileName: string;
  /** What would be read; null if that cannot be. */
  readonly read: { readonly summary: FileSummary; readonly leftOut: number } | null;
  readonly problem: string | null;
  /** The heading and the first lines, as they came. */
  readonly rows: readonly (readonly string[])[];
};

const ROWS_SHOWN = 6;
/** So much of a sample stays in the form, for the next try: a browser forgets which file was chosen. */
const KEPT_CHARACTERS = 20_000;

export function isTry({ form }: OperatorVisit): boolean {
  return form['asks'] === 'try';
}

/** Also the frame in which the form shows again what was typed. */
export async function tryFormat(
  visit: OperatorVisit,
  use: FileUse,
): Promise<{ readonly frame: Frame; readonly tried: Tried }> {
  const { name: fileName, bytes } = fileIn(visit, FORMATS_TEXTS[visit.frame.language].noSample, 'sample');
  const file = choiceIn(visit.form, 'file', ['csv', 'xlsx'] as const) ?? 'csv';
  const delimiter = choiceIn(visit.form, 'delimiter', DELIMITERS) ?? ',';
  const [sheet, above] = [textIn(visit, 'sheet') || null, Number(textIn(visit, 'above')) || 0];
  const open = () => inPieces(bytes, setImmediate);
  const rows = await firstRows(open, { file, delimiter, sheet, above }, ROWS_SHOWN);
  let [read, problem]: [Tried['read'], string | null] = [null, null];
  try {
    read = await readLines(visit, async () => {
      const format = readFormat({ ...mappingIn(visit, use), title: textIn(visit, 'title') || fileName || '–' });
      if (format.is !== 'mapping') throw new Error('a form of columns is a mapping');
      const { text, leftOut } = await mapFile(open, format.mapping, { now: visit.now, mostRows: MOST_ROWS });
      return { summary: await summarizeFile(use, text, { mode: 'live', pause: setImmediate }), leftOut };
    });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    problem = error.message;
  }
  const sent = sentOf(visit, {});
  const text = file === 'csv' ? sampleOf((await startOf(textOf(open))) ?? '') : '';
  const frame = { ...visit.frame, here: sent.action, sent: { ...sent, values: { ...sent.values, text } } };
  return { frame, tried: { fileName, read, problem, rows } };
}

/** Whole lines. */
function sampleOf(text: string): string {
  if (text.length <= KEPT_CHARACTERS) return text;
  const cut = text.slice(0, KEPT_CHARACTERS);
  return cut.slice(0, cut.lastIndexOf('\n') + 1);
}

export function TriedCards({ frame, tried }: { readonly frame: Frame; readonly tried: Tried }) {
  const texts = FORMATS_TEXTS[frame.language];
  const { fileName, read, problem, rows } = tried;
  const [heading = [], ...lines] = rows;
  return (
    <>
      <Card title={read === null ? texts.notRead : texts.wouldRead}>
        {fileName !== '' && <p class="soft">{fileName}</p>}
        {problem !== null && (
          <Callout tone="bad">
            {problem.split('\n').map((line) => (
              <div key={line}>{line}</div>
            ))}
          </Callout>
        )}
        {read !== null && (
          <Facts>
            <SumFacts frame={frame} summary={read.summary} leftOut={read.leftOut} />
          </Facts>
        )}
      </Card>
      {read !== null && <FirstLines frame={frame} summary={read.summary} />}
      {read === null && (
        <Card title={texts.asItCame}>
          <Table
            columns={heading.map((name, at) => ({ name: name || `${at + 1}` }))}
            rows={lines.map((cells, at) => ({ key: String(at), cells: [...cells] }))}
            none={texts.noLines}
          />
        </Card>
      )}
    </>
  );
}
