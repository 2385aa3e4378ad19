// An operator's decisions about odd money (D43). Each decision is one transaction: it locks the order, then the
// payment, then writes everything, with a line in the audit log.

import type { Deps } from '../deps.js';
import { HOUSE_ACCOUNT, type Scope } from '../domain/account.js';
import type { ApplyTerms } from '../domain/apply-payment.js';
import { acceptMoney, type Decision, isMatchable, matchMoney, returnMoney } from '../domain/decide.js';
import { formatOrderId, isUuid, parseOrderId } from '../domain/identity.js';
import { toDecimal } from '../domain/money.js';
import type { Order } from '../domain/order.js';
import { type Payment, stateOf } from '../domain/payment.js';
import { DEFAULT_POLICIES } from '../domain/policy.js';
import { AppError } from '../errors.js';
import { appendAudit } from '../store/accounts/audit.js';
import type { Queryable } from '../store/db.js';
import { writeOrderChanges } from '../store/money/books.js';
import { findPayment, lockPayment } from '../store/money/payments.js';
import { type Candidate, lockOrder } from '../store/orders/order-locks.js';
import { findOwner } from '../store/orders/order-owner.js';
import { houseTermsOf } from './house-terms.js';
import { orderTime } from './order-time.js';

type DecideDeps = Pick<Deps, 'db' | 'clock' | 'random' | 'settings' | 'vault'>;
export type PaymentCall = { readonly paymentId: string; readonly actor: string };

export async function requirePayment(deps: Pick<Deps, 'db'>, id: string): Promise<Payment> {
  const payment = isUuid(id) ? await findPayment(deps.db, id) : null;
  if (payment === null) throw new AppError('unknown_payment', { id });
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
    const decision = matchMoney(candidate.order, payment, await termsFor(deps, tx, candidate));
    return write(deps, tx, { decision, before: payment, scope, orderId: uuid, action: 'payment.match', call });
  });
}

/** Gives held or surplus money to the merchant. */
export function acceptPayment(deps: DecideDeps, call: PaymentCall): Promise<Payment> {
  return decide(deps, call, {
    action: 'payment.accept',
    nothing: 'nothing_to_accept',
    of: async (tx, candidate, payment) => {
      if (payment.unmatched > 0n) throw new AppError('unmatched_money');
      return acceptMoney(candidate?.order ?? null, payment, await termsFor(deps, tx, candidate));
    },
  });
}

/** Marks held, surplus or unmatched money as returned. The operator must have the rail send it back. */
export function returnPayment(deps: DecideDeps, call: PaymentCall): Promise<Payment> {
  return decide(deps, call, {
    action: 'payment.return',
    nothing: 'nothing_to_return',
    of: async (tx, candidate, payment) =>
      returnMoney(candidate?.order ?? null, payment, (await termsFor(deps, tx, candidate)).now),
  });
}

type Deciding = {
  readonly action: string;
  readonly nothing: 'nothing_to_accept' | 'nothing_to_return';
  of(tx: Queryable, candidate: Candidate | null, payment: Payment): Promise<Decision | null>;
};

async function decide(deps: DecideDeps, call: PaymentCall, { action, nothing, of }: Deciding): Promise<Payment> {
  const found = await requirePayment(deps, call.paymentId);
  const scope = { accountId: found.accountId ?? HOUSE_ACCOUNT, mode: found.mode };
  return deps.db.transaction(async (tx) => {
    const candidate = found.orderId === null ? null : await lockOrder(tx, scope, found.orderId);
    const payment = await lockSame(tx, found);
    const decision = await of(tx, candidate, payment);
    if (decision === null) throw refusal(nothing, payment, candidate?.order ?? null);
    return write(deps, tx, { decision, before: payment, scope, orderId: payment.orderId, action, call });
  });
}

/** Locks the payment. It must still have the same order, because the order was locked first. */
async function lockSame(tx: Queryable, found: Payment): Promise<Payment> {
  const payment = await lockPayment(tx, found.id);
  if (payment === null || payment.orderId !== found.orderId) throw new AppError('payment_changed');
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
    ...houseTermsOf(deps.settings),
    policies: candidate?.policies ?? DEFAULT_POLICIES,
    now,
  };
}

type Writing = {
  readonly decision: Decision;
  readonly before: Payment;
  readonly scope: Scope;
  readonly orderId: string | null;
  readonly action: string;
  readonly call: PaymentCall;
};

async function write(deps: DecideDeps, tx: Queryable, writing: Writing): Promise<Payment> {
  const { decision, before, scope, orderId, action, call } = writing;
  const { order, payment, events } = decision;
  const now = deps.clock.now();
  const house = { accountId: HOUSE_ACCOUNT, mode: scope.mode };
  await writeOrderChanges(tx, {
    orders: order === null ? [] : [{ order, events }],
    entries: decision.entries.map((entry) => ({
      scope: entry.in === 'house' ? house : scope,
      id: deps.random.uuid(now),
      kind: entry.kind,
      orderId: entry.in === 'house' ? null : orderId,
      paymentId: payment.id,
      postings: entry.postings,
      createdAt: now,
    })),
    payments: [payment],
  });
  await appendAudit(tx, deps.vault, {
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
    },
  });
  return payment;
}
