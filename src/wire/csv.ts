// Comma-separated values (RFC 4180): quotes may hold commas, quotes and line ends. Strict: a stray quote is a fault, for
// a shifted column would be another amount.

/** The records, or what is wrong with the text. Empty lines are left out. */
export function parseCsv(text: string): readonly (readonly string[])[] | string {
  const field = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/y;
  const records: string[][] = [];
  let record: string[] = [];
  const source = text.replace(/^\uFEFF/, '');
  for (let at = 0; at < source.length || record.length > 0; ) {
    field.lastIndex = at;
    const found = field.exec(source);
    if (found === null) return `line ${records.length + 1}: a quote stands where none may be`;
    const [whole, quoted, plain = '', end] = found;
    record.push(quoted === undefined ? plain.trim() : quoted.replaceAll('""', '"'));
    at += whole.length;
    if (end === ',') continue;
    records.push(record);
    record = [];
  }
  return records.filter((fields) => fields.some((text) => text !== ''));
}

/** One record as a line; quoted where it must be. A leading =, +, - or @ would be run as a formula by a spreadsheet. */
export function csvLine(fields: readonly string[]): string {
  return fields
    .map((text) => (/^[=+@]|^-(?![\d.]+$)/.test(text) ? `'${text}` : text))
    .map((text) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text))
    .join(',');
}
