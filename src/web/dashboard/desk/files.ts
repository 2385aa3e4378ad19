// Files that come to the desk and go from it: lists of banks, and bank files.
import type { FastifyReply } from 'fastify';
import { Refusal, textIn } from '../refusal.js';
import type { OperatorVisit } from '../visit.js';

/** The largest file that the desk takes: some ten thousand lines. */
export const LARGEST_FILE = 4 * 1024 * 1024;

export type GivenFile = { readonly name: string; readonly text: string };

/** The file of a form, or the lines that were pasted instead. */
export function fileIn(visit: OperatorVisit, missing: string): GivenFile {
  const { form } = visit;
  const file = typeof form['file'] === 'string' ? form['file'] : '';
  const pasted = typeof form['text'] === 'string' ? form['text'] : '';
  if (file.trim() !== '') return { name: textIn(visit, 'file_name').slice(0, 200) || 'CSV', text: file };
  if (pasted.trim() !== '') return { name: '', text: pasted };
  throw new Refusal(missing, { file: missing });
}

export function sendCsv(reply: FastifyReply, name: string, csv: string): FastifyReply {
  return reply
    .headers({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}.csv"`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    .send(csv);
}
