// cobro statement: prints the statement that a merchant's bookkeeper needs.

import { Command } from 'commander';
import { makeStatement, type StatementTotals } from '../../actions/money/make-statement.js';
import { HOUSE_ACCOUNT } from '../../domain/accounts/account.js';
import { formatOrderId } from '../../domain/base/identity.js';
import { mexicoDay } from '../../domain/base/mexico-day.js';
import { modeOf } from '../../domain/base/mode.js';
import { toDecimal } from '../../domain/base/money.js';
import type { Balances, BookedEntry } from '../../domain/money/ledger.js';
import { statementSums } from '../../domain/money/statement.js';
import { type CommandContext, LONG_READS } from '../context.js';
import { isoTime, print, printMany, printOne, printRecords } from '../output.js';

type Options = { account: string; from: string; to: string; live?: boolean; csv?: boolean; json?: boolean };
type Line = ReturnType<typeof statementLine>;

export function statementCommand({ withDeps }: CommandContext): Command {
  return new Command('statement')
    .requiredOption('--account <id>', 'the merchant, or house for your own books')
    .requiredOption('--from <day>', 'first day, yyyy-mm-dd')
    .requiredOption('--to <day>', 'last day, yyyy-mm-dd')
    .option('--live', 'in live mode (default: test mode)')
    .option('--csv', 'comma-separated values, the totals last')
    .action((options: Options) =>
      withDeps(async (deps) => {
        const lines: Line[] = [];
        let isFirst = true;
        const tell = (some: readonly Line[]) => {
          const records = some.map((line) => Object.values(line).map((text) => text ?? ''));
          const head = isFirst ? some.slice(0, 1).map((line) => Object.keys(line)) : [];
          isFirst = false;
          return printRecords([...head, ...records]);
        };
        const totals = await makeStatement(deps, {
          scope: {
            accountId: options.account === 'house' ? HOUSE_ACCOUNT : options.account,
            mode: modeOf(options.live ?? false),
          },
          from: options.from,
          to: options.to,
          lines: async (entries) => {
            const some = entries.map(statementLine);
            if (options.csv) await tell(some);
            else lines.push(...some);
          },
        });
        const summary = totalLines(totals);
        if (options.csv) return tell([{ ...TOTAL, ...summary.totals }]);
        if (options.json) return printOne({ ...summary, lines }, options);
        printMany(lines, options, 'Nothing happened in these days.');
        print('');
        printOne(summary, options);
      }, LONG_READS),
    );
}

/** The first columns of the totals line. */
const TOTAL = { day: 'total', time: '', kind: '', order: null, payment: null };

function statementLine(entry: BookedEntry) {
  return {
    day: mexicoDay(entry.createdAt),
    time: isoTime(entry.createdAt) ?? '',
    kind: entry.kind as string,
    order: entry.orderId === null ? null : formatOrderId(entry.orderId),
    payment: entry.paymentId,
    ...statementSums(entry, toDecimal),
  };
}

function totalLines({ opening, span, closing }: StatementTotals) {
  const balance = ({ available, pending }: Balances) => ({
    available: toDecimal(available),
    pending: toDecimal(pending),
  });
  return { opening: balance(opening), totals: statementSums(span, toDecimal), closing: balance(closing) };
}
