// Lists as files for spreadsheets, sent piece by piece as they are read: their size does not matter.
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { mexicoDay } from '../../../domain/base/mexico-day.js';
import { formatShortMexicoTime } from '../../../domain/base/mexico-time.js';
import { csvLine } from '../../../wire/csv.js';

/** Excel reads a file as UTF-8 only if it begins with this. */
const BYTE_ORDER_MARK = '\ufeff';

export const CSV = 'text/csv; charset=utf-8';

/** Sends records, of which the first one has the names of the columns. */
export function sendCsv(
  reply: FastifyReply,
  name: string,
  pieces: AsyncIterable<readonly (readonly string[])[]>,
): FastifyReply {
  return sendFile(reply, { name: `${name}.csv`, type: CSV }, Readable.from(linesOf(pieces)));
}

async function* linesOf(pieces: AsyncIterable<readonly (readonly string[])[]>): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK;
  for await (const records of pieces)
    if (records.length > 0) yield records.map((fields) => `${csvLine(fields)}\r\n`).join('');
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
