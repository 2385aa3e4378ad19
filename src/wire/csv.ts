// Comma-separated values (RFC 4180): quoted fields may contain commas, quotes and line breaks. Parsing is strict: a
// stray quote is a fault, because a shifted column could change an amount.
import { CsvError, parse } from 'csv-parse/sync';
import { LONGEST_LINE } from '../domain/base/outside-text.js';

/** How every CSV is read. Whoever reads it drops the blanks around fields. */
export const CSV_RULES = {
  bom: true,
  record_delimiter: ['\r\n', '\n', '\r'],
  max_record_size: LONGEST_LINE,
  relax_column_count: true, // the caller checks how many fields a record has
};

/** The records, or what is wrong with the text: all of them, or the first. Empty lines are dropped. */
export function parseCsv(text: string, most = -1): readonly (readonly string[])[] | string {
  try {
    // Trimmed here, since a function of the parser's for each field takes 20 times as long as all the parsing.
    const records = parse(text, { ...CSV_RULES, to: most }).map((fields) => fields.map((field) => field.trim()));
    return records.filter((fields) => fields.some((field) => field !== ''));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return csvProblem(error, Number(error['records']) + 1);
  }
}

export function csvProblem({ code }: { readonly code: string }, line: number): string {
  return `line ${line}: ${code === 'CSV_MAX_RECORD_SIZE' ? 'is too long' : 'a quote stands where none may be'}`;
}

/** One record as a line, with quotes where needed, for people who open it in a spreadsheet. By hand: journals have millions. */
export function csvLine(fields: readonly string[], delimiter = ','): string {
  return fields.map((field) => quoted(withoutFormula(field), delimiter)).join(delimiter);
}

/** The same for texts that only Cobro reads: each field as it is, with the blanks around it. */
export function csvRecord(fields: readonly string[]): string {
  return fields.map((field) => (/^\s|\s$/.test(field) ? quote(field) : quoted(field, ','))).join(',');
}

function quoted(text: string, delimiter: string): string {
  return /["\r\n]/.test(text) || text.includes(delimiter) ? quote(text) : text;
}

function quote(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

/**
 * A number that is a name, for a file that people open in a spreadsheet: a CLABE would lose its last digits there, a
 * reference its leading zeros, and the folio 12E45678 would become a power of ten. An apostrophe makes it a text, as it
 * does for what looks like a formula. Files for banks and programs have the bare digits.
 */
export function numberAsText(text: string): string {
  return /^\d{16,}$|^0\d+$|^\d+e\d+$/i.test(text) ? `'${text}` : text;
}

/**
 * A spreadsheet would run a leading =, +, - or @ as a formula, also after a tab or a line end, and some in full width. One
 * that divides at other signs than the file was written with (Excel does what its country does) begins a cell after any of
 * them, whatever the quotes.
 */
function withoutFormula(text: string): string {
  return text
    .replace(/^[\t\r\n]/, "'$&")
    .replace(/(^|[,;|\t\r\n])(?=[=+@＝＋－＠]|-(?![\d.]+(?:[,;|\t\r\n]|$)))/g, "$1'");
}
