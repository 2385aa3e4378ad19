// A statement that the bank gives as a table: CSV or a workbook, read with a mapping. Its balances must follow from line to line,
// so a wrong column, a wrong sign or a missing line is noticed before anything is compared.
import { type BankLine, keysIn, type StatementLook, type StatementPart } from '../../../domain/money/bank-statement.js';
import { type OwnRow, ownRows } from '../../sheets/own-rows.js';
import { unreadable } from './statement-text.js';

type Movement = BankLine & { readonly line: number; readonly balance: bigint; readonly account: string };

export async function* readTable(
  chunks: AsyncIterable<string>,
  order?: StatementLook['order'],
): AsyncGenerator<StatementPart> {
  const rows = ownRows(chunks, { columns: ['day', 'balance'], read: movementOf, unreadable: 'unreadable_statement' });
  const [first, last] =
    order === 'newest first' ? (['closing', 'opening'] as const) : (['opening', 'closing'] as const);
  const accounts = new Set<string>();
  let left: { readonly day: string; readonly amount: bigint } | null = null;
  for await (const { line, balance, account, ...movement } of rows) {
    const { day } = movement;
    const before = balance - movedBy(movement);
    const [above, below] = first === 'opening' ? [before, balance] : [balance, before];
    if (!accounts.has(account)) yield { is: 'account', account };
    accounts.add(account);
    if (left === null) yield { is: first, day, amount: above };
    else if (left.amount !== above) throw unreadable(`line ${line}: its balance does not follow from the line before`);
    left = { day, amount: below };
    // Some banks write their balances as lines without money.
    if (movement.amount > 0n) yield { is: 'line', ...movement };
  }
  if (left === null) throw unreadable('it has no lines');
  yield { is: last, ...left };
}

function movedBy({ direction, amount }: Pick<Movement, 'direction' | 'amount'>): bigint {
  return direction === 'in' ? amount : -amount;
}

function movementOf({ line, value }: OwnRow): Movement | string {
  const day = /^\d{8}$|^\d{4}-\d\d-\d\d$/.test(value('day')) ? value('day').replaceAll('-', '') : '';
  const told = value('amount') === '' ? moneyOfWays(value('credit'), value('debit')) : centavosOf(value('amount'));
  const balance = centavosOf(value('balance'));
  if (day === '') return 'day must be yyyymmdd';
  if (told === null) return 'amount must be an amount such as 1500.50 or -1500.50';
  if (balance === null) return 'balance must be an amount such as 1500.50 or -1500.50';
  const texts = [value('reference'), value('text')];
  return {
    line,
    direction: told < 0n ? 'out' : 'in',
    amount: told < 0n ? -told : told,
    day: day.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3'),
    keys: keysIn(texts),
    text: texts.filter((text) => text !== '').join(' '),
    isCharge: value('charge') === 'yes',
    balance,
    account: value('account'),
  };
}

/** Banks leave the column of the other way empty, or write zero. */
function moneyOfWays(credit: string, debit: string): bigint | null {
  const [came, went] = [centavosOf(credit || '0'), centavosOf(debit || '0')];
  const isClear = came !== null && went !== null && came >= 0n && went >= 0n && (came === 0n || went === 0n);
  return isClear ? came - went : null;
}

function centavosOf(text: string): bigint | null {
  const [, sign, whole = '', cents = ''] = /^(-?)(\d{1,13})(?:\.(\d{1,2})0{0,9})?$/.exec(text) ?? [];
  if (sign === undefined) return null;
  const amount = BigInt(whole) * 100n + BigInt(cents.padEnd(2, '0'));
  return sign === '-' ? -amount : amount;
}
