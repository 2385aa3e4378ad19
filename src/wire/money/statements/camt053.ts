// camt.053, the statement of ISO 20022, read entry by entry as the file comes. What stands outside the entries is small and
// is parsed at the end as a document of its own, so a file that was cut off is noticed.
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { isCalendarDay } from '../../../domain/base/mexico-day.js';
import { parseMoney } from '../../../domain/base/money.js';
import { type BankLine, keysIn, type StatementPart } from '../../../domain/money/bank-statement.js';
import { unreadable } from './statement-text.js';

export function isXml(start: string): boolean {
  return start.startsWith('<');
}

export async function* readCamt053(chunks: AsyncIterable<string>): AsyncGenerator<StatementPart> {
  let outside = '';
  for await (const { isEntry, text } of piecesOf(chunks)) {
    // Entities of a document type could grow without bound; no bank's statement has one.
    if (text.includes('<!DOCTYPE') || text.includes('<!ENTITY')) throw unreadable('it has a document type of its own');
    if (isEntry) yield* linesOfEntry(parse(text)['Ntry']);
    else outside += text;
    if (outside.length > LONGEST_HEAD) throw unreadable('too much stands outside its entries');
  }
  if (!outside.includes('camt.053')) throw unreadable('it is XML, but no camt.053');
  if (XMLValidator.validate(outside) !== true) throw unreadable('it is cut off, or no well-formed XML');
  for (const statement of all(at(parse(outside), 'Document', 'BkToCstmrStmt'), 'Stmt')) yield* headOf(statement);
}

const LONGEST_HEAD = 1024 * 1024;
/** Some thousand transfers in one entry. It is parsed in one go, and others wait for that: about half a second. */
const LONGEST_ENTRY = 2 * 1024 * 1024;

type Piece = { readonly isEntry: boolean; readonly text: string };

/** The entries, each whole, and what stands between them. */
async function* piecesOf(chunks: AsyncIterable<string>): AsyncGenerator<Piece> {
  let buffer = '';
  let prefix: string | null = null;
  for await (const chunk of chunks) {
    buffer += chunk;
    prefix ??= prefixIn(buffer);
    if (prefix === null) {
      if (buffer.length > LONGEST_HEAD) throw unreadable('it is XML, but no camt.053');
      continue;
    }
    const [opening, closing] = [`<${prefix}Ntry>`, `</${prefix}Ntry>`];
    let done = 0;
    for (;;) {
      const start = buffer.indexOf(opening, done);
      const end = start === -1 ? -1 : buffer.indexOf(closing, start);
      if (end === -1) break;
      if (buffer.slice(done, start).trim() !== '') yield { isEntry: false, text: buffer.slice(done, start) };
      done = end + closing.length;
      yield { isEntry: true, text: buffer.slice(start, done) };
    }
    buffer = buffer.slice(done);
    if (buffer.length > LONGEST_ENTRY) throw unreadable('one of its entries is too long');
  }
  yield { isEntry: false, text: buffer };
}

/** The namespace prefix of its elements, which may be none; null: the document has not begun yet. */
function prefixIn(head: string): string | null {
  const found = /<([A-Za-z][\w.-]{0,30}:)?Document[\s>]/.exec(head);
  return found === null ? null : (found[1] ?? '');
}

/** Values stay texts: an amount must not become a float. Without a document type only the five entities of XML exist. */
const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  removeNSPrefix: true,
  parseTagValue: false,
});

type Element = Readonly<Record<string, unknown>>;

/** The parser refuses what is nested too deeply, and names that it keeps for itself, by errors of its own. */
function parse(xml: string): Element {
  try {
    return asElement(parser.parse(xml));
  } catch (error) {
    throw unreadable(error instanceof Error ? error.message : String(error));
  }
}

function asElement(value: unknown): Element {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

/** All elements of that name, as elements. */
function all(parent: Element, name: string): Element[] {
  const found = parent[name];
  return (Array.isArray(found) ? found : found === undefined ? [] : [found]).map(asElement);
}

function at(parent: Element, ...path: readonly string[]): Element {
  return path.reduce((element, name) => asElement(element[name]), parent);
}

/** The text of an element that has attributes or none; of several the first. */
function text(value: unknown): string {
  const first: unknown = Array.isArray(value) ? value[0] : value;
  if (typeof first === 'string') return first.trim();
  const inner = asElement(first)['#text'];
  return typeof inner === 'string' ? inner.trim() : '';
}

function* headOf(statement: Element): Generator<StatementPart> {
  const id = at(statement, 'Acct', 'Id');
  yield { is: 'account', account: text(id['IBAN']) || text(at(id, 'Othr')['Id']) };
  for (const balance of all(statement, 'Bal')) {
    const kind = text(at(balance, 'Tp', 'CdOrPrtry')['Cd']);
    const is = ({ OPBD: 'opening', PRCD: 'opening', CLBD: 'closing' } as const)[kind];
    if (is !== undefined) yield { is, day: dayOf(balance['Dt']), amount: signed(balance) };
  }
}

/**
 * A status may be a text or an element of its own; what is pending is no movement yet. An entry of several transfers is one
 * line for each, if their amounts are told and add up to it.
 */
function* linesOfEntry(given: unknown): Generator<StatementPart> {
  const entry = asElement(given);
  const status = text(entry['Sts']) || text(at(entry, 'Sts')['Cd']);
  if (status !== '' && status !== 'BOOK') return;
  const common = {
    is: 'line',
    day: dayOf(entry['BookgDt']) || dayOf(entry['ValDt']),
    isCharge: isCharge(entry),
    ...directed(entry),
  } as const;
  if (common.day === '') throw unreadable(`an entry of ${text(entry['Amt'])} has no day`);
  const details = all(entry, 'NtryDtls').flatMap((one) => all(one, 'TxDtls'));
  const amounts = details.map(amountOfDetails);
  const isDivided = details.length > 1 && amounts.every((amount) => amount !== null);
  if (isDivided && amounts.reduce<bigint>((sum, amount) => sum + (amount ?? 0n), 0n) === common.amount) {
    for (const [index, one] of details.entries())
      yield { ...common, amount: amounts[index] ?? 0n, ...told([...referencesOf(one), ...remarksOf(one)]) };
    return;
  }
  const texts = details.flatMap((one) => [...referencesOf(one), ...remarksOf(one)]);
  yield {
    ...common,
    ...told([...texts, text(entry['AddtlNtryInf']), text(entry['AcctSvcrRef']), text(entry['NtryRef'])]),
  };
}

/** The indicator says where the money goes, also if the entry reverses another one (RvslInd). */
function directed(entry: Element): Pick<BankLine, 'direction' | 'amount'> {
  const amount = signed(entry);
  return amount < 0n ? { direction: 'out', amount: -amount } : { direction: 'in', amount };
}

function signed(element: Element): bigint {
  const [value, currency] = [text(element['Amt']), text(at(element, 'Amt')['@Ccy'])];
  const sign = { CRDT: 1n, DBIT: -1n }[text(element['CdtDbtInd'])];
  const amount = /^0+(?:\.0+)?$/.test(value) ? 0n : parseMoney(value);
  if (currency !== '' && currency !== 'MXN') throw unreadable(`it is in ${currency}, not in MXN`);
  if (sign === undefined || amount === null) throw unreadable(`the amount "${value.slice(0, 30)}" cannot be read`);
  return sign * amount;
}

function amountOfDetails(details: Element): bigint | null {
  return parseMoney(text(details['Amt']) || text(at(details, 'AmtDtls', 'TxAmt')['Amt']));
}

function referencesOf(details: Element): string[] {
  const { EndToEndId, TxId, InstrId, AcctSvcrRef, Prtry } = at(details, 'Refs');
  return [EndToEndId, TxId, InstrId, AcctSvcrRef, asElement(Prtry)['Ref']]
    .map(text)
    .filter((one) => one !== 'NOTPROVIDED');
}

function remarksOf(details: Element): string[] {
  const remarks = at(details, 'RmtInf')['Ustrd'];
  return [...(Array.isArray(remarks) ? remarks : [remarks]).map(text), text(details['AddtlTxInf'])];
}

function told(texts: readonly string[]): Pick<BankLine, 'keys' | 'text'> {
  const given = texts.filter((one) => one !== '');
  return { keys: keysIn(given), text: given.join(' ') };
}

function isCharge(entry: Element): boolean {
  const domain = at(entry, 'BkTxCd', 'Domn', 'Fmly');
  const own = text(at(entry, 'BkTxCd', 'Prtry')['Cd']);
  return text(domain['SubFmlyCd']) === 'CHRG' || text(domain['Cd']) === 'CHRG' || /CHG|COM|CHRG/.test(own);
}

/** A date, or the day of a time as the bank writes it. */
function dayOf(given: unknown): string {
  const { Dt, DtTm } = asElement(given);
  const day = (text(Dt) || text(DtTm)).slice(0, 10);
  return isCalendarDay(day) ? day : '';
}
