// cobro payout: money that goes out to merchants.

import { Command } from 'commander';
import { requireAccount } from '../../actions/accounts/require-account.js';
import type { WantedPayeeAccount } from '../../actions/transfers/set-payee-account.js';
import { modeOf } from '../../domain/base/mode.js';
import { toDecimal } from '../../domain/base/money.js';
import type { PayoutAccount } from '../../domain/transfers/payout-account.js';
import type { DatedPlan } from '../../domain/transfers/payout-plan.js';
import { formatTransferId } from '../../domain/transfers/transfer.js';
import { OperatorError } from '../../errors/operator-error.js';
import { listPayouts, type Payout } from '../../store/money/payouts.js';
import { findPayoutAccounts } from '../../store/transfers/payout-accounts.js';
import { findPayoutPlan } from '../../store/transfers/payout-plans.js';
import { actAtTerminal } from '../act.js';
import type { CommandContext } from '../context.js';
import { isoTime, printMany, printOne } from '../output.js';
import { readPesos } from '../pesos.js';

type Options = { account: string; live?: boolean; json?: boolean };
type CreateOptions = Options & PayeeOptions & { amount: string; note?: string; key?: string };
type PayeeOptions = { clabe?: string; holder?: string; bank?: string };

const LISTED = 100;

export function payoutCommand({ withDeps, withService }: CommandContext): Command {
  const command = new Command('payout');
  command
    .command('create')
    .description('decide to pay out: at most what is available; it is sent with a transfer')
    .requiredOption('--account <id>', 'the merchant')
    .requiredOption('--amount <pesos>', 'such as 1500.50')
    .option('--live', 'in live mode (default: test mode)')
    .option('--note <text>', 'for your own books')
    .option('--key <key>', 'with the same key the payout is made once, however often you say it')
    .option('--clabe <clabe>', "an account other than the merchant's own (cobro payout account)")
    .option('--holder <name>', 'whose account it is')
    .option('--bank <name>', 'for a bank that is not known by its digits')
    .action((options: CreateOptions) =>
      withService(async (deps) => {
        const act = {
          kind: 'payout.create',
          scope: { accountId: options.account, mode: modeOf(options.live ?? false) },
          amount: String(readPesos('--amount', options.amount)),
          note: options.note ?? null,
          key: options.key ?? null,
          destination: destinationOf(options),
        } as const;
        const done = await actAtTerminal(deps, act, options);
        if (done === null) return;
        const { transfer } = done.result;
        printOne({ ...payoutLine(done.result), transfer: transfer && formatTransferId(transfer.id) }, options);
      }),
    );
  command
    .command('list')
    .description(`the newest ${LISTED} payouts of a merchant`)
    .requiredOption('--account <id>', 'the merchant')
    .option('--live', 'in live mode (default: test mode)')
    .action((options: Options) =>
      withDeps(async (deps) => {
        const { id } = await requireAccount(deps, options.account);
        const payouts = await listPayouts(deps.db, { accountId: id, mode: modeOf(options.live ?? false) }, LISTED);
        printMany(payouts.map(payoutLine), options, 'No payouts.');
      }),
    );
  command
    .command('account')
    .description('the account that a merchant named for payouts, and one that will count')
    .requiredOption('--account <id>', 'the merchant')
    .option('--live', 'in live mode (default: test mode)')
    .action((options: Options) =>
      withDeps(async (deps) => {
        const { id } = await requireAccount(deps, options.account);
        const scope = { accountId: id, mode: modeOf(options.live ?? false) };
        const { current, waiting } = await findPayoutAccounts(deps.db, scope, deps.clock.now());
        const lines = [current, waiting].flatMap((account) => (account === null ? [] : [account]));
        const toLine = (account: PayoutAccount) => accountLine(account, account === waiting ? 'waits' : 'counts');
        printMany(lines.map(toLine), options, 'The merchant has named no account. Owners do, in the dashboard.');
      }),
    );
  command
    .command('plan')
    .description('when a merchant is paid out by itself')
    .requiredOption('--account <id>', 'the merchant')
    .option('--live', 'in live mode (default: test mode)')
    .action((options: Options) =>
      withDeps(async (deps) => {
        const { id } = await requireAccount(deps, options.account);
        const plan = await findPayoutPlan(deps.db, { accountId: id, mode: modeOf(options.live ?? false) });
        const none = 'The merchant has no plan. Owners make one, in the dashboard.';
        printMany(plan === null ? [] : [planLine(plan)], options, none);
      }),
    );
  return command;
}

function planLine({ every, onDay, least, nextAt }: DatedPlan) {
  return { every, on_day: onDay, least: toDecimal(least), next_at: isoTime(nextAt) };
}

function destinationOf({ clabe, holder, bank }: PayeeOptions): WantedPayeeAccount | null {
  if (clabe === undefined && holder === undefined && bank === undefined) return null;
  if (clabe === undefined || holder === undefined) throw new OperatorError('Give --clabe and --holder together.');
  return { clabe, holder, bank: bank ?? null };
}

function accountLine({ clabe, holder, bank, rfc, namedBy, ...account }: PayoutAccount, state: 'counts' | 'waits') {
  const [named_at, counts_from] = [isoTime(account.namedAt), isoTime(account.countsFrom)];
  return { state, clabe, holder, bank, rfc, counts_from, named_by: namedBy, named_at };
}

function payoutLine(payout: Payout) {
  return {
    id: payout.id,
    account: payout.scope.accountId,
    mode: payout.scope.mode,
    amount: toDecimal(payout.amount),
    note: payout.note,
    key: payout.key,
    created_at: isoTime(payout.createdAt),
  };
}
