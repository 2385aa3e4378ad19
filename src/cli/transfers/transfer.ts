// cobro transfer: the operator's work list of money that goes out (D75).

import { Command, Option } from 'commander';
import { markSent, requireTransfer } from '../../actions/transfers/change-transfer.js';
import { sendLink, showLink } from '../../actions/transfers/customer-link.js';
import { formatOrderId } from '../../domain/base/identity.js';
import { modeOf } from '../../domain/base/mode.js';
import { toDecimal } from '../../domain/base/money.js';
import type { ActOf } from '../../domain/people/act.js';
import {
  formatTransferId,
  statusOf,
  TRANSFER_STATUSES,
  type Transfer,
  type TransferStatus,
} from '../../domain/transfers/transfer.js';
import { OperatorError } from '../../errors/operator-error.js';
import { type LostTransfer, listLost } from '../../store/keeping/restores.js';
import { listWork } from '../../store/transfers/transfers.js';
import { isTrackingKey } from '../../wire/transfers/bank-results.js';
import { actAtTerminal } from '../act.js';
import type { CommandContext } from '../context.js';
import { operator } from '../operator.js';
import { isoTime, type Printable, printAside, printMany, printOne } from '../output.js';
import { addTransferFiles } from './transfer-files.js';

type Json = { json?: boolean };

const LISTED = 100;

export function transferCommand(context: CommandContext): Command {
  const command = new Command('transfer');
  addReading(command, context);
  addLost(command, context);
  addChanges(command, context);
  addTransferFiles(command, context);
  return command;
}

function addReading(command: Command, { withDeps }: CommandContext): void {
  command
    .command('list')
    .description(`the oldest ${LISTED} transfers that are not confirmed yet, or all of them`)
    .option('--all', 'however many there are')
    .addOption(new Option('--state <state>', 'only these').choices([...TRANSFER_STATUSES]))
    .option('--live', 'in live mode (default: test mode)')
    .action((options: Json & { state?: TransferStatus; live?: boolean; all?: boolean }) =>
      withDeps(async ({ db }) => {
        const limit = options.all === true ? null : LISTED + 1;
        const found = await listWork(db, { mode: modeOf(options.live ?? false), status: options.state ?? null, limit });
        const shown = options.all === true ? found : found.slice(0, LISTED);
        printMany(shown.map(options.json ? transferRecord : transferLine), options, 'Nothing to send.');
        if (shown.length < found.length) process.stderr.write('There are more: add --all.\n');
      }),
    );
  command
    .command('show')
    .description('one transfer')
    .argument('<id>')
    .action((transferId: string, options: Json) =>
      withDeps(async ({ db }) => printOne(transferRecord(await requireTransfer(db, { transferId })), options)),
    );
}

function addLost(command: Command, { withDeps }: CommandContext): void {
  command
    .command('lost')
    .description('after a restore: what the database of before has sent, or was to send, and this one does not know')
    .action((options: Json) =>
      withDeps(async ({ db }) => {
        const lost = await listLost(db);
        if (lost === null) printAside(NOT_COMPARED);
        printMany((lost ?? []).map(lostLine), options, lost === null ? '' : 'Nothing is lost.');
      }),
    );
}

const NOT_COMPARED =
  'There was no database of before to compare with. Compare the statements of the bank since the backup: what it calls ' +
  '"never sent by us", and results of transfers that are not known, may be transfers that were lost.';

function addChanges(command: Command, { withDeps, withService }: CommandContext): void {
  const decide = (act: TransferAct, options: Json) =>
    withService(async (deps) => {
      const done = await actAtTerminal(deps, act, options);
      if (done !== null) printOne(transferRecord(done.result), options);
    });
  command
    .command('sent')
    .description('the bank was told to send it')
    .argument('<id>')
    .requiredOption('--tracking-key <key>', 'its clave de rastreo')
    .action((transferId: string, options: Json & { trackingKey: string }) =>
      withDeps(async (deps) => {
        const { trackingKey } = options;
        if (trackingKey === '' || !isTrackingKey(trackingKey))
          throw new OperatorError('--tracking-key must have 1 to 30 letters, digits, - or _.');
        printOne(transferRecord(await markSent(deps, { transferId, trackingKey, actor: operator() })), options);
      }),
    );
  command
    .command('confirm')
    .description('the money has arrived; also of one that was said to have bounced')
    .argument('<id>')
    .action((transferId: string, options: Json) =>
      decide({ kind: 'transfer.confirm', transferId, note: null }, options),
    );
  for (const [name, text] of [
    ['lend', 'send a refund that its merchant has no money for; they owe it then'],
    ['bounce', 'the bank refused it or sent it back: the money goes back to where it came from'],
  ] as const) {
    command
      .command(name)
      .description(text)
      .argument('<id>')
      .requiredOption('--note <text>', 'why')
      .action((transferId: string, options: Json & { note: string }) =>
        decide({ kind: `transfer.${name}`, transferId, note: options.note.slice(0, 255) }, options),
      );
  }
  command
    .command('set-destination')
    .description('say where it goes, before it is in a bank file')
    .argument('<id>')
    .requiredOption('--clabe <clabe>', 'the account, 18 digits; of a transfer of coins the address')
    .option('--holder <name>', 'whose account it is; coins need none', '')
    .option('--bank <name>', 'for a bank that is not known by its digits')
    .action((transferId: string, options: Json & { clabe: string; holder: string; bank?: string }) => {
      const { clabe, holder, bank = null } = options;
      return decide({ kind: 'transfer.destination', transferId, clabe, holder, bank }, options);
    });
  command
    .command('link')
    .description('a new link with which the customer says where it goes, for you to hand over; the one before ends')
    .argument('<id>')
    .option('--send', 'by e-mail to the address of the order instead, so that nobody else sees it')
    .action((transferId: string, options: Json & { send?: boolean }) =>
      withService(async (deps) => {
        const call = { transferId, actor: operator() };
        if (options.send === true) await sendLink(deps, call);
        const link = options.send === true ? 'sent by e-mail' : await showLink(deps, call);
        printOne({ transfer: transferId, link }, options);
      }),
    );
}

type TransferAct = ActOf<'transfer.confirm' | 'transfer.lend' | 'transfer.bounce' | 'transfer.destination'>;

function transferRecord(transfer: Transfer) {
  const { destination } = transfer;
  return {
    id: formatTransferId(transfer.id),
    mode: transfer.scope.mode,
    state: statusOf(transfer),
    reason: transfer.reason,
    amount: toDecimal(transfer.amount),
    coin: transfer.coin,
    clabe: destination?.clabe ?? null,
    holder: destination?.holder ?? null,
    bank: destination?.bank ?? null,
    tracking_key: transfer.trackingKey,
    note: transfer.note,
    batch: transfer.batchId,
    account: transfer.scope.accountId,
    order: transfer.orderId === null ? null : formatOrderId(transfer.orderId),
    source: transfer.sourceId,
    decided_by: transfer.decidedBy,
    destination_by: transfer.destinationBy,
    created_at: isoTime(transfer.createdAt),
    destination_at: isoTime(transfer.destinationAt),
    exported_at: isoTime(transfer.exportedAt),
    sent_at: isoTime(transfer.sentAt),
    confirmed_at: isoTime(transfer.confirmedAt),
    bounced_at: isoTime(transfer.bouncedAt),
  };
}

function lostLine({ id, scope, reason, orderId, state, amount, destination, trackingKey }: LostTransfer): Printable {
  return {
    id: formatTransferId(id),
    account: scope.accountId,
    state,
    reason,
    amount: toDecimal(amount),
    clabe: destination?.clabe ?? null,
    holder: destination?.holder ?? null,
    tracking_key: trackingKey,
    order: orderId === null ? null : formatOrderId(orderId),
  };
}

function transferLine(transfer: Transfer): Printable {
  const { id, state, reason, amount, clabe, holder, batch, created_at } = transferRecord(transfer);
  return { id, state, reason, amount, clabe, holder, batch, created_at };
}
