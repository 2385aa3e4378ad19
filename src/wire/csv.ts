// Comma-separated values (RFC 4180) as we write them: quoted fields may contain commas, quotes and line breaks.

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
