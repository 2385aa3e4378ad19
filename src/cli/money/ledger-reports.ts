// cobro ledger journal, trial-balance and fees: what an accountant needs of the books, as CSV (D88).
import { type Command, Option } from 'commander';
import { readJournal } from '../../actions/money/read-journal.js';
import { reportFees } from '../../actions/money/report-fees.js';
import { makeTrialBalance } from '../../actions/money/trial-balance.js';
import { modeOf } from '../../domain/base/mode.js';
import {
  booksOf,
  FEES_HEAD,
  feesRecord,
  JOURNAL_HEAD,
  journalRecords,
  TRIAL_HEAD,
  trialRecords,
} from '../../wire/money/ledger-files.js';
import { type CommandContext, LONG_READS } from '../context.js';
import { printMany, printRecords } from '../output.js';

type Days = { from: string; to: string; live?: boolean };

export function addReports(command: Command, withDeps: CommandContext['withDeps']): void {
  ofDays(command.command('journal').description('every entry of all books as CSV, a line for each posting')).action(
    ({ from, to, live = false }: Days) =>
      withDeps(async (deps) => {
        await printRecords([JOURNAL_HEAD]);
        for await (const { scope, entries } of readJournal(deps, { mode: modeOf(live), from, to }))
          await printRecords(entries.flatMap((entry) => journalRecords(booksOf(scope), entry)));
      }, LONG_READS),
  );
  ofDays(
    command
      .command('trial-balance')
      .description('the accounts of all books as CSV, before, during and after some days; the sums last'),
  ).action(({ from, to, live = false }: Days) =>
    withDeps(async (deps) => {
      const { lines, total } = await makeTrialBalance(deps, { mode: modeOf(live), from, to });
      const records = lines.flatMap((line) => trialRecords(booksOf(line.scope), line));
      await printRecords([TRIAL_HEAD, ...records, ...trialRecords('all', total)]);
    }, LONG_READS),
  );
  command
    .command('fees')
    .description('fees and IVA of a month by merchant, with what their invoices need')
    .requiredOption('--month <yyyy-mm>', 'the month')
    .option('--live', 'in live mode (default: test mode)')
    .addOption(new Option('--csv', 'comma-separated values'))
    .action(({ month, live = false, csv, json }: { month: string; live?: boolean; csv?: boolean; json?: boolean }) =>
      withDeps(async (deps) => {
        const records = (await reportFees(deps, { mode: modeOf(live), month })).map((fees) => feesRecord(month, fees));
        if (csv) return printRecords([FEES_HEAD, ...records]);
        const rows = records.map((record) => Object.fromEntries(FEES_HEAD.map((name, at) => [name, record[at] ?? ''])));
        printMany(rows, { json }, 'No fees in this month.');
      }, LONG_READS),
    );
}

function ofDays(command: Command): Command {
  return command
    .requiredOption('--from <day>', 'first day, yyyy-mm-dd')
    .requiredOption('--to <day>', 'last day, yyyy-mm-dd')
    .option('--live', 'in live mode (default: test mode)');
}
