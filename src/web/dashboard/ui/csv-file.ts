// Lists as files for spreadsheets, sent piece by piece as they are read: their size does not matter.
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { mexicoDay } from '../../../domain/base/mexico-day.js';
import { formatShortMexicoTime } from '../../../domain/base/mexico-time.js';
import { csvLine } from '../../../wire/csv.js';

/** Excel reads a file as UTF-8 only if it begins with this. */
const BYTE_ORDER_MARK = '\ufeff';

export const CSV = 'text/csv; charset=utf-8';

type Records = readonly (readonly string[])[];

/** Sends records, of which the first one has the names of the columns. What cannot be read at all is a page that says so. */
export async function sendCsv(
  reply: FastifyReply,
  name: string,
  pieces: AsyncIterable<Records>,
): Promise<FastifyReply> {
  const rest = pieces[Symbol.asyncIterator]();
  const first = await rest.next();
  const lines = first.done === true ? [BYTE_ORDER_MARK] : linesOf(first.value, { [Symbol.asyncIterator]: () => rest });
  return sendFile(reply, { name: `${name}.csv`, type: CSV }, Readable.from(lines));
}

async function* linesOf(first: Records, rest: AsyncIterable<Records>): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + toLines(first);
  for await (const records of rest) if (records.length > 0) yield toLines(records);
}

function toLines(records: Records): string {
  return records.map((fields) => `${csvLine(fields)}\r\n`).join('');
}

/** Sends a file to keep. */
export function sendFile(
  reply: FastifyReply,
  { name, type }: { readonly name: string; readonly type: string },
  content: string | Buffer | Readable,
): FastifyReply {
  return reply
    .headers({
      'content-type': type,
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    .send(content);
}

/** "2026-11-15 12:00", of Mexico City, as spreadsheets read it. */
export function timeInFile(ms: number): string {
  return `${mexicoDay(ms)} ${formatShortMexicoTime(ms).slice(6)}`;
}
