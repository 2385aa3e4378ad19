// Bank files of outgoing transfers (D75): the CSV that an operator hands to the bank, and the CSV with its results.

import { parseAmount, toDecimal } from '../../domain/base/money.js';
import { readXAddress } from '../../domain/points/coin-address.js';
import type { BankLine } from '../../domain/transfers/bank-file.js';
import type { BankResult, BankStatus } from '../../domain/transfers/bank-result.js';
import { formatTransferId, parseTransferId } from '../../domain/transfers/transfer.js';
import { AppError } from '../../errors/errors.js';
import { csvLine, parseCsv } from '../csv.js';

const COLUMNS = ['id', 'clabe', 'holder', 'bank', 'amount', 'currency', 'concept', 'reference', 'file'];

const COIN_COLUMNS = ['id', 'coin', 'address', 'tag', 'coins', 'amount', 'currency', 'file'];

/** The same lines of a file always give the same text. `file` is its number. A file is of pesos or of one coin. */
export function writeBankFile(file: number, lines: readonly BankLine[]): string {
  const isOfCoins = lines.some(({ coins }) => coins !== null);
  const [columns, fields] = isOfCoins ? [COIN_COLUMNS, coinFieldsOf] : [COLUMNS, fieldsOf];
  return [columns, ...lines.map((line) => fields(file, line))].map((one) => `${csvLine(one)}\n`).join('');
}

/** Wallets want the account of the XRP Ledger and its tag apart. */
function coinFieldsOf(file: number, { id, destination, amount, coins }: BankLine): string[] {
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
    String(file),
  ];
}

const CONCEPTS = { refund: 'REEMBOLSO', return: 'DEVOLUCION', payout: 'PAGO' } as const;

function fieldsOf(file: number, { id, destination, amount, reason }: BankLine): string[] {
  const { clabe, holder, bank } = destination;
  // A concept has at most 40 characters. The last digits of the id are enough to find the transfer by hand.
  const concept = `${CONCEPTS[reason]} ${id.slice(-12).toUpperCase()}`;
  return [
    formatTransferId(id),
    clabe,
    oneLine(holder),
    oneLine(bank),
    toDecimal(amount),
    'MXN',
    concept,
    referenceOf(id),
    String(file),
  ];
}

/** Names come from customers and rails. A bank that splits the file at line ends must not find a transfer in a name. */
function oneLine(name: string): string {
  return name.replace(/[\p{Cc}\p{Bidi_Control}\u2028\u2029]+/gu, ' ').trim();
}

/** The numeric reference that banks want: up to seven digits, which people may quote. */
function referenceOf(id: string): string {
  return String(Number.parseInt(id.slice(-8), 16) % 10_000_000).padStart(7, '0');
}

const STATUSES: readonly BankStatus[] = ['sent', 'confirmed', 'bounced'];

/** Reads every line of a result file. If any line is faulty, nothing is taken and all faults are reported at once. */
export function readBankResults(text: string): BankResult[] {
  const records = parseCsv(text);
  if (typeof records === 'string') throw unreadable([records]);
  const [heading = [], ...rest] = records;
  const missing = ['id', 'tracking_key', 'status'].filter((name) => !heading.includes(name));
  if (missing.length > 0) throw unreadable([`line 1: the heading lacks ${missing.join(', ')}`]);
  const results: BankResult[] = [];
  const problems: string[] = [];
  for (const [index, fields] of rest.entries()) {
    const line = index + 2;
    const read = readLine(heading, fields, line);
    if (typeof read === 'string') problems.push(`line ${line}: ${read}`);
    else results.push(read);
  }
  if (problems.length > 0) throw unreadable(problems);
  return results;
}

function readLine(heading: readonly string[], fields: readonly string[], line: number): BankResult | string {
  if (fields.length !== heading.length) return `${fields.length} fields, the heading has ${heading.length}`;
  const field = (name: string) => fields[heading.indexOf(name)] ?? '';
  const transferId = field('id');
  const trackingKey = field('tracking_key');
  const status = STATUSES.find((word) => word === field('status'));
  if (parseTransferId(transferId) === null) return `${transferId} is no transfer id`;
  if (status === undefined) return `status must be ${STATUSES.join(', ')}`;
  if (status === 'sent' && trackingKey === '') return 'tracking_key must not be empty';
  if (!isTrackingKey(trackingKey))
    return 'tracking_key must have at most 30 letters, digits, - or _, or be a transaction of coins';
  const note = heading.includes('note') ? field('note').slice(0, LONGEST_NOTE) : '';
  const [amount, clabe] = [field('amount'), field('clabe').replace(/\s/g, '')];
  const paid = amount === '' ? null : parseAmount(amount);
  if (paid !== null && typeof paid !== 'bigint') return `amount ${amount} is no amount such as 1500.50`;
  return {
    line,
    transferId,
    status,
    trackingKey: trackingKey || null,
    note: note || null,
    amount: paid === null ? null : String(paid),
    clabe: clabe || null,
  };
}

const LONGEST_NOTE = 255;

/**
 * A clave de rastreo has up to 30 characters; "" is none. Coins have their transaction, with the output behind it if one
 * transaction pays several.
 */
export function isTrackingKey(text: string): boolean {
  return /^[A-Za-z0-9_-]{0,30}$/.test(text) || /^(?:0x)?[0-9a-fA-F]{64}(?::\d{1,4})?$/.test(text);
}

function unreadable(problems: readonly string[]): AppError {
  return new AppError('unreadable_results', { problem: problems.join('\n') });
}
