// Reads what a merchant's first page shows. Each part is a few rows, however many orders there are.
import { type RecentFigures, recentFigures } from '../../../actions/orders/read-figures.js';
import type { Deps } from '../../../deps.js';
import type { Scope } from '../../../domain/accounts/account.js';
import { DAY_MS } from '../../../domain/base/duration.js';
import { mexicoDay } from '../../../domain/base/mexico-day.js';
import type { Payment } from '../../../domain/money/payment.js';
import type { Order } from '../../../domain/orders/order.js';
import type { Transfer } from '../../../domain/transfers/transfer.js';
import { listEmails } from '../../../store/messages/email-lists.js';
import { countFailedSms } from '../../../store/messages/sms-messages.js';
import { listMerchantPayments } from '../../../store/money/merchant-payments.js';
import { countTabs, pageOfOrders } from '../../../store/orders/order-pages.js';
import { findPayoutAccounts } from '../../../store/transfers/payout-accounts.js';
import { findPayoutPlan } from '../../../store/transfers/payout-plans.js';
import { listTransfers } from '../../../store/transfers/transfers.js';
import { countFailing } from '../../../store/webhooks/endpoint-figures.js';
import { ordersOf, TO_REVIEW } from '../money/money-view.js';
import { type OwnBalances, ownBalances } from '../money/own-balances.js';
import type { NextPayoutView } from '../payouts/payouts-page.js';

/** How many things of each kind wait, counted up to 100. */
export type Needs = {
  readonly webhooks: number;
  readonly review: number;
  /** The customer, if the money of one order waits. */
  readonly reviewOf: string | null;
  readonly messages: number;
  readonly destinations: Stuck;
  /** Refunds that wait until there is money (D86). */
  readonly unfunded: Stuck;
};

/** Transfers that cannot go on, and the customer, if it is one. */
type Stuck = { readonly count: number; readonly sum: bigint; readonly who: string | null };

type LastPayment = { readonly payment: Payment; readonly order: Order | null };

export type HomeView = RecentFigures & {
  /** The days that are shown, yyyy-mm-dd; the last is today. */
  readonly days: readonly string[];
  /** As many days before them, to compare with. */
  readonly daysBefore: readonly string[];
  readonly lastPayments: readonly LastPayment[];
  readonly balances: OwnBalances;
  readonly needs: Needs;
  readonly payout: Pick<NextPayoutView, 'accounts' | 'plan'>;
  readonly pointNames: ReadonlyMap<string, string>;
  /** Whether the merchant has ever had an order in this mode. */
  readonly isEmpty: boolean;
  readonly baseUrl: string;
};

export const MOST_NEEDS = 100;
const SHOWN_DAYS = 30;
const FAILED_WITHIN_MS = 7 * DAY_MS;
const LAST_PAYMENTS = 5;

type ViewDeps = Pick<Deps, 'db' | 'clock' | 'points' | 'settings'>;

export async function showHome(deps: ViewDeps, scope: Scope): Promise<HomeView> {
  const { db, clock } = deps;
  const now = clock.now();
  const waiting = { orderId: null, reason: null, before: null, limit: MOST_NEEDS };
  const [recent, balances, counts, messages, destinations, unfunded, webhooks] = await Promise.all([
    recentFigures(deps, scope),
    ownBalances(db, scope),
    countTabs(db, scope, MOST_NEEDS),
    failedMessages(db, scope, now - FAILED_WITHIN_MS),
    listTransfers(db, scope, { ...waiting, status: 'needs_destination' }),
    listTransfers(db, scope, { ...waiting, status: 'to_fund' }),
    countFailing(db, scope),
  ]);
  const [points, accounts, plan, lastPayments, review, customers] = await Promise.all([
    deps.points.all(),
    findPayoutAccounts(db, scope, now),
    findPayoutPlan(db, scope),
    lastPaymentsOf(db, scope),
    counts.to_review === 1 ? pageOfOrders(db, scope, TO_REVIEW, { at: null, towards: 'next', limit: 1 }) : null,
    ordersOf(db, scope, [...destinations.slice(0, 1), ...unfunded.slice(0, 1)]),
  ]);
  const stuck = (transfers: readonly Transfer[]): Stuck => ({
    count: transfers.length,
    sum: transfers.reduce((sum, { amount }) => sum + amount, 0n),
    who: transfers.length === 1 ? (customers.get(transfers[0]?.orderId ?? '')?.customer.name ?? null) : null,
  });
  const daysTo = (last: number) =>
    Array.from({ length: SHOWN_DAYS }, (_, back) => mexicoDay(last - (SHOWN_DAYS - 1 - back) * DAY_MS));
  return {
    ...recent,
    days: daysTo(now),
    daysBefore: daysTo(now - SHOWN_DAYS * DAY_MS),
    lastPayments,
    balances,
    needs: {
      webhooks,
      review: counts.to_review,
      reviewOf: review?.orders[0]?.customer.name ?? null,
      messages,
      destinations: stuck(destinations),
      unfunded: stuck(unfunded),
    },
    payout: { accounts, plan },
    pointNames: new Map(points.map(({ code, name }) => [code, name])),
    isEmpty: counts.all === 0,
    baseUrl: deps.settings.baseUrl,
  };
}

/** The newest payments, with their orders. */
async function lastPaymentsOf(db: ViewDeps['db'], scope: Scope): Promise<LastPayment[]> {
  const any = { orderId: null, state: null, trackingKey: null, createdFrom: null, createdTo: null, before: null };
  const payments = await listMerchantPayments(db, scope, { ...any, limit: LAST_PAYMENTS });
  const orders = await ordersOf(db, scope, payments);
  return payments.map((payment) => ({ payment, order: orders.get(payment.orderId ?? '') ?? null }));
}

async function failedMessages(db: ViewDeps['db'], scope: Scope, since: number): Promise<number> {
  const [sms, emails] = await Promise.all([
    countFailedSms(db, scope, since, MOST_NEEDS),
    listEmails(db, scope, { state: 'failed', limit: MOST_NEEDS }),
  ]);
  return sms + emails.filter(({ createdAt }) => createdAt >= since).length;
}
