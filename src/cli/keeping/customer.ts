// cobro customer: removes what is known about a person (D80).
import { Command } from 'commander';
import { eraseCustomer } from '../../actions/keeping/erase-customer.js';
import { OperatorError } from '../../errors/operator-error.js';
import type { CommandContext } from '../context.js';
import { operator } from '../operator.js';
import { printOne } from '../output.js';

type EraseOptions = { email: string; account?: string; json?: boolean };

export function customerCommand({ withDeps }: CommandContext): Command {
  const command = new Command('customer');
  command
    .command('erase')
    .description('remove the personal data of a customer; orders, payments and the books stay')
    .requiredOption('--email <address>', 'the e-mail address of the orders')
    .option('--account <id>', 'of this merchant only (default: of all merchants)')
    .action((options: EraseOptions) =>
      withDeps(async (deps) => {
        const email = options.email.trim();
        if (!email.includes('@')) throw new OperatorError('--email must be an e-mail address.');
        const call = { email, accountId: options.account ?? null, actor: operator() };
        printOne(await eraseCustomer(deps, call), options);
      }),
    );
  return command;
}
