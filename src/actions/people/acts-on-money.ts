// The acts that move money (D81): what each would do, as far as the database tells it now, and how it is done.
import type { Deps } from '../../deps.js';
import type { Scope } from '../../domain/accounts/account.js';
import { formatOrderId, parseOrderId } from '../../domain/base/identity.js';
import { isLive } from '../../domain/base/mode.js';
import { toDecimal } from '../../domain/base/money.js';
import { PAYMENT_STATES, type Payment } from '../../domain/money/payment.js';
import {
  type ActDoings,
  type ActOf,
  amountOf,
  type Facts,
  type Foreseen,
  type Part,
  told,
} from '../../domain/people/act.js';
import { clabeDigits } from '../../domain/transfers/payee-account.js';
import { formatTransferId, statusOf, type Transfer } from '../../domain/transfers/transfer.js';
import { AppError } from '../../errors/errors.js';
import { type LostTransfer, listLost } from '../../store/keeping/restores.js';
import { listKept, sumBookable } from '../../store/money/statements/rail-lines.js';
import { findOwner } from '../../store/orders/orders.js';
import { adjustBooks } from '../money/adjust-books.js';
import { applyList } from '../money/apply-list.js';
import { acceptPayment, matchPayment, requirePayment, returnPayment } from '../money/decide-payment.js';
import { requireReconciliation } from '../money/reconcile-list.js';
import { takeBackPayment, voidPayment } from '../money/undo-payment.js';
import { bounceTransfer, confirmTransfer, lendTransfer, requireTransfer } from '../transfers/change-transfer.js';
import { createPayout, ownAccount } from '../transfers/create-payout.js';
import { acknowledgeRestore, listDoubtful } from '../transfers/files-after-restore.js';
import { importResults, withTransfers } from '../transfers/import-results.js';
import { foreseeMany, payMany } from '../transfers/pay-many.js';
import { setPayeeAccount } from '../transfers/set-payee-account.js';

export type MoneyDeps = Pick<
  Deps,
  'db' | 'clock' | 'random' | 'settings' | 'vault' | 'log' | 'metrics' | 'matcher' | 'mailer' | 'clabes'
>;

type Reading = Pick<Deps, 'db'>;

/** A file has thousands of lines; the second person sees these and the sum of all. */
const LINES_SHOWN = 50;

async function foreseePayment(deps: Reading, { paymentId }: { readonly paymentId: string }): Promise<Foreseen> {
  const payment = await requirePayment(deps, paymentId);
  return ofPayment(payment, payment.accountId, { order: payment.orderId });
}

async function foreseeMatch(deps: Reading, act: ActOf<'payment.match'>): Promise<Foreseen> {
  const payment = await requirePayment(deps, act.paymentId);
  const order = parseOrderId(act.orderId);
  const owner = order === null ? null : await findOwner(deps.db, order);
  return ofPayment(payment, owner?.accountId ?? payment.accountId, { order });
}

async function foreseeReturn(deps: Reading, { paymentId }: { readonly paymentId: string }): Promise<Foreseen> {
  const payment = await requirePayment(deps, paymentId);
  const { accountId, orderId, payerAccount, payerName } = payment;
  return ofPayment(payment, accountId, { order: orderId, destination: payerAccount, holder: payerName });
}

function ofPayment(
  payment: Payment,
  accountId: string | null,
  more: { readonly order: string | null; readonly destination?: string | null; readonly holder?: string | null },
): Foreseen {
  const { order, destination = null, holder = null } = more;
  const parts = PAYMENT_STATES.filter((state) => payment[state] > 0n);
  return {
    isLive: isLive(payment.mode),
    parts: [{ accountId, destination, amount: payment.amount }],
    facts: told({
      payment: payment.id,
      tracking_key: payment.trackingKey,
      amount: toDecimal(payment.amount),
      state: parts.map((state) => `${state} ${toDecimal(payment[state])}`).join(', '),
      mode: payment.mode,
      merchant: accountId,
      order: order === null ? null : formatOrderId(order),
      destination,
      holder,
    }),
  };
}

async function foreseeAdjustment(_deps: Reading, act: ActOf<'ledger.adjust'>): Promise<Foreseen> {
  const { scope, from, to, reason, evidence } = act;
  const amount = BigInt(act.amount);
  return {
    isLive: isLive(scope.mode),
    parts: [{ accountId: scope.accountId, destination: null, amount }],
    facts: told({ merchant: scope.accountId, mode: scope.mode, amount: toDecimal(amount), from, to, reason, evidence }),
  };
}

/** A payout goes to the account that the merchant named. To another one it needs the second person, whatever the amount. */
async function foreseePayout(deps: Reading & Pick<Deps, 'clock'>, act: ActOf<'payout.create'>): Promise<Foreseen> {
  const { scope } = act;
  const amount = BigInt(act.amount);
  const own = await ownAccount(deps.db, scope, deps.clock.now());
  const destination = act.destination ?? own;
  return {
    isLive: isLive(scope.mode),
    parts: [{ accountId: scope.accountId, destination: clabeOf(destination), amount }],
    ...elsewhere(told({ ...ofScope(scope), amount: toDecimal(amount), ...ofPayee(destination) }), own),
  };
}

function elsewhere(facts: Facts, own: Payee | null): Pick<Foreseen, 'facts' | 'isUnusual'> {
  if (own === null || facts.destination === own.clabe) return { facts };
  return { facts: { ...facts, own_account: own.clabe }, isUnusual: true };
}

/** What may go out once files are made again: the second person sees it, and approves no other. */
async function foreseeResume(deps: Reading, { moment }: ActOf<'transfer.resume'>): Promise<Foreseen> {
  const open = await listDoubtful(deps.db, Date.parse(moment));
  const parts = open.map((transfer) => partOf(transfer, transfer.destination));
  const lines = open.map(({ id, amount }) => `${formatTransferId(id)} ${toDecimal(amount)}`);
  const lost = await listLost(deps.db);
  return {
    isLive: true,
    parts,
    facts: told({
      state: moment,
      lines: String(open.length),
      amount: toDecimal(amountOf({ parts })),
      details: lines.slice(0, LINES_SHOWN).join('\n'),
      lost: lost === null ? '?' : lostLines(lost).join('\n'),
    }),
  };
}

/** With how many there are, if these are not all. */
function lostLines(lost: readonly LostTransfer[]): string[] {
  const lines = lost.slice(0, LINES_SHOWN).map(({ id, state, amount, destination: to }) => {
    const payee = to === null ? [] : [clabeOf(to), to.holder];
    return [formatTransferId(id), state, toDecimal(amount), ...payee].join(' ');
  });
  return lost.length > lines.length ? [...lines, `… ${lost.length}`] : lines;
}

async function foreseeTransfer(deps: Reading, act: { readonly transferId: string }): Promise<Foreseen> {
  const transfer = await requireTransfer(deps.db, act);
  return ofTransfer(transfer, transfer.destination);
}

async function foreseeDestination(
  deps: Reading & Pick<Deps, 'clock'>,
  act: ActOf<'transfer.destination'>,
): Promise<Foreseen> {
  const transfer = await requireTransfer(deps.db, act);
  const foreseen = ofTransfer(transfer, act);
  if (transfer.reason !== 'payout') return foreseen;
  return { ...foreseen, ...elsewhere(foreseen.facts, await ownAccount(deps.db, transfer.scope, deps.clock.now())) };
}

type Payee = { readonly clabe: string; readonly holder: string; readonly bank: string | null };

function ofTransfer(transfer: Transfer, payee: Payee | null): Foreseen {
  const { scope, orderId } = transfer;
  return {
    isLive: isLive(scope.mode),
    parts: [partOf(transfer, payee)],
    facts: told({
      transfer: formatTransferId(transfer.id),
      amount: toDecimal(transfer.amount),
      state: statusOf(transfer),
      reason: transfer.reason,
      ...ofScope(scope),
      order: orderId === null ? null : formatOrderId(orderId),
      ...ofPayee(payee),
      tracking_key: transfer.trackingKey,
    }),
  };
}

/** A line that only says that the bank has sent something moves nothing. One that would be refused moves nothing, either. */
async function foreseeResults(deps: Reading, act: ActOf<'transfer.results'>): Promise<Foreseen> {
  const parts: Part[] = [];
  const lines: string[] = [];
  for await (const [{ transferId, status, trackingKey }, transfer] of withTransfers(deps, act.results)) {
    if (transfer === null || !isLive(transfer.scope.mode)) continue;
    const told = status === 'sent' && trackingKey === null ? 'confirmed' : status;
    if (told !== 'sent') parts.push(partOf(transfer, transfer.destination));
    lines.push(`${transferId} ${told} ${toDecimal(transfer.amount)} ${transfer.destination?.clabe ?? ''}`.trim());
  }
  const file = `${act.file} (SHA-256 ${act.digest})`;
  const facts = {
    file,
    format: act.format ?? null,
    lines: String(act.results.length),
    amount: toDecimal(amountOf({ parts })),
  };
  return {
    isLive: lines.length > 0,
    parts,
    facts: told({ ...facts, details: lines.slice(0, LINES_SHOWN).join('\n') }),
  };
}

/** What would be booked, of the whole list: the page shows only some of it. */
async function foreseeReconciliation(deps: Reading, act: ActOf<'reconciliation.apply'>): Promise<Foreseen> {
  const { id, isKept, mode, fileName, formatName } = await requireReconciliation(deps, act.id);
  if (!isKept) throw new AppError('list_not_kept');
  const { count, sum: amount } = await sumBookable(deps.db, id, act.alsoLines);
  const first = await listKept(deps.db, { id, after: 0, also: act.alsoLines }, LINES_SHOWN);
  return {
    isLive: isLive(mode),
    parts: [{ accountId: null, destination: null, amount }],
    facts: told({
      file: `${fileName} (SHA-256 ${act.digest})`,
      format: formatName,
      mode,
      lines: String(count),
      amount: toDecimal(amount),
      details: first.map((line) => `${line.text} ${toDecimal(line.amount)}`).join('\n'),
    }),
  };
}

function partOf({ scope, amount }: Transfer, payee: Payee | null): Part {
  return { accountId: scope.accountId, destination: clabeOf(payee), amount };
}

function clabeOf(payee: Payee | null): string | null {
  return payee === null ? null : clabeDigits(payee.clabe);
}

function ofScope({ accountId, mode }: Scope): Facts {
  return { merchant: accountId, mode };
}

function ofPayee(payee: Payee | null) {
  return { destination: clabeOf(payee), holder: payee?.holder ?? null, bank: payee?.bank ?? null };
}

export const ACTS_ON_MONEY = {
  'payment.match': {
    foresee: foreseeMatch,
    run: (deps, act, actor) => matchPayment(deps, { ...act, actor }),
  },
  'payment.accept': {
    foresee: foreseePayment,
    run: (deps, act, actor) => acceptPayment(deps, { ...act, actor }),
  },
  'payment.return': {
    foresee: foreseeReturn,
    run: (deps, act, actor) => returnPayment(deps, { ...act, actor }),
  },
  'payment.take_back': {
    foresee: foreseePayment,
    run: (deps, act, actor) => takeBackPayment(deps, { ...act, actor }),
  },
  'payment.void': {
    foresee: foreseePayment,
    run: (deps, act, actor) => voidPayment(deps, { ...act, actor }),
  },
  'payout.create': {
    foresee: foreseePayout,
    run: (deps, act, actor) => createPayout(deps, { ...act, amount: BigInt(act.amount), actor }),
  },
  'payout.many': { foresee: foreseeMany, run: payMany },
  'ledger.adjust': {
    foresee: foreseeAdjustment,
    run: (deps, act, actor) => adjustBooks(deps, { ...act, amount: BigInt(act.amount), actor }),
  },
  'transfer.destination': {
    foresee: foreseeDestination,
    run: (deps, act, actor) => setPayeeAccount(deps, { ...act, actor }),
  },
  'transfer.confirm': {
    foresee: foreseeTransfer,
    run: (deps, act, actor) => confirmTransfer(deps, { ...act, actor, isCorrection: true }),
  },
  'transfer.bounce': {
    foresee: foreseeTransfer,
    run: (deps, act, actor) => bounceTransfer(deps, { ...act, actor, isCorrection: true }),
  },
  'transfer.lend': {
    foresee: foreseeTransfer,
    run: (deps, act, actor) => lendTransfer(deps, { ...act, actor }),
  },
  'transfer.resume': {
    foresee: foreseeResume,
    run: (deps, act, actor) => acknowledgeRestore(deps, { ...act, actor }),
  },
  'transfer.results': {
    foresee: foreseeResults,
    run: (deps, act, actor) => importResults(deps, act.results, actor),
  },
  'reconciliation.apply': {
    foresee: foreseeReconciliation,
    run: (deps, act, actor) => applyList(deps, { ...act, actor }),
  },
} satisfies ActDoings<MoneyDeps>;
