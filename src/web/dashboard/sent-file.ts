// Files that come to the desk: lists of rails, and results of banks.

import { setImmediate } from 'node:timers/promises';
import { requireMapping } from '../../actions/transfers/bank-formats.js';
import type { Deps } from '../../deps.js';
import type { FileUse } from '../../domain/rails/file-mapping.js';
import { AppError } from '../../errors/errors.js';
import { errorMessage } from '../../wire/error.js';
import { inPieces } from '../../wire/sheets/file-text.js';
import { type MappedFile, mapFile } from '../../wire/sheets/map-file.js';
import { Refusal, textIn } from './refusal.js';
import { problemText } from './ui/problem-text.js';
import type { OperatorVisit } from './visit.js';

/** The largest file that the desk takes: some ten thousand lines. */
export const LARGEST_FILE = 4 * 1024 * 1024;
/** A workbook is unzipped to much more. */
export const MOST_ROWS = 50_000;

type GivenFile = { readonly name: string; readonly bytes: Buffer };

/** The file of a form, or the lines that were pasted instead. */
export function fileIn(visit: OperatorVisit, missing: string, field = 'file'): GivenFile {
  const file = visit.files[field];
  if (file !== undefined) return file;
  const text = textIn(visit, 'text');
  if (text === '') throw new Refusal(missing, { [field]: missing });
  return { name: '', bytes: Buffer.from(text) };
}

export type ReadFile = MappedFile & { readonly use: FileUse; readonly formatName: string | null };

/** The file as Cobro's own CSV, by the mapping that the form names; `use` is what it is without one. */
export function readSentFile(
  visit: OperatorVisit,
  deps: Deps,
  { bytes, ...asked }: Pick<GivenFile, 'bytes'> & { readonly use: FileUse; readonly uses: readonly FileUse[] },
): Promise<ReadFile> {
  return readLines(visit, async () => {
    const formatName = textIn(visit, 'format') || null;
    const mapping = await requireMapping(deps, { name: formatName, ...asked });
    const limits = { now: deps.clock.now(), mostRows: MOST_ROWS };
    return { ...(await mapFile(() => inPieces(bytes, setImmediate), mapping, limits)), use: mapping.use, formatName };
  });
}

/** Reads a file. A refusal says which of its lines cannot be read, not only that some cannot. */
export async function readLines<Read>(
  visit: Pick<OperatorVisit, 'frame' | 'files'>,
  read: () => Read | Promise<Read>,
): Promise<Read> {
  try {
    return await read();
  } catch (error) {
    throw explained(error, visit);
  }
}

function explained(error: unknown, { frame, files }: Pick<OperatorVisit, 'frame' | 'files'>): unknown {
  if (!(error instanceof AppError) || !UNREADABLE.includes(error.code)) return error;
  const message = errorMessage(error, frame.language);
  const problems = String(error.details['problem'] ?? '').split('\n');
  const shown = problems.slice(0, MOST_PROBLEMS).map((problem) => sentence(problemText(problem, frame.language)));
  return new Refusal([message, ...shown].join('\n'), { [files['file'] === undefined ? 'text' : 'file']: message });
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const UNREADABLE: readonly string[] = [
  'unreadable_list',
  'unreadable_results',
  'unreadable_statement',
  'invalid_format',
];
const MOST_PROBLEMS = 20;
