// Reads what a merchant's first page shows. Each part is a few rows, however many orders there are.
import { type RecentFigures, recentFigures } from '../../../actions/orders/read-figures.js';
import type { Deps } from '../../../deps.js';
import type { Scope } from '../../../domain/accounts/account.js';
import { DAY_MS } from '../../../domain/base/duration.js';
import { mexicoDay } from '../../../domain/base/mexico-day.js';
import type { Balances } from '../../../domain/money/ledger.js';
import { listEmails } from '../../../store/messages/email-lists.js';
import { countFailedSms } from '../../../store/messages/sms-messages.js';
import { findBalances } from '../../../store/money/balances.js';
import { countTabs } from '../../../store/orders/order-pages.js';
import { findPayoutAccounts } from '../../../store/transfers/payout-accounts.js';
import { findPayoutPlan } from '../../../store/transfers/payout-plans.js';
import { listTransfers } from '../../../store/transfers/transfers.js';
import { countFailing } from '../../../store/webhooks/endpoint-figures.js';
import type { NextPayoutView } from '../payouts/payouts-page.js';

/** How many things of each kind wait, counted up to 100. */
export type Needs = {
  readonly webhooks: number;
  readonly review: number;
  readonly messages: number;
  readonly destinations: number;
};

export type HomeView = RecentFigures & {
  /** Today, yyyy-mm-dd. */
  readonly days: readonly string[];
  readonly balances: Balances;
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

type ViewDeps = Pick<Deps, 'db' | 'clock' | 'points' | 'settings'>;

export async function showHome(deps: ViewDeps, scope: Scope): Promise<HomeView> {
  const { db, clock } = deps;
  const now = clock.now();
  const lacking = {
    orderId: null,
    status: 'needs_destination',
    reason: null,
    before: null,
    limit: MOST_NEEDS,
  } as const;
  const [recent, balances, counts, messages, destinations, webhooks, points, accounts, plan] = await Promise.all([
    recentFigures(deps, scope),
    findBalances(db, scope),
    countTabs(db, scope, MOST_NEEDS),
    failedMessages(db, scope, now - FAILED_WITHIN_MS),
    listTransfers(db, scope, lacking),
    countFailing(db, scope),
    deps.points.all(),
    findPayoutAccounts(db, scope, now),
    findPayoutPlan(db, scope),
  ]);
  return {
    ...recent,
    days: Array.from({ length: SHOWN_DAYS }, (_, back) => mexicoDay(now - (SHOWN_DAYS - 1 - back) * DAY_MS)),
    balances,
    needs: { webhooks, review: counts.to_review, messages, destinations: destinations.length },
    payout: { accounts, plan },
    pointNames: new Map(points.map(({ code, name }) => [code, name])),
    isEmpty: counts.all === 0,
    baseUrl: deps.settings.baseUrl,
  };
}

async function failedMessages(db: ViewDeps['db'], scope: Scope, since: number): Promise<number> {
  const [sms, emails] = await Promise.all([
    countFailedSms(db, scope, since, MOST_NEEDS),
    listEmails(db, scope, { state: 'failed', limit: MOST_NEEDS }),
  ]);
  return sms + emails.filter(({ createdAt }) => createdAt >= since).length;
}
