// Decisions about odd money (D43): the operator's about any of it, a merchant's about their own (D75). Each decision is
// one transaction: it locks the order, then the payment, then writes everything, with a line in the audit log.

import type { Deps } from '../../deps.js';
import { HOUSE_ACCOUNT, type Scope } from '../../domain/accounts/account.js';
import { formatOrderId, isUuid, parseOrderId } from '../../domain/base/identity.js';
import { toDecimal } from '../../domain/base/money.js';
import type { AuditAction } from '../../domain/keeping/audit-actions.js';
import type { ApplyTerms } from '../../domain/money/apply-payment.js';
import {
  acceptMoney,
  type Decision,
  isMatchable,
  type KeepingTerms,
  matchMoney,
  returnMoney,
} from '../../domain/money/decide.js';
import { doubtsOf, type Payment, stateOf } from '../../domain/money/payment.js';
import { DEFAULT_POLICIES, policiesFor } from '../../domain/money/policy.js';
import type { Order } from '../../domain/orders/order.js';
import { coinOfPayment } from '../../domain/transfers/coin-payee.js';
import { AppError } from '../../errors/errors.js';
import { listFees } from '../../store/accounts/accounts.js';
import type { Queryable } from '../../store/db.js';
import { appendAudit } from '../../store/keeping/audit.js';
import { findLastRestore } from '../../store/keeping/restores.js';
import { writeBooks } from '../../store/money/books.js';
import { findPayment, listPaymentsOf, lockPayment } from '../../store/money/payments.js';
import { type Candidate, lockOrder } from '../../store/orders/order-locks.js';
import { findOwner } from '../../store/orders/orders.js';
import { type Answered, answerInTransaction, type Repeatable } from '../orders/answer-once.js';
import { orderTime } from '../orders/order-time.js';
import type { IssuedTransfer } from '../transfers/customer-link.js';
import { addTransfer, payerOf } from '../transfers/new-transfer.js';
import { commonTermsOf } from './match-payments.js';

type DecideDeps = Pick<Deps, 'db' | 'clock' | 'random' | 'settings' | 'vault' | 'mailer' | 'clabes'>;
type PaymentCall = {
  readonly paymentId: string;
  readonly actor: string;
  /** Why, in the words of whoever decides. */
  readonly note?: string;
  /** The merchant who decides. Without it the operator does, who may decide about any payment. */
  readonly scope?: Scope;
};

/** A payment after a decision, with the transfer that returns its money; null if none does. */
export type DecidedPayment = { readonly payment: Payment; readonly returned: IssuedTransfer | null };

/** Another merchant's payment is unknown (D19), and so is money that belongs to nobody yet. */
export async function requirePayment(deps: { readonly db: Queryable }, id: string, scope?: Scope): Promise<Payment> {
  const payment = isUuid(id) ? await findPayment(deps.db, id) : null;
  const isOwn = scope === undefined || (payment?.accountId === scope.accountId && payment.mode === scope.mode);
  if (payment === null || !isOwn) throw new AppError('unknown_payment', { id });
  return payment;
}

/** Applies unmatched money, or a customer's held money that has no order, to this order. */
export async function matchPayment(deps: DecideDeps, call: PaymentCall & { orderId: string }): Promise<Payment> {
  const found = await requirePayment(deps, call.paymentId);
  requireMatchable(found);
  const uuid = parseOrderId(call.orderId);
  const scope = uuid === null ? null : await findOwner(deps.db, uuid);
  if (uuid === null || scope === null) throw new AppError('unknown_order', { id: call.orderId });
  if (scope.mode !== found.mode) throw new AppError('mode_mismatch');
  if (found.accountId !== null && found.accountId !== scope.accountId)
    throw new AppError('merchant_mismatch', { account: found.accountId });

  return deps.db.transaction(async (tx) => {
    const candidate = await lockOrder(tx, scope, uuid);
    if (candidate === null) throw new Error('an order vanished');
    const payment = await lockSame(tx, found);
    requireMatchable(payment);
    const { order } = candidate;
    const policies = policiesFor(candidate.policies, payment, await findLastRestore(tx));
    const decision = matchMoney(order, payment, await termsFor(deps, tx, { order, policies }));
    return (await write(deps, tx, { decision, before: payment, scope, order, action: 'payment.match', call })).payment;
  });
}

/** Gives held or surplus money to the merchant. */
export async function acceptPayment(deps: DecideDeps, call: PaymentCall): Promise<Payment> {
  return (await deps.db.transaction((tx) => decide(deps, tx, call, ACCEPT))).payment;
}

/** Decides that held, surplus or unmatched money goes back to its payer. */
export async function returnPayment(deps: DecideDeps, call: PaymentCall): Promise<Payment> {
  return (await deps.db.transaction((tx) => decide(deps, tx, call, RETURN))).payment;
}

/** A merchant's decision about their own money, which they may repeat (D40). */
export function decideOwnPayment(
  deps: DecideDeps,
  call: PaymentCall & { readonly scope: Scope; readonly choice: 'accept' | 'return' },
  repeat: Repeatable<DecidedPayment> | null,
): Promise<Answered<DecidedPayment>> {
  const deciding = call.choice === 'accept' ? ACCEPT : RETURN;
  return answerInTransaction(deps, repeat, (tx) => decide(deps, tx, call, deciding));
}

type Deciding = {
  readonly action: AuditAction;
  readonly nothing: 'nothing_to_accept' | 'nothing_to_return';
  of(deps: DecideDeps, tx: Queryable, odd: OddMoney): Promise<Decision | null>;
};

type OddMoney = { readonly order: Order | null; readonly payment: Payment; readonly terms: ApplyTerms };

const ACCEPT: Deciding = {
  action: 'payment.accept',
  nothing: 'nothing_to_accept',
  async of(deps, tx, odd) {
    const { order, payment, terms } = odd;
    if (payment.unmatched > 0n) throw new AppError('unmatched_money');
    return acceptMoney(order, payment, { ...terms, keeping: await keepingTermsFor(deps, tx, odd) });
  },
};

/**
 * The merchant's terms of now: an order keeps only the fee that it was made with. Without an order the money came to a
 * customer's CLABE. The fixed part is borne once, by the paid order or by the first of its money that is kept (D86).
 */
async function keepingTermsFor(
  { settings }: DecideDeps,
  tx: Queryable,
  { order, payment }: OddMoney,
): Promise<KeepingTerms> {
  const method = order?.method ?? 'spei';
  const own = payment.accountId === null ? {} : await listFees(tx, payment.accountId);
  const schedule = own[method] ?? settings.defaultFees[method];
  const ofOrder = order === null ? [payment] : await listPaymentsOf(tx, order.scope, order.uuid);
  const isFixedBorne = order?.status === 'paid' || ofOrder.some(({ accepted }) => accepted.fee.amount > 0n);
  const { ivaBasisPoints } = settings;
  return { schedule: isFixedBorne ? { ...schedule, fixed: 0n } : schedule, ivaBasisPoints };
}

const RETURN: Deciding = {
  action: 'payment.return',
  nothing: 'nothing_to_return',
  of: async (_deps, _tx, { order, payment, terms }) => returnMoney(order, payment, terms.now),
};

async function decide(
  deps: DecideDeps,
  tx: Queryable,
  call: PaymentCall,
  { action, nothing, of }: Deciding,
): Promise<DecidedPayment> {
  const found = await requirePayment({ db: tx }, call.paymentId, call.scope);
  const scope = { accountId: found.accountId ?? HOUSE_ACCOUNT, mode: found.mode };
  const candidate = found.orderId === null ? null : await lockOrder(tx, scope, found.orderId);
  const payment = await lockSame(tx, found);
  // A slip of the rail would make its merchant rich: who gains by the decision must not be the one to take it (D73, D90).
  if (call.scope !== undefined && doubtsOf(payment).length > 0)
    throw new AppError('operator_decides', { id: payment.id });
  const order = candidate?.order ?? null;
  const decision = await of(deps, tx, { order, payment, terms: await termsFor(deps, tx, candidate) });
  if (decision === null) throw refusal(nothing, payment, order);
  return write(deps, tx, { decision, before: payment, scope, order, action, call });
}

/** Locks the payment. It must still have the same order, because the order was locked first. */
export async function lockSame(tx: Queryable, found: Payment): Promise<Payment> {
  const payment = await lockPayment(tx, found.id);
  if (payment === null || payment.orderId !== found.orderId || payment.accountId !== found.accountId)
    throw new AppError('payment_changed');
  return payment;
}

function requireMatchable(payment: Payment): void {
  if (isMatchable(payment)) return;
  const { id, orderId } = payment;
  if (orderId === null) throw new AppError('not_matchable', { id, state: stateOf(payment) });
  throw new AppError('already_matched', { id, order: formatOrderId(orderId) });
}

function refusal(nothing: Deciding['nothing'], payment: Payment, order: Order | null): AppError {
  if (order?.status === 'pending' && payment.applied > 0n)
    return new AppError('order_still_waits', { order: formatOrderId(order.uuid) });
  return new AppError(nothing, { id: payment.id, state: stateOf(payment) });
}

/** Manual decisions use the account's policies and the order's own clock, as notices do. */
async function termsFor(deps: DecideDeps, tx: Queryable, candidate: Candidate | null): Promise<ApplyTerms> {
  const now = candidate === null ? deps.clock.now() : await orderTime(deps, tx, candidate.order);
  return {
    ...commonTermsOf(deps.settings),
    policies: candidate?.policies ?? DEFAULT_POLICIES,
    now,
  };
}

type Writing = {
  readonly decision: Decision;
  readonly before: Payment;
  readonly scope: Scope;
  readonly order: Order | null;
  readonly action: AuditAction;
  readonly call: PaymentCall;
};

async function write(deps: DecideDeps, tx: Queryable, writing: Writing): Promise<DecidedPayment> {
  const { decision, before, scope, action, call } = writing;
  const { payment, events } = decision;
  const orderId = writing.order?.uuid ?? null;
  const now = deps.clock.now();
  const house = { accountId: HOUSE_ACCOUNT, mode: scope.mode };
  const returned = await returnTransfer(deps, tx, writing);
  await writeBooks(
    { tx, clock: deps.clock },
    {
      orders: decision.order === null ? [] : [{ order: decision.order, events }],
      entries: decision.entries.map((entry) => ({
        scope: entry.in === 'house' ? house : scope,
        id: deps.random.uuid(now),
        kind: entry.kind,
        orderId: entry.in === 'house' ? null : orderId,
        paymentId: payment.id,
        transferId: entry.postings.to_return === undefined ? null : (returned?.transfer.id ?? null),
        actor: call.actor,
        postings: entry.postings,
        createdAt: now,
      })),
      payments: [payment],
    },
  );
  await appendAudit(tx, deps, {
    at: now,
    actor: call.actor,
    action,
    subject: payment.id,
    details: {
      amount: toDecimal(payment.amount),
      from: stateOf(before),
      to: stateOf(payment),
      account: scope.accountId === HOUSE_ACCOUNT ? null : scope.accountId,
      order: orderId === null ? null : formatOrderId(orderId),
      ...(returned !== null && { transfer: returned.transfer.id }),
      ...(call.note !== undefined && { note: call.note }),
    },
  });
  return { payment, returned };
}

/** The transfer of what the decision returns. A match can return money too, if that is the merchant's policy. */
async function returnTransfer(
  deps: DecideDeps,
  tx: Queryable,
  { decision: { payment }, before, scope, order, call }: Writing,
): Promise<IssuedTransfer | null> {
  const amount = payment.returned - before.returned;
  if (amount === 0n) return null;
  return addTransfer(deps, tx, {
    scope,
    reason: 'return',
    sourceId: payment.id,
    orderId: order?.uuid ?? null,
    amount,
    coin: coinOfPayment(payment, order),
    decidedBy: call.actor,
    destination: await payerOf(deps, tx, payment, { scope, order }),
  });
}
