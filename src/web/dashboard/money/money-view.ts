// Reads what the pages about money show.
import { summarizeStatement } from '../../../actions/money/make-statement.js';
import type { Deps } from '../../../deps.js';
import type { Scope } from '../../../domain/accounts/account.js';
import { mexicoDay } from '../../../domain/base/mexico-day.js';
import { oddMoney } from '../../../domain/money/decide.js';
import { daysIn, daysOfMonth, monthAfter } from '../../../domain/money/month.js';
import type { Payment } from '../../../domain/money/payment.js';
import type { Order } from '../../../domain/orders/order.js';
import type { OrderChoice } from '../../../domain/orders/order-view.js';
import { AppError } from '../../../errors/errors.js';
import { listMerchantPayments, listPaymentsOfOrders } from '../../../store/money/merchant-payments.js';
import { foliosOf, ordersById, pageOfOrders } from '../../../store/orders/order-pages.js';
import type { Waiting } from './review-pages.js';
import type { StatementView } from './statement-page.js';
import type { Month } from './statements-page.js';

type ViewDeps = Pick<Deps, 'db' | 'orders'>;
type AboutOrders = readonly { readonly orderId: string | null }[];

/** The folios of the orders that these are about. */
export function foliosFor(db: ViewDeps['db'], scope: Scope, of: AboutOrders) {
  return foliosOf(db, scope, idsOf(of));
}

/** The orders that these are about, by id. */
export function ordersOf(db: ViewDeps['db'], scope: Scope, of: AboutOrders): Promise<ReadonlyMap<string, Order>> {
  return ordersById(db, scope, idsOf(of));
}

function idsOf(of: AboutOrders): string[] {
  return [...new Set(of.flatMap(({ orderId }) => (orderId === null ? [] : [orderId])))];
}

export const TO_REVIEW: OrderChoice = {
  tab: 'to_review',
  from: null,
  before: null,
  method: null,
  point: null,
  least: null,
  most: null,
};
/** So many orders with waiting money are shown; the list of orders has the rest. */
const MOST_WAITING = 50;
/** So many payments are decided at once: those of one page. */
export const MOST_MARKED = 2 * MOST_WAITING;

/** The money that waits for the merchant's decision, or that of one order. */
export async function waitingOf(deps: ViewDeps, scope: Scope, orderId: string | null): Promise<Waiting[]> {
  const { db } = deps;
  const orders = orderId === null ? await ordersToReview(db, scope) : await oneOrder(deps, scope, orderId);
  const byId = new Map(orders.map((order) => [order.uuid, order]));
  const payments = await listPaymentsOfOrders(db, scope, [...byId.keys()]);
  const homeless = orderId === null ? await withoutOrder(db, scope) : [];
  return [...payments, ...homeless]
    .map((payment) => {
      const order = payment.orderId === null ? null : (byId.get(payment.orderId) ?? null);
      return { payment, order, sum: sumOf(order, payment) };
    })
    .filter(({ sum }) => sum > 0n)
    .sort((one, other) => (one.payment.id < other.payment.id ? 1 : -1));
}

async function ordersToReview(db: ViewDeps['db'], scope: Scope): Promise<readonly Order[]> {
  return (await pageOfOrders(db, scope, TO_REVIEW, { at: null, towards: 'next', limit: MOST_WAITING })).orders;
}

async function oneOrder({ orders }: ViewDeps, scope: Scope, uuid: string): Promise<readonly Order[]> {
  const order = await orders.find(scope, uuid);
  return order === null ? [] : [order];
}

/** Money to a customer's CLABE that fits none of their orders. */
async function withoutOrder(db: ViewDeps['db'], scope: Scope): Promise<Payment[]> {
  const filter = { orderId: null, trackingKey: null, createdFrom: null, createdTo: null, before: null };
  const held = await listMerchantPayments(db, scope, { ...filter, state: 'held', limit: MOST_WAITING });
  return held.filter(({ orderId }) => orderId === null);
}

export async function waitingPayment({ orders }: ViewDeps, payment: Payment): Promise<Waiting> {
  const { accountId, mode, orderId } = payment;
  const order = accountId === null || orderId === null ? null : await orders.find({ accountId, mode }, orderId);
  return { payment, order, sum: sumOf(order, payment) };
}

function sumOf(order: Order | null, payment: Payment): bigint {
  const { held, surplus, parts } = oddMoney(order, payment);
  return held + surplus + parts;
}

/** This month up to today, and the eleven before it. */
export function lastMonths(now: number, since: number): Month[] {
  const today = mexicoDay(now);
  return Array.from({ length: 12 }, (_, back) => monthOf(today, today, -back)).filter(
    ({ to }) => to >= mexicoDay(since),
  );
}

/** So many months after the month of a day, up to today. */
function monthOf(day: string, today: string, after: number): Month {
  const days = daysIn(monthAfter(day, after));
  return days.from.slice(0, 7) === today.slice(0, 7) ? { ...days, to: today } : days;
}

/** A month as yyyy-mm, with its neighbours that have a statement, too. */
export async function showStatement(
  deps: Pick<Deps, 'db' | 'clock'>,
  { scope, since }: { readonly scope: Scope; readonly since: number },
  asked: string,
): Promise<StatementView> {
  const now = deps.clock.now();
  const [first, today] = [mexicoDay(since), mexicoDay(now)];
  if (daysOfMonth(asked) === null || asked < first.slice(0, 7) || asked > today.slice(0, 7))
    throw new AppError('not_found');
  const month = monthOf(asked, today, 0);
  const [previous, next] = [monthOf(asked, today, -1), monthOf(asked, today, 1)];
  return {
    month,
    summary: await summarizeStatement(deps, { scope, ...month }),
    previous: previous.to >= first ? previous : null,
    next: next.from <= today ? next : null,
  };
}
