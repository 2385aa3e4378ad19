// cobro payout: money sent to merchants.

import { Command } from 'commander';
import { createPayout } from '../actions/create-payout.js';
import { requireAccount } from '../actions/manage-account.js';
import { modeOf } from '../domain/mode.js';
import { toDecimal } from '../domain/money.js';
import { listPayouts, type Payout } from '../store/money/payouts.js';
import type { CommandContext } from './context.js';
import { operator } from './operator.js';
import { isoTime, printMany, printOne } from './output.js';
import { readPesos } from './pesos.js';

type Options = { account: string; live?: boolean; json?: boolean };

const LISTED = 100;

export function payoutCommand({ withDeps }: CommandContext): Command {
  const command = new Command('payout').description('money sent on to merchants');
  command
    .command('create')
    .description('note that money was sent: at most what is available')
    .requiredOption('--account <id>', 'the merchant')
    .requiredOption('--amount <pesos>', 'such as 1500.50')
    .option('--live', 'in live mode (default: test mode)')
    .option('--note <text>', 'such as the tracking key of the transfer')
    .action((options: Options & { amount: string; note?: string }) =>
      withDeps(async (deps) => {
        const payout = await createPayout(deps, {
          scope: { accountId: options.account, mode: modeOf(options.live ?? false) },
          amount: readPesos('--amount', options.amount),
          note: options.note ?? null,
          actor: operator(),
        });
        printOne(payoutLine(payout), options);
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
  return command;
}

function payoutLine(payout: Payout) {
  return {
    id: payout.id,
    account: payout.scope.accountId,
    mode: payout.scope.mode,
    amount: toDecimal(payout.amount),
    note: payout.note,
    created_at: isoTime(payout.createdAt),
  };
}
