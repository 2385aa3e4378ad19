// The command line: `npx cobro …`. One file per command; this one only puts them together.
import { Command } from 'commander';
import { VERSION } from '../paths.js';
import { accountCommand } from './account.js';
import { auditCommand } from './audit.js';
import { doctorCommand } from './doctor.js';
import { eventCommand } from './event.js';
import { feeCommand } from './fee.js';
import { keyCommand } from './key.js';
import { ledgerCommand } from './ledger.js';
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
import { serveCommand } from './serve.js';
import { statementCommand } from './statement.js';
import { triggerCommand } from './trigger.js';
import { webhookCommand } from './webhook.js';

export function buildProgram(): Command {
  const program = new Command('cobro')
    .description('Payment orders that a customer pays in cash, at a bank or by SPEI transfer.')
    .version(VERSION)
    .showHelpAfterError('(cobro --help lists the commands)');
  const commands = [
    serveCommand(),
    migrateCommand(),
    accountCommand(),
    keyCommand(),
    feeCommand(),
    providerCommand(),
    railCommand(),
    ratesCommand(),
    orderCommand(),
    webhookCommand(),
    eventCommand(),
    listenCommand(),
    triggerCommand(),
    payCommand(),
    paymentCommand(),
    policyCommand(),
    payoutCommand(),
    ledgerCommand(),
    reconcileCommand(),
    statementCommand(),
    auditCommand(),
    doctorCommand(),
  ];
  for (const command of commands) program.addCommand(command);
  addJsonOption(program);
  return program;
}

/** Every command that answers takes --json (D5). */
function addJsonOption(command: Command): void {
  for (const child of command.commands) addJsonOption(child);
  if (command.commands.length === 0 && command.name() !== 'serve') {
    command.option('--json', 'print one JSON document and nothing else');
  }
}
