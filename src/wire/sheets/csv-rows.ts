// The lines of a CSV file (RFC 4180), parsed in pieces as they come. Parsing is strict: a stray quote is a fault, because a shifted
// column could change an amount.
import { pipeline } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { LONGEST_LINE } from '../../domain/base/outside-text.js';
import { type OpenFile, startOf, textOf } from './file-text.js';
import { type SheetRow, UnreadableSheet } from './sheet-row.js';

type Parsed = { readonly record: readonly string[]; readonly info: { readonly lines: number } };

export async function* csvRows(open: OpenFile, delimiter: string): AsyncGenerator<SheetRow> {
  if ((await startOf(open()))?.subarray(0, 4).equals(ZIPPED))
    throw new UnreadableSheet('it is a workbook (.xlsx), and is read with a format for workbooks');
  yield* csvLines(textOf(open), delimiter);
}

/** The lines of a text that comes in pieces, without those that are empty. */
export async function* csvLines(
  chunks: AsyncIterable<string>,
  delimiter: string,
): AsyncGenerator<SheetRow & { readonly cells: readonly string[] }> {
  // Whatever ends one of both ends the other, so what goes wrong with the text is thrown here.
  const rules = {
    bom: true,
    record_delimiter: ['\r\n', '\n', '\r'],
    max_record_size: LONGEST_LINE,
    info: true,
    delimiter,
  };
  // Whoever reads the lines checks how many fields they have.
  const parser = pipeline(chunks, parse({ ...rules, relax_column_count: true }), () => undefined);
  let ended = 0;
  try {
    for await (const { record, info } of parser as AsyncIterable<Parsed>) {
      const line = ended + 1;
      ended = info.lines;
      // Trimmed here, since a function of the parser's for each field takes 20 times as long as all the parsing.
      const cells = record.map((cell) => cell.trim());
      if (cells.some((cell) => cell !== '')) yield { line, cells };
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const problem = error.code === 'CSV_MAX_RECORD_SIZE' ? 'is too long' : 'a quote stands where none may be';
    throw new UnreadableSheet(`line ${Number(error['records']) + 1}: ${problem}`);
  }
}

const ZIPPED = Buffer.from('PK\x03\x04');
