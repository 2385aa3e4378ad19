// Writes a bank file in a layout. What says where money goes and how much it is must fit as it is; names and concepts may be
// cut. So a layout that is too narrow is refused before the bank sees it.
import { mexicoDay } from '../../domain/base/mexico-day.js';
import { toDecimal } from '../../domain/base/money.js';
import { readXAddress } from '../../domain/points/coin-address.js';
import type { BankLine } from '../../domain/transfers/bank-file.js';
import {
  type BankLayout,
  type LayoutField,
  type LayoutFieldName,
  lackingOwn,
  OWN_LAYOUT,
} from '../../domain/transfers/bank-layout.js';
import { formatTransferId } from '../../domain/transfers/transfer.js';
import { conceptOf } from '../../domain/transfers/transfer-concept.js';
import { AppError } from '../../errors/errors.js';
import { csvLine } from '../csv.js';

type PrintedLines = { readonly number: number; readonly madeAt: number; readonly lines: readonly BankLine[] };

/** The same lines of a file always give the same bytes. A file is of pesos or of one coin. */
export function writeBankFile(layout: BankLayout, file: PrintedLines): Buffer {
  if (file.lines.some(({ coins }) => coins !== null)) {
    if (layout !== OWN_LAYOUT) throw new AppError('no_layout_for_coins');
    return writeCoinFile(file.number, file.lines);
  }
  requireUsable(layout);
  const { header, line, trailer, lineEnd, encoding, hasHeading } = layout;
  const ofFile = fileValues(layout, file);
  const written = [
    ...(hasHeading ? [line.map(({ name }) => name)] : []),
    ...(header.length > 0 ? [header.map((field) => fitted(layout, field, ofFile(field)))] : []),
    ...file.lines.map((one, at) => {
      const ofLine = lineValues(layout, one, at + 1);
      return line.map((field) => fitted(layout, field, ofLine(field) ?? ofFile(field)));
    }),
    ...(trailer.length > 0 ? [trailer.map((field) => fitted(layout, field, ofFile(field)))] : []),
  ];
  const text = written.map((fields) => joined(fields, layout) + lineEnd).join('');
  // A sign that the encoding does not have would become another one.
  return encoding === 'latin1'
    ? Buffer.from(text.replace(/[^\t\n\r -~\u00a0-\u00ff]/g, '?'), 'latin1')
    : Buffer.from(text);
}

/** Refuses a layout that the operator has not completed. */
function requireUsable(layout: BankLayout): void {
  const lacking = lackingOwn(layout);
  if (lacking.length > 0) throw refused(`it does not say yet: ${lacking.join(', ')}`);
}

type ValueOf<Value> = (field: LayoutField) => Value;

function fileValues({ own }: BankLayout, { number, madeAt, lines }: PrintedLines): ValueOf<string> {
  const total = lines.reduce((sum, { amount }) => sum + amount, 0n);
  const [year = '', month = '', day = ''] = mexicoDay(madeAt).split('-');
  return (field) => {
    switch (field.is) {
      case 'file':
        return String(number);
      case 'day':
        return field.day.replace('YYYY', year).replace('MM', month).replace('DD', day);
      case 'count':
        return String(lines.length);
      case 'total':
        return toDecimal(total);
      case 'total_centavos':
        return String(total);
      case 'own':
        return own[field.text] ?? '';
      default:
        return field.text;
    }
  };
}

/** null: the field is not of a line. */
function lineValues({ letters }: BankLayout, line: BankLine, number: number): ValueOf<string | null> {
  const { id, amount, destination } = line;
  const words = letters === 'plain' ? plainLetters : oneLine;
  const values: { readonly [Name in LayoutFieldName]?: string } = {
    id: formatTransferId(id),
    clabe: destination.clabe,
    bank_code: destination.clabe.slice(0, 3),
    holder: words(destination.holder),
    bank: words(destination.bank),
    amount: toDecimal(amount),
    centavos: String(amount),
    concept: conceptOf(line),
    reference: referenceOf(id),
    number: String(number),
  };
  return ({ is }) => values[is] ?? null;
}

/** Names come from customers and rails. A bank that splits the file at line ends must not find a transfer in a name. */
function oneLine(name: string): string {
  return name.replace(/[\p{Cc}\p{Bidi_Control}\u2028\u2029]+/gu, ' ').trim();
}

function plainLetters(name: string): string {
  return name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, ' ')
    .trim();
}

/** The numeric reference that banks want: up to seven digits, which people may quote. */
function referenceOf(id: string): string {
  return String(Number.parseInt(id.slice(-8), 16) % 10_000_000).padStart(7, '0');
}

/** A name that is cut is still a name. A number that is cut is another one. */
const MAY_BE_CUT: readonly LayoutFieldName[] = ['holder', 'bank'];

/** Where a delimiter divides the fields, a width is only the most. */
function fitted({ delimiter }: BankLayout, { is, width, align, fill }: LayoutField, value: string): string {
  if (width === 0) return value;
  const short = MAY_BE_CUT.includes(is) ? value.slice(0, width) : value;
  if (short.length > width) throw refused(`${is} ${value} has more than ${width} characters`);
  if (delimiter !== '') return short;
  return align === 'right' ? short.padStart(width, fill) : short.padEnd(width, fill);
}

function joined(fields: readonly string[], { delimiter, letters }: BankLayout): string {
  if (delimiter === '') return fields.join('');
  // A bank that knows quotes reads them; one that does not gets plain letters, which need none and start no formula.
  if (letters === 'as is') return csvLine(fields, delimiter);
  const inside = fields.find((field) => field.includes(delimiter));
  if (inside !== undefined) throw refused(`${inside} has a delimiter in it`);
  return fields.join(delimiter);
}

function refused(problem: string): AppError {
  return new AppError('layout_not_usable', { problem });
}

// A file of coins (D92): addresses and amounts for the operator's own wallet, as CSV. No bank ever gets one.
const COLUMNS = ['id', 'coin', 'address', 'tag', 'coins', 'amount', 'currency', 'file'];

export function writeCoinFile(number: number, lines: readonly BankLine[]): Buffer {
  const records = [COLUMNS, ...lines.map((line) => fieldsOf(number, line))];
  return Buffer.from(records.map((fields) => `${csvLine(fields)}\n`).join(''));
}

/** Wallets want the account of the XRP Ledger and its tag apart. */
function fieldsOf(number: number, { id, destination, amount, coins }: BankLine): string[] {
  const { clabe: address, bank: coin } = destination;
  const tagged = readXAddress(address);
  return [
    formatTransferId(id),
    coin,
    tagged?.account ?? address,
    tagged === null ? '' : String(tagged.tag),
    coins ?? '',
    toDecimal(amount),
    'MXN',
    String(number),
  ];
}
