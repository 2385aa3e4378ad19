// The command line: `npx cobro …`. Each command has its own file; this one only combines them.
import { Command } from 'commander';
import { VERSION } from '../paths.js';
import { accountCommand } from './account.js';
import { auditCommand } from './audit.js';
import type { CommandContext } from './context.js';
import { customerCommand } from './customer.js';
import { doctorCommand } from './doctor.js';
import { eventCommand } from './event.js';
import { feeCommand } from './fee.js';
import { keyCommand } from './key.js';
import { ledgerCommand } from './ledger.js';
import { linkCommand } from './link.js';
import { listenCommand } from './listen.js';
import { migrateCommand } from './migrate.js';
import { orderCommand } from './order.js';
import { payCommand } from './pay.js';
import { paymentCommand } from './payment.js';
import { payoutCommand } from './payout.js';
import { policyCommand } from './policy.js';
import { providerCommand } from './provider.js';
import { railCommand } from './rail.js';
import { ratesCommand } from './rates.js';
import { reconcileCommand } from './reconcile.js';
import { secretsCommand } from './secrets.js';
import { serveCommand } from './serve.js';
import { statementCommand } from './statement.js';
import { transferCommand } from './transfer.js';
import { triggerCommand } from './trigger.js';
import { webhookCommand } from './webhook.js';

export function buildProgram(context: CommandContext): Command {
  const program = new Command('cobro')
    .description('Payment orders that a customer pays in cash, at a bank or by SPEI transfer.')
    .version(VERSION)
    .showHelpAfterError('(cobro --help lists the commands)');
  const commands = [
    serveCommand(context),
    migrateCommand(context),
    accountCommand(context),
    keyCommand(context),
    feeCommand(context),
    providerCommand(context),
    railCommand(context),
    ratesCommand(context),
    orderCommand(context),
    linkCommand(context),
    webhookCommand(context),
    eventCommand(context),
    listenCommand(),
    triggerCommand(context),
    payCommand(context),
    paymentCommand(context),
    customerCommand(context),
    policyCommand(context),
    payoutCommand(context),
    transferCommand(context),
    ledgerCommand(context),
    reconcileCommand(context),
    statementCommand(context),
    auditCommand(context),
    secretsCommand(context),
    doctorCommand(context),
  ];
  for (const command of commands) program.addCommand(command);
  addJsonOption(program);
  return program;
}

/** Every command that prints a result accepts --json (D5). */
function addJsonOption(command: Command): void {
  for (const child of command.commands) addJsonOption(child);
  if (command.commands.length === 0 && command.name() !== 'serve') {
    command.option('--json', 'print one JSON document and nothing else');
  }
}
