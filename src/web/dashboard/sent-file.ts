// Files that come to the desk: lists of rails, and results of banks.
import { isUtf8 } from 'node:buffer';
import { AppError } from '../../errors/errors.js';
import { errorMessage } from '../../wire/error.js';
import { Refusal } from './refusal.js';
import { problemText } from './ui/problem-text.js';
import type { OperatorVisit } from './visit.js';

/** The largest file that the desk takes: some ten thousand lines. */
export const LARGEST_FILE = 4 * 1024 * 1024;

const WINDOWS_1252 = new TextDecoder('windows-1252');

export type GivenFile = { readonly name: string; readonly text: string };

/** The file of a form, or the lines that were pasted instead. */
export function fileIn(visit: OperatorVisit, missing: string): GivenFile {
  const file = visit.files['file'];
  const text = file === undefined ? visit.form['text'] : decode(file.bytes);
  if (typeof text === 'string' && text.trim() !== '') return { name: file?.name ?? '', text };
  throw new Refusal(missing, { file: missing });
}

/** Banks' programs write the encoding of Windows. */
function decode(bytes: Buffer): string {
  return isUtf8(bytes) ? bytes.toString('utf8') : WINDOWS_1252.decode(bytes);
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

const UNREADABLE: readonly string[] = ['unreadable_list', 'unreadable_results', 'unreadable_statement'];
const MOST_PROBLEMS = 20;
