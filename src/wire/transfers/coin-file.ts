// A file of coins (D92): addresses and amounts for the operator's own wallet, as CSV. No bank ever gets one.
import { toDecimal } from '../../domain/base/money.js';
import { readXAddress } from '../../domain/points/coin-address.js';
import type { BankLine } from '../../domain/transfers/bank-file.js';
import { formatTransferId } from '../../domain/transfers/transfer.js';
import { csvLine } from '../csv.js';

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
