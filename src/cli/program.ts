// The command line: `npx cobro …`. Each command has its own file, which is loaded only when that command is asked for:
// loading all of them takes longer than most commands do.
import { Command } from 'commander';
import { VERSION } from '../paths.js';
import type { CommandContext } from './context.js';

type Build = (context: CommandContext) => Command;

type Entry = { readonly name: string; readonly alias?: string; readonly says: string; load(): Promise<Build> };

/** In the order of `cobro --help`. */
const COMMANDS: readonly Entry[] = [
  { name: 'serve', says: 'run the service', load: async () => (await import('./serve/serve.js')).serveCommand },
  {
    name: 'migrate',
    says: 'bring the database to the shape of this version',
    load: async () => (await import('./keeping/migrate.js')).migrateCommand,
  },
  {
    name: 'distribute',
    says: 'move the tables of merchants to the nodes of a Citus cluster',
    load: async () => (await import('./keeping/distribute.js')).distributeCommand,
  },
  {
    name: 'cluster',
    says: 'the nodes of a Citus cluster, and what is on each',
    load: async () => (await import('./keeping/cluster.js')).clusterCommand,
  },
  { name: 'account', says: 'merchants', load: async () => (await import('./accounts/account.js')).accountCommand },
  { name: 'key', says: "merchants' keys", load: async () => (await import('./accounts/key.js')).keyCommand },
  {
    name: 'user',
    says: 'people who sign in to the dashboard',
    load: async () => (await import('./people/user.js')).userCommand,
  },
  {
    name: 'operator',
    says: 'a way in for whoever has the machine',
    load: async () => (await import('./people/operator-link.js')).operatorCommand,
  },
  { name: 'fee', says: "merchants' fees", load: async () => (await import('./accounts/fee.js')).feeCommand },
  {
    name: 'provider',
    alias: 'point',
    says: 'payment points',
    load: async () => (await import('./points/provider.js')).providerCommand,
  },
  { name: 'rail', says: 'rails that tell of money', load: async () => (await import('./rails/rail.js')).railCommand },
  {
    name: 'rates',
    says: 'exchange rates of live mode',
    load: async () => (await import('./money/rates.js')).ratesCommand,
  },
  { name: 'order', says: 'orders and charges', load: async () => (await import('./orders/order.js')).orderCommand },
  {
    name: 'webhook',
    says: 'webhook endpoints of merchants',
    load: async () => (await import('./webhooks/webhook.js')).webhookCommand,
  },
  {
    name: 'event',
    says: 'what happened to orders, and who got to know',
    load: async () => (await import('./webhooks/event.js')).eventCommand,
  },
  {
    name: 'explain',
    says: 'why a shop did or did not get an event',
    load: async () => (await import('./webhooks/explain.js')).explainCommand,
  },
  {
    name: 'listen',
    says: 'forward test events to a receiver on this machine, signed like deliveries',
    load: async () => (await import('./webhooks/listen.js')).listenCommand,
  },
  {
    name: 'trigger',
    says: 'make a test event happen',
    load: async () => (await import('./orders/trigger.js')).triggerCommand,
  },
  { name: 'link', says: 'payment links', load: async () => (await import('./links/link.js')).linkCommand },
  { name: 'pay', says: 'pay a test order', load: async () => (await import('./orders/pay.js')).payCommand },
  {
    name: 'payment',
    says: 'money that arrived',
    load: async () => (await import('./money/payment.js')).paymentCommand,
  },
  {
    name: 'customer',
    says: 'the people who pay',
    load: async () => (await import('./keeping/customer.js')).customerCommand,
  },
  {
    name: 'messages',
    says: 'e-mails to customers: what merchants send, and what became of it',
    load: async () => (await import('./messages/messages.js')).messagesCommand,
  },
  {
    name: 'policy',
    says: 'what becomes of odd money',
    load: async () => (await import('./accounts/policy.js')).policyCommand,
  },
  {
    name: 'payout',
    says: 'money that goes out to merchants',
    load: async () => (await import('./money/payout.js')).payoutCommand,
  },
  {
    name: 'transfer',
    says: 'money that goes out: refunds, returns and payouts',
    load: async () => (await import('./transfers/transfer.js')).transferCommand,
  },
  {
    name: 'format',
    says: 'how banks write their files, and how they want ours',
    load: async () => (await import('./transfers/format.js')).formatCommand,
  },
  { name: 'ledger', says: 'the books', load: async () => (await import('./money/ledger.js')).ledgerCommand },
  {
    name: 'reconcile',
    says: "compare a rail's list of a day with our payments, and with --apply book what we miss; exits with 1 when something is open",
    load: async () => (await import('./money/reconcile.js')).reconcileCommand,
  },
  {
    name: 'statement',
    says: 'payments, fees, IVA, refunds and payouts of some days in Mexico City, with totals that are the ledger’s',
    load: async () => (await import('./money/statement.js')).statementCommand,
  },
  { name: 'audit', says: 'who did what by hand', load: async () => (await import('./keeping/audit.js')).auditCommand },
  {
    name: 'secrets',
    says: 'the key that stored secrets are encrypted with',
    load: async () => (await import('./keeping/secrets.js')).secretsCommand,
  },
  {
    name: 'backup',
    says: 'back up the whole database into one file, while the service runs',
    load: async () => (await import('./keeping/backup.js')).backupCommand,
  },
  {
    name: 'restore',
    says: 'restore a backup: into the embedded database, or into an empty one of your own',
    load: async () => (await import('./keeping/restore.js')).restoreCommand,
  },
  {
    name: 'top',
    says: 'one screen of what the service does right now, refreshed',
    load: async () => (await import('./keeping/top.js')).topCommand,
  },
  {
    name: 'doctor',
    says: 'check settings, database, clock and disk, and say what to do',
    load: async () => (await import('./keeping/doctor.js')).doctorCommand,
  },
];

/** The program with the commands that `asked` names; of the others it knows the name and what they are for. */
export async function buildProgram(context: CommandContext, asked: ReadonlySet<string> | 'all'): Promise<Command> {
  const program = new Command('cobro')
    .description('Payment orders that a customer pays in cash, at a bank or by SPEI transfer.')
    .version(VERSION)
    .showHelpAfterError('(cobro --help lists the commands)')
    .configureHelp({ subcommandTerm: (command) => [command.name(), ...command.aliases()].join('|') });
  for (const { name, alias, says, load } of COMMANDS) {
    const isAsked = asked === 'all' || asked.has(name) || (alias !== undefined && asked.has(alias));
    const command = isAsked ? addJsonOption((await load())(context)) : new Command(name);
    if (alias !== undefined) command.alias(alias);
    program.addCommand(command.description(says));
  }
  return program;
}

/** The words that may name a command: `cobro WORD …` or `cobro help WORD`. */
export function askedCommands(args: readonly string[]): Set<string> {
  return new Set(args.filter((word) => !word.startsWith('-')).slice(0, 2));
}

/** Every command that prints a result accepts --json (D5). */
function addJsonOption(command: Command): Command {
  for (const child of command.commands) addJsonOption(child);
  if (command.commands.length === 0 && command.name() !== 'serve') {
    command.option('--json', 'print one JSON document and nothing else');
  }
  return command;
}
