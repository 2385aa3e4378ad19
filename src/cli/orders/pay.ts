// cobro pay: pays a test order through the same code as a real notice (D47).
import { Command, Option } from 'commander';
import { merchantAs, requireAccount } from '../../actions/accounts/require-account.js';
import { makeTestPayment } from '../../actions/money/test-payment.js';
import { parseOrderId } from '../../domain/base/identity.js';
import { SCENARIOS, type Scenario } from '../../domain/money/scenario.js';
import { OperatorError } from '../../errors/operator-error.js';
import { findOwner } from '../../store/orders/orders.js';
import type { CommandContext } from '../context.js';
import { paymentRecord } from '../money/payment.js';
import { printOne } from '../output.js';
import { readPesos } from '../pesos.js';

export function payCommand({ withService }: CommandContext): Command {
  return new Command('pay')
    .argument('<id>', 'the order, ch_…')
    .addOption(new Option('--scenario <name>', 'how it is paid').choices([...SCENARIOS]).default('exact'))
    .option('--amount <pesos>', 'instead of what the scenario says')
    .action((id: string, options: { scenario: Scenario; amount?: string; json?: boolean }) =>
      withService(async (deps) => {
        const uuid = parseOrderId(id);
        const scope = uuid === null ? null : await findOwner(deps.db, uuid);
        if (scope === null) throw new OperatorError(`There is no order ${id}. It must be an id such as ch_01a1dd30-…`);
        if (scope.mode === 'live') throw new OperatorError(`Order ${id} is live: only real money pays it.`);
        const account = await requireAccount(deps, scope.accountId);
        const payment = await makeTestPayment(deps, {
          merchant: await merchantAs(deps.db, account, { keyId: 'cli', kind: 'private', scope }),
          uuid,
          scenario: options.scenario,
          amount: options.amount === undefined ? null : readPesos('--amount', options.amount),
          at: null,
        });
        printOne(paymentRecord(payment), options);
      }),
    );
}
