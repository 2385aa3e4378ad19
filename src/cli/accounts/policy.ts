// cobro policy: what an account wants done with odd payments (D43).
import { Command, Option } from 'commander';
import { requireAccount } from '../../actions/accounts/require-account.js';
import {
  DEFAULT_POLICIES,
  POLICY_CASES,
  POLICY_CHOICES,
  type Policies,
  type PolicyCase,
  type PolicyChoice,
} from '../../domain/money/policy.js';
import { findPolicies } from '../../store/accounts/policies.js';
import { actAtTerminal } from '../act.js';
import type { CommandContext } from '../context.js';
import { printMany } from '../output.js';

const MONEY: Readonly<Record<PolicyCase, string>> = {
  short: 'less than what is owed',
  over: 'more than what is owed: the rest',
  late: 'after expiry, within the grace time',
  too_late: 'after the grace time',
  paid_again: 'on an order that is paid already',
  canceled: 'on a canceled order',
};

export function policyCommand({ withDeps, withService }: CommandContext): Command {
  const command = new Command('policy');
  command
    .command('show')
    .description('the policies of an account')
    .requiredOption('--account <id>', 'the merchant')
    .action((options: { account: string; json?: boolean }) =>
      withDeps(async (deps) => {
        const { id } = await requireAccount(deps, options.account);
        printMany(policyLines(await findPolicies(deps.db, id)), options, '');
      }),
    );
  command
    .command('set')
    .description('set one; it holds for money that arrives from now on')
    .requiredOption('--account <id>', 'the merchant')
    .addOption(new Option('--case <case>', 'which money').choices([...POLICY_CASES]).makeOptionMandatory())
    .addOption(new Option('--do <choice>', 'what becomes of it').choices([...POLICY_CHOICES]).makeOptionMandatory())
    .action((options: { account: string; case: PolicyCase; do: PolicyChoice; json?: boolean }) =>
      withService(async (deps) => {
        const policies = { [options.case]: options.do };
        const done = await actAtTerminal(deps, { kind: 'policy.set', accountId: options.account, policies }, options);
        if (done !== null) printMany(policyLines(done.result), options, '');
      }),
    );
  return command;
}

function policyLines(policies: Policies) {
  return POLICY_CASES.map((name) => ({
    case: name,
    do: policies[name],
    default: DEFAULT_POLICIES[name],
    money: MONEY[name],
  }));
}
