// cobro ledger: shows the books of an account, proves the books of all accounts (D48), and writes what an accountant needs of
// them (ledger-reports.ts).

import { Command, Option } from 'commander';
import { requireAccount } from '../../actions/accounts/require-account.js';
import { startCheck } from '../../actions/keeping/check-books.js';
import { closeMonth } from '../../actions/money/close-month.js';
import { HOUSE_ACCOUNT } from '../../domain/accounts/account.js';
import { formatOrderId } from '../../domain/base/identity.js';
import { modeOf } from '../../domain/base/mode.js';
import { toDecimal } from '../../domain/base/money.js';
import {
  ADJUSTABLE,
  type AdjustableAccount,
  type Balances,
  type BookedEntry,
  LEDGER_ACCOUNTS,
} from '../../domain/money/ledger.js';
import { findBalances, listEntries } from '../../store/money/balances.js';
import { actAtTerminal } from '../act.js';
import { type CommandContext, LONG_READS } from '../context.js';
import { operator } from '../operator.js';
import { isoTime, print, printMany, printOne, showProgress } from '../output.js';
import { readPesos } from '../pesos.js';
import { addReports } from './ledger-reports.js';

type Json = { json?: boolean };
type AdjustOptions = Json & {
  readonly account: string;
  readonly from: AdjustableAccount;
  readonly to: AdjustableAccount;
  readonly amount: string;
  readonly reason: string;
  readonly evidence: string;
  readonly live?: boolean;
};

const LISTED = 50;

export function ledgerCommand({ withDeps, withService }: CommandContext): Command {
  const command = new Command('ledger');
  command
    .command('verify')
    .description(
      'prove that the books, the payments and the orders agree; exits with 1 when they do not, and goes on where it was cut off',
    )
    .action((options: Json) =>
      withDeps(async (deps) => {
        const progress = (pieces: number) => showProgress(`${pieces} pieces proved `);
        const { ok, findings } = await (await startCheck(deps, { what: 'ledger', actor: operator(), progress })).ended;
        showProgress('');
        const lines = findings.map(({ claim, broken, examples }) => ({
          result: broken === 0 ? 'ok' : 'PROBLEM',
          claim,
          broken,
          examples,
        }));
        if (options.json) printOne({ ok, proofs: lines }, options);
        else
          for (const { result, claim, broken, examples } of lines) {
            print(`${result.padEnd(7)}  ${claim}${broken === 0 ? '' : `: ${broken} times not`}`);
            for (const example of examples) print(`         - ${example}`);
          }
        if (!ok) process.exitCode = 1;
      }, LONG_READS),
    );
  addHandWork(command, { withDeps, withService });
  command
    .command('show')
    .description(`the balances of a merchant and their newest ${LISTED} entries`)
    .requiredOption('--account <id>', 'the merchant')
    .option('--live', 'in live mode (default: test mode)')
    .action((options: Json & { account: string; live?: boolean }) =>
      withDeps(async (deps) => {
        const { id } = await requireAccount(deps, options.account);
        const scope = { accountId: id, mode: modeOf(options.live ?? false) };
        const balances = inPesos(await findBalances(deps.db, scope));
        const entries = await listEntries(deps.db, scope, { before: null, limit: LISTED });
        if (options.json)
          return printOne({ account: id, mode: scope.mode, balances, entries: entries.map(entryRecord) }, options);
        printOne(balances, options);
        print('');
        printMany(entries.map(entryLine), options, 'No entries yet.');
      }),
    );
  addReports(command, withDeps);
  return command;
}

/** What an accountant does with the books by hand (D87). */
function addHandWork(
  command: Command,
  { withDeps, withService }: Pick<CommandContext, 'withDeps' | 'withService'>,
): void {
  command
    .command('adjust')
    .description('book an entry by hand; somebody else approves it')
    .requiredOption('--account <id>', `the merchant, or ${HOUSE_ACCOUNT} for the service itself`)
    .addOption(
      new Option('--from <account>', 'the account that it comes from').choices(ADJUSTABLE).makeOptionMandatory(),
    )
    .addOption(new Option('--to <account>', 'the account that it goes to').choices(ADJUSTABLE).makeOptionMandatory())
    .requiredOption('--amount <pesos>', 'such as 1500.50')
    .requiredOption('--reason <text>', 'why')
    .requiredOption('--evidence <text>', "the document behind it, such as the number of the bank's statement")
    .option('--live', 'in live mode (default: test mode)')
    .action((options: AdjustOptions) =>
      withService(async (deps) => {
        const act = {
          kind: 'ledger.adjust',
          scope: { accountId: options.account, mode: modeOf(options.live ?? false) },
          from: options.from,
          to: options.to,
          amount: String(readPesos('--amount', options.amount)),
          reason: options.reason,
          evidence: options.evidence,
        } as const;
        const done = await actAtTerminal(deps, act, options);
        if (done !== null) printOne(done.result, options);
      }),
    );
  command
    .command('close')
    .description(
      'close a month of live mode: its days are fixed by their hash in the audit log, and nothing is booked into it any more',
    )
    .argument('<month>', 'such as 2026-10')
    .action((month: string, options: Json) =>
      withDeps(async (deps) => printOne(await closeMonth(deps, { month, actor: operator() }), options), LONG_READS),
    );
}

function inPesos(balances: Balances): Record<string, string> {
  return Object.fromEntries(LEDGER_ACCOUNTS.map((account) => [account, toDecimal(balances[account])]));
}

function entryRecord(entry: BookedEntry) {
  return {
    id: entry.id,
    kind: entry.kind,
    order: entry.orderId === null ? null : formatOrderId(entry.orderId),
    payment: entry.paymentId,
    created_at: isoTime(entry.createdAt),
    postings: Object.fromEntries(Object.entries(inPesos(entry)).filter(([, amount]) => amount !== '0.00')),
  };
}

function entryLine(entry: BookedEntry) {
  const { created_at, kind, postings, order, payment } = entryRecord(entry);
  const moved = Object.entries(postings).map(([account, amount]) => `${account} ${amount}`);
  return { created_at, kind, postings: moved.join(', '), order, payment };
}
