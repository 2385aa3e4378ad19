// MT940, SWIFT's customer statement, read field by field as the file comes. mt940js was tried: it wants the whole file as
// one text and gives amounts as floats.
import { isCalendarDay } from '../../../domain/base/mexico-day.js';
import { parseMoney } from '../../../domain/base/money.js';
import { type BankLine, keysIn, type StatementPart } from '../../../domain/money/bank-statement.js';
import { linesOf, unreadable } from './statement-text.js';

type Field = { readonly tag: string; readonly at: number; readonly lines: string[] };
type OpenLine = Omit<BankLine, 'keys' | 'text'> & { readonly texts: string[] };

export function isMt940(start: string): boolean {
  return start.startsWith('{1:') || start.startsWith(':20:') || start.startsWith(':940:');
}

export async function* readMt940(chunks: AsyncIterable<string>): AsyncGenerator<StatementPart> {
  let line: OpenLine | null = null;
  let isOpen = false;
  for await (const field of fieldsOf(chunks)) {
    // The text of a movement may come in several fields. One after the last balance is about the whole statement.
    if (field.tag === '86') {
      line?.texts.push(...field.lines.map(withoutSubfields));
      continue;
    }
    if (line !== null) yield toPart(line);
    line = null;
    if (field.tag === '61') line = movement(field);
    if (field.tag === '25' || field.tag === '25P') yield { is: 'account', account: (field.lines[0] ?? '').trim() };
    if (field.tag === '60F') yield { is: 'opening', ...balance(field) };
    // 60M and 62M only divide a long statement into pages.
    if (field.tag.startsWith('60')) isOpen = true;
    if (field.tag === '62F') {
      isOpen = false;
      yield { is: 'closing', ...balance(field) };
    }
  }
  if (line !== null) yield toPart(line);
  if (isOpen) throw unreadable('it ends before the closing balance (:62F:)');
}

async function* fieldsOf(chunks: AsyncIterable<string>): AsyncGenerator<Field> {
  let field: Field | null = null;
  for await (const { text, at } of linesOf(chunks)) {
    const [, tag, rest = ''] = /^(?:\{4:)?:(\d{2}[A-Z]?):(.*)$/.exec(at === 1 ? text.trimStart() : text) ?? [];
    if (tag !== undefined) {
      if (field !== null) yield field;
      field = { tag, at, lines: [rest] };
    } else if (/^-\}?|^\{/.test(text)) {
      // The end of a message, or the envelope of the next one.
      if (field !== null) yield field;
      field = null;
    } else if (field !== null) {
      if (field.lines.length >= MOST_LINES) throw unreadable(`line ${at}: a field of ${MOST_LINES} lines`);
      field.lines.push(text);
    }
  }
  if (field !== null) yield field;
}

const MOST_LINES = 200;

/**
 * Value date, entry date (MMDD, may be missing), mark, funds code (a letter, may be missing), amount with a comma, type,
 * references. RC is a credit that the bank takes back, so the money goes; RD is a debit that it gives back.
 */
const MOVEMENT = /^(\d{6})(\d{4})?(RC|RD|C|D)[A-Z]?(\d{1,15}(?:[.,]\d{0,2})?)/;
const TYPE = /^[A-Z][A-Z0-9]{3}/;
const DIRECTIONS: Readonly<Record<string, BankLine['direction']>> = { C: 'in', RD: 'in', D: 'out', RC: 'out' };
const CHARGES: readonly string[] = ['CHG', 'COM', 'CHRG'];

function movement({ lines: [first = '', ...more], at }: Field): OpenLine {
  const [read = '', value = '', entry, mark = '', digits = ''] = MOVEMENT.exec(first) ?? [];
  const rest = first.slice(read.length);
  const [type = ''] = TYPE.exec(rest) ?? [];
  const direction = DIRECTIONS[mark];
  const amount = amountOf(digits);
  const day = dayOf(value, entry);
  if (direction === undefined || amount === null || day === null)
    throw unreadable(`line ${at}: the movement ":61:${first.slice(0, 40)}" cannot be read`);
  return {
    direction,
    amount,
    day,
    isCharge: CHARGES.includes(type.slice(1)),
    texts: [rest.slice(type.length), ...more],
  };
}

function toPart({ texts, ...line }: OpenLine): StatementPart {
  const told = texts.map((text) => text.trim()).filter((text) => text !== '' && text !== 'NONREF');
  // Banks break long texts anywhere, also within a clave.
  return { is: 'line', ...line, keys: keysIn([...told, told.join('')]), text: told.join(' ') };
}

function balance({ lines: [text = ''], at }: Field): { day: string; amount: bigint } {
  const [, mark, date = '', currency, digits = ''] = /^([CD])(\d{6})([A-Z]{3})([\d.,]{1,20})$/.exec(text.trim()) ?? [];
  const [day, amount] = [dayOf(date, undefined), amountOf(digits)];
  if (currency !== undefined && currency !== 'MXN') throw unreadable(`it is in ${currency}, not in MXN`);
  if (day === null || amount === null) throw unreadable(`line ${at}: the balance "${text}" cannot be read`);
  return { day, amount: mark === 'D' ? -amount : amount };
}

/** "1234,5", "1234," and "1234" are amounts; a point instead of the comma has been seen. */
function amountOf(digits: string): bigint | null {
  const plain = digits.replace(',', '.').replace(/\.$/, '');
  return /^0+(?:\.0{1,2})?$/.test(plain) ? 0n : parseMoney(plain);
}

/** The entry date has no year: that of the value date, or the one before or after it around New Year. */
function dayOf(value: string, entry: string | undefined): string | null {
  const [, yy, month = '', day = ''] = /^(\d\d)(\d\d)(\d\d)$/.exec(value) ?? [];
  if (yy === undefined) return null;
  const year = 2000 + Number(yy);
  if (entry === undefined) return asDay(year, month, day);
  const [entryMonth, entryDay] = [entry.slice(0, 2), entry.slice(2)];
  const turn = Number(entryMonth) - Number(month);
  return asDay(turn > 6 ? year - 1 : turn < -6 ? year + 1 : year, entryMonth, entryDay);
}

function asDay(year: number, month: string, day: string): string | null {
  const text = `${year}-${month}-${day}`;
  return isCalendarDay(text) ? text : null;
}

/** Some banks divide the text into subfields: ?20, ?21 and so on. */
function withoutSubfields(text: string): string {
  return text.replace(/\?\d\d/g, ' ');
}
