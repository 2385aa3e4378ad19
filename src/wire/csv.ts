// Comma-separated values (RFC 4180): quotes may hold commas, quotes and line ends. Strict: a stray quote is a fault, for
// a shifted column would be another amount.
import { CsvError, parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';

/** The records, or what is wrong with the text. Empty lines are left out, and blanks around what is not quoted. */
export function parseCsv(text: string): readonly (readonly string[])[] | string {
  try {
    const records = parse(text, {
      bom: true,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true, // how many fields a record has is for the caller to judge
      cast: (field, { quoting }) => (quoting ? field : field.trim()),
    });
    return records.filter((fields) => fields.some((field) => field !== ''));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return `line ${Number(error['records']) + 1}: a quote stands where none may be`;
  }
}

/** One record as a line; quoted where it must be. */
export function csvLine(fields: readonly string[]): string {
  return stringify([fields.map(withoutFormula)], { eof: false, quoted_match: /[\r\n]/ });
}

/** A leading =, +, - or @ would be run as a formula by a spreadsheet. */
function withoutFormula(text: string): string {
  return /^[=+@]|^-(?![\d.]+$)/.test(text) ? `'${text}` : text;
}
