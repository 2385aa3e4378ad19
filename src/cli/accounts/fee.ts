// cobro fee: a merchant's fees for each method. A merchant without their own schedule has the default one (D23).
import { Command, Option } from 'commander';
import { requireAccount } from '../../actions/accounts/require-account.js';
import type { Deps } from '../../deps.js';
import { type FeeSchedule, METHODS, type Method, parseHundredths } from '../../domain/accounts/fee.js';
import { toDecimal } from '../../domain/base/money.js';
import { OperatorError } from '../../errors/operator-error.js';
import { listFees } from '../../store/accounts/accounts.js';
import { actAtTerminal } from '../act.js';
import type { CommandContext } from '../context.js';
import { printMany, printOne } from '../output.js';

export function feeCommand({ withDeps, withService }: CommandContext): Command {
  const command = new Command('fee');
  command
    .command('list')
    .description('the fees of a merchant')
    .requiredOption('--account <id>', 'the merchant')
    .action((options: { account: string; json?: boolean }) =>
      withDeps(async (deps) => {
        await requireAccount(deps, options.account);
        const own = await listFees(deps.db, options.account);
        printMany(
          METHODS.map((method) => feeLine(method, own[method], deps.settings)),
          options,
          '',
        );
      }),
    );
  command
    .command('set')
    .description('set the fee of one method; new orders have it within two seconds')
    .requiredOption('--account <id>', 'the merchant')
    .addOption(new Option('--method <method>', 'how the customer pays').choices([...METHODS]).makeOptionMandatory())
    .requiredOption('--percent <percent>', 'share of the amount, such as 1.5')
    .requiredOption('--fixed <pesos>', 'fixed part in pesos, such as 8.00')
    .action((options: { account: string; method: Method; percent: string; fixed: string; json?: boolean }) =>
      withService(async (deps) => {
        const { account: accountId, method } = options;
        const schedule = {
          basisPoints: hundredths('--percent', options.percent),
          fixed: hundredths('--fixed', options.fixed),
        };
        const digits = { basisPoints: String(schedule.basisPoints), fixed: String(schedule.fixed) };
        const act = { kind: 'fee.set', accountId, method, schedule: digits } as const;
        const done = await actAtTerminal(deps, act, options);
        if (done !== null) printOne(feeLine(method, schedule, deps.settings), options);
      }),
    );
  return command;
}

export function feeLine(
  method: Method,
  own: FeeSchedule | undefined,
  { defaultFees }: Pick<Deps['settings'], 'defaultFees'>,
) {
  const schedule = own ?? defaultFees[method];
  return { method, percent: toDecimal(schedule.basisPoints), fixed: toDecimal(schedule.fixed), own: own !== undefined };
}

/** A number with two decimals, in hundredths. */
export function hundredths(option: string, text: string): bigint {
  const parsed = parseHundredths(text);
  if (parsed === null) throw new OperatorError(`${option} ${text} must be a number with at most two decimals.`);
  return parsed;
}
