// The lines of a CSV file, in the encoding that it is in: UTF-8, UTF-16 (what spreadsheets call Unicode text) or that of
// Windows, which also covers Latin 1. It is parsed in pieces, and the process serves others between them (D83).
import { isUtf8 } from 'node:buffer';
import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { CSV_RULES, csvProblem } from '../csv.js';
import { type SheetRow, UnreadableSheet } from './sheet-row.js';

type Parsed = { readonly record: readonly string[]; readonly info: { readonly lines: number } };

/** Lets others have their turn. */
export type Pause = () => Promise<unknown>;

export async function* csvRows(bytes: Buffer, delimiter: string, pause: Pause): AsyncGenerator<SheetRow> {
  if (bytes.subarray(0, 4).equals(ZIPPED))
    throw new UnreadableSheet('it is a workbook (.xlsx), and is read with a format for workbooks');
  yield* csvLines(inPieces(decodeText(bytes), pause), delimiter);
}

/** The lines of a text that comes in pieces, without those that are empty. */
export async function* csvLines(
  chunks: AsyncIterable<string>,
  delimiter: string,
): AsyncGenerator<SheetRow & { readonly cells: readonly string[] }> {
  const parser = Readable.from(chunks).pipe(parse({ ...CSV_RULES, delimiter, info: true }));
  let ended = 0;
  try {
    for await (const { record, info } of parser as AsyncIterable<Parsed>) {
      const line = ended + 1;
      ended = info.lines;
      const cells = record.map((cell) => cell.trim());
      if (cells.some((cell) => cell !== '')) yield { line, cells };
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new UnreadableSheet(csvProblem(error, Number(error['records']) + 1));
  }
}

const ZIPPED = Buffer.from('PK\x03\x04');

const WINDOWS_1252 = new TextDecoder('windows-1252');
const UTF_16 = new TextDecoder('utf-16le');
const UTF_16_BIG = new TextDecoder('utf-16be');

/** Banks' programs write the encoding of Windows. A mark at its beginning says which other one it is. */
export function decodeText(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return UTF_16.decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return UTF_16_BIG.decode(bytes);
  const text = isUtf8(bytes) ? bytes.toString('utf8') : WINDOWS_1252.decode(bytes);
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}

const PIECE = 65_536;

/** A text in pieces, with a pause before each. */
export async function* inPieces(text: string, pause: Pause): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += PIECE) {
    await pause();
    yield text.slice(at, at + PIECE);
  }
}
