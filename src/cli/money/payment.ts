// cobro payment: shows received payments, and lets an operator decide about odd ones (D43).

import { Command, Option } from 'commander';
import { requirePayment } from '../../actions/money/decide-payment.js';
import { type Suggestion, suggestOrders } from '../../actions/money/suggest-orders.js';
import { formatOrderId } from '../../domain/base/identity.js';
import { modeOf } from '../../domain/base/mode.js';
import { toDecimal } from '../../domain/base/money.js';
import { PAYMENT_STATES, type Payment, type PaymentState, stateOf } from '../../domain/money/payment.js';
import { FLAG_TEXTS, SUGGESTION_TEXTS } from '../../domain/money/texts.js';
import type { ActOf } from '../../domain/people/act.js';
import { listPayments } from '../../store/money/payments.js';
import { actAtTerminal } from '../act.js';
import type { CommandContext } from '../context.js';
import { isoTime, type Printable, print, printMany, printOne } from '../output.js';

type Json = { json?: boolean };
type ListOptions = Json & { state?: PaymentState; live?: boolean; trackingKey?: string };

const LISTED = 100;

export function paymentCommand(context: CommandContext): Command {
  const command = new Command('payment');
  addReading(command, context);
  addDecisions(command, context);
  return command;
}

function addReading(command: Command, { withDeps }: CommandContext): void {
  command
    .command('list')
    .description(`the newest ${LISTED} payments`)
    .addOption(new Option('--state <state>', 'where some of it is').choices([...PAYMENT_STATES]))
    .option('--live', 'in live mode (default: test mode)')
    .option('--tracking-key <key>', 'a customer claims it: clave de rastreo, or the transaction id of the till')
    .action((options: ListOptions) =>
      withDeps(async ({ db }) => {
        const payments = await listPayments(db, {
          state: options.state ?? null,
          mode: modeOf(options.live ?? false),
          trackingKey: options.trackingKey ?? null,
          limit: LISTED,
        });
        printMany(payments.map(options.json ? paymentRecord : paymentLine), options, 'No such payments.');
      }),
    );
  command
    .command('show')
    .description('one payment; with the orders that unmatched money might be for')
    .argument('<id>')
    .action((id: string, options: Json) =>
      withDeps(async (deps) => {
        const payment = await requirePayment(deps, id);
        const isOrderless = payment.orderId === null && (payment.unmatched > 0n || payment.held > 0n);
        const candidates = (isOrderless ? await suggestOrders(deps, payment) : []).map(candidateLine);
        if (options.json) return printOne({ ...paymentRecord(payment), candidates }, options);
        printOne(paymentRecord(payment), options);
        if (!isOrderless) return;
        print('');
        printMany(candidates, options, 'No order looks like the one it is for.');
      }),
    );
}

function addDecisions(command: Command, { withService }: CommandContext): void {
  const decide = (act: PaymentAct, options: Json) =>
    withService(async (deps) => {
      const done = await actAtTerminal(deps, act, options);
      if (done !== null) printOne(paymentRecord(done.result), options);
    });
  command
    .command('match')
    .description('give unmatched money, or held money without an order, to an order')
    .argument('<id>')
    .requiredOption('--order <id>', 'the order, ch_…')
    .action((paymentId: string, options: Json & { order: string }) =>
      decide({ kind: 'payment.match', paymentId, orderId: options.order }, options),
    );
  for (const [name, text] of [
    ['accept', 'give held or surplus money to the merchant'],
    ['return', 'send held, surplus or unmatched money back, with a transfer'],
  ] as const) {
    command
      .command(name)
      .description(text)
      .argument('<id>')
      .action((paymentId: string, options: Json) => decide({ kind: `payment.${name}`, paymentId }, options));
  }
  for (const [name, kind, text] of [
    [
      'take-back',
      'payment.take_back',
      'undo a wrong match: its order is open again, and the money waits for the right one',
    ],
    ['void', 'payment.void', 'undo a booking that the rail never had'],
  ] as const) {
    command
      .command(name)
      .description(text)
      .argument('<id>')
      .requiredOption('--note <text>', 'why, for the audit log')
      .action((paymentId: string, options: Json & { note: string }) =>
        decide({ kind, paymentId, note: options.note }, options),
      );
  }
}

type PaymentAct = ActOf<'payment.match' | 'payment.accept' | 'payment.return' | 'payment.take_back' | 'payment.void'>;

export function paymentRecord(payment: Payment) {
  return {
    id: payment.id,
    mode: payment.mode,
    state: stateOf(payment),
    flags: payment.flags.join(' '),
    amount: toDecimal(payment.amount),
    applied: toDecimal(payment.applied),
    surplus: toDecimal(payment.surplus),
    held: toDecimal(payment.held),
    unmatched: toDecimal(payment.unmatched),
    returned: toDecimal(payment.returned),
    kind: payment.kind,
    network: payment.network,
    tracking_key: payment.trackingKey,
    destination: payment.destination,
    payer_name: payment.payerName,
    payer_account: payment.payerAccount,
    account: payment.accountId,
    order: payment.orderId === null ? null : formatOrderId(payment.orderId),
    told_again: payment.repeats,
    paid_at: isoTime(payment.paidAt),
    received_at: isoTime(payment.receivedAt),
    updated_at: isoTime(payment.updatedAt),
    told_differently: payment.differing,
    why: reasonsOf(payment),
  };
}

/** Why the money is where it is, and whether its rail contradicts itself. */
function reasonsOf({ flags, differing }: Payment): string {
  const reasons = flags.map((flag) => FLAG_TEXTS.en[flag]);
  if (differing > 0) reasons.push(`told again with other facts (cobro rail notices --state differs)`);
  return reasons.join('; ');
}

function paymentLine(payment: Payment): Printable {
  const { id, state, flags, amount, tracking_key, destination, order, paid_at, why } = paymentRecord(payment);
  return { id, state, flags, amount, tracking_key, destination, order, paid_at, why };
}

function candidateLine({ order, why }: Suggestion): Printable {
  return {
    order: formatOrderId(order.uuid),
    account: order.scope.accountId,
    status: order.status,
    amount: toDecimal(order.amount),
    received: toDecimal(order.received),
    customer: order.customer.name,
    why: why.map((reason) => SUGGESTION_TEXTS.en[reason]).join('; '),
  };
}
