// Recognises the format of a bank statement by its content and reads it part by part (D89). Whoever adds a format writes a
// file beside this one and its line here.
import type { StatementFormat, StatementLook, StatementPart } from '../../../domain/money/bank-statement.js';
import { isXml, readCamt053 } from './camt053.js';
import { isMt940, readMt940 } from './mt940.js';
import { readTable } from './table-statement.js';

type Parser = (chunks: AsyncIterable<string>, order: StatementLook['order']) => AsyncGenerator<StatementPart>;

const READERS: Readonly<Record<StatementFormat, Parser>> = { camt053: readCamt053, mt940: readMt940, table: readTable };

/** The format of a file that begins so; null: it is no statement of a bank, but may be the list of a rail. */
export function statementFormat(start: string): StatementFormat | null {
  const text = start.trimStart();
  if (isXml(text)) return 'camt053';
  return isMt940(text) ? 'mt940' : null;
}

export function readStatement(
  { format, order }: StatementLook,
  chunks: AsyncIterable<string>,
): AsyncGenerator<StatementPart> {
  return READERS[format](chunks, order);
}
