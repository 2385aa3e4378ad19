// Comma-separated values (RFC 4180): quoted fields may contain commas, quotes and line breaks. Parsing is strict: a
// stray quote is a fault, because a shifted column could change an amount.
import { CsvError, parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { LONGEST_LINE } from '../domain/base/outside-text.js';

/** The records, or what is wrong with the text. Empty lines and blanks around unquoted fields are dropped. */
export function parseCsv(text: string): readonly (readonly string[])[] | string {
  try {
    const records = parse(text, {
      bom: true,
      record_delimiter: ['\r\n', '\n', '\r'],
      max_record_size: LONGEST_LINE,
      relax_column_count: true, // the caller checks how many fields a record has
      cast: (field, { quoting }) => (quoting ? field : field.trim()),
    });
    return records.filter((fields) => fields.some((field) => field !== ''));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = `line ${Number(error['records']) + 1}`;
    return error.code === 'CSV_MAX_RECORD_SIZE' ? `${line}: is too long` : `${line}: a quote stands where none may be`;
  }
}

/** One record as a line, with quotes where needed. */
export function csvLine(fields: readonly string[]): string {
  return stringify([fields.map(withoutFormula)], { eof: false, quoted_match: /[\r\n]/ });
}

/**
 * A number that is a name, for a file that people open in a spreadsheet: a CLABE would lose its last digits there, a
 * reference its leading zeros, and the folio 12E45678 would become a power of ten. An apostrophe makes it a text, as it
 * does for what looks like a formula. Files for banks and programs have the bare digits.
 */
export function numberAsText(text: string): string {
  return /^\d{16,}$|^0\d+$|^\d+e\d+$/i.test(text) ? `'${text}` : text;
}

/** A spreadsheet would run a leading =, +, - or @ as a formula, also after a tab or a line end, and some in full width. */
function withoutFormula(text: string): string {
  return /^[=+@\t\r\n＝＋－＠]|^-(?![\d.]+$)/.test(text) ? `'${text}` : text;
}
