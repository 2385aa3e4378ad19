// Keeps a file that was sent, once it can be read as a whole, and leads to the page that shows it.
import { setImmediate } from 'node:timers/promises';
import { foreseeResults, keepPreview } from '../../../actions/transfers/preview-file.js';
import type { Deps } from '../../../deps.js';
import type { Mode } from '../../../domain/base/mode.js';
import { summarizeFile } from '../../../wire/money/file-summary.js';
import { inPieces } from '../../../wire/sheets/file-text.js';
import { readBankResults } from '../../../wire/transfers/bank-results.js';
import { type ReadFile, readLines } from '../sent-file.js';
import type { OperatorVisit } from '../visit.js';

export async function previewOf(
  deps: Deps,
  visit: OperatorVisit,
  { mode, fileName, file }: { readonly mode: Mode; readonly fileName: string; readonly file: ReadFile },
): Promise<string> {
  const { text: body, formatName, leftOut } = file;
  const use = file.use === 'results' ? 'results' : 'statement';
  const sums = await readLines(visit, () => summarizeFile(use, body, { mode, pause: setImmediate }));
  const results = use === 'results' ? await readBankResults(inPieces(body, setImmediate)) : null;
  const summary = results === null ? sums : { ...sums, results: await foreseeResults(deps, results) };
  const given = { use, mode, fileName, formatName, body, summary, leftOut, madeBy: visit.actor } as const;
  return `/bank-files/${(await keepPreview(deps, given)).id}`;
}
