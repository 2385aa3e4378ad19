// What is new for the people of a merchant: money that came, money that waits for a decision, payouts, endpoints that
// fail, and what a day brought. Who may know of which kind, how many stand in one line, and how often somebody is written to.
import type { Scope } from '../accounts/account.js';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../base/duration.js';
import { mexicoDay, startOfMexicoDay } from '../base/mexico-day.js';
import type { Figures } from '../money/figures.js';
import type { PayeeAccount } from '../transfers/transfer.js';
import type { Member } from './person.js';
import { MERCHANT_ROLES, type MerchantDuty, merchantMay } from './role.js';

export const NEWS_KINDS = ['paid', 'decide', 'payout', 'webhook', 'summary'] as const;
export type NewsKind = (typeof NEWS_KINDS)[number];

/** Money is told to those who see it, decisions to those who decide, and failures of webhooks to developers. */
export const NEWS_DUTIES: Readonly<Record<NewsKind, MerchantDuty>> = {
  paid: 'see',
  decide: 'refund',
  payout: 'see',
  webhook: 'develop',
  summary: 'see',
};

/** Epoch milliseconds: from the first on, before the other. */
export type NewsSpan = { readonly from: number; readonly before: number };

/** Money of one order, or of none. */
export type MoneyNews = { readonly at: number; readonly amount: bigint; readonly orderId: string | null };

export type NewsOrder = { readonly id: string; readonly folio: string; readonly customer: string };

export type News = { readonly at: number } & (
  | {
      readonly kind: 'paid' | 'decide';
      /** How many orders; their first time if there are several. What an order was overpaid by is no order of its own. */
      readonly count: number;
      readonly since: number;
      readonly amount: bigint;
      /** Of a single one; null if it is of no order. */
      readonly order: NewsOrder | null;
    }
  | {
      readonly kind: 'payout';
      readonly amount: bigint;
      readonly to: PayeeAccount | null;
      readonly trackingKey: string | null;
    }
  | {
      readonly kind: 'webhook';
      readonly endpointId: string;
      readonly url: string;
      readonly since: number;
      readonly isOff: boolean;
    }
  | { readonly kind: 'summary'; readonly day: string; readonly figures: Figures }
);

/** Whether somebody of a team gets news of this kind: they have a password and access, and their role allows it. */
export function mayGetNews({ team, role, hasPassword, disabledAt }: Member, scope: Scope, kind: NewsKind): boolean {
  const own = MERCHANT_ROLES.find((one) => one === role);
  if (own === undefined || team !== scope.accountId) return false;
  return hasPassword && disabledAt === null && merchantMay(own, NEWS_DUTIES[kind]);
}

/** So many of an hour stand alone; more of them are one line. */
const ALONE_IN_HOUR = 3;

export type MoneyLine = MoneyNews & { readonly count: number; readonly since: number };

/** Newest first, those of a busy hour in one line. */
export function bundleByHour(news: readonly MoneyNews[]): MoneyLine[] {
  const hours = new Map<number, MoneyNews[]>();
  for (const one of news) {
    const hour = one.at - (one.at % HOUR_MS);
    hours.set(hour, [...(hours.get(hour) ?? []), one]);
  }
  const lines = [...hours.values()].flatMap((own) => (own.length > ALONE_IN_HOUR ? [inOneLine(own)] : own.map(alone)));
  return lines.sort((one, other) => other.at - one.at);
}

function alone(news: MoneyNews): MoneyLine {
  return { ...news, count: 1, since: news.at };
}

export function inOneLine(news: readonly MoneyNews[]): MoneyLine {
  const times = news.map(({ at }) => at);
  const orders = new Set(news.map((one) => one.orderId ?? one));
  const [first] = news;
  return {
    at: Math.max(...times),
    since: Math.min(...times),
    count: orders.size,
    amount: news.reduce((sum, { amount }) => sum + amount, 0n),
    orderId: orders.size === 1 ? (first?.orderId ?? null) : null,
  };
}

/** A failure that lasts so long is told: most end by themselves before. */
export const FAILING_TOLD_AFTER_MS = 15 * MINUTE_MS;

/** What happened longer ago makes no e-mail any more, as with those to customers. */
export const OLDEST_MAILED_MS = DAY_MS;

/** So many e-mails of a kind go out at once; then what comes is gathered for an hour, until an hour brings nothing. */
const AT_ONCE = 3;
const GATHERED_MS = HOUR_MS;

export type MailedSoFar = { readonly mailedAt: number | null; readonly inRow: number };

/** When the next e-mail may go out. */
export function nextNewsMailAt({ mailedAt, inRow }: MailedSoFar, now: number): number {
  return mailedAt === null || inRow < AT_ONCE ? now : Math.max(now, mailedAt + GATHERED_MS);
}

/** After an e-mail whose oldest news are of that time. */
export function afterNewsMail({ mailedAt, inRow }: MailedSoFar, oldestAt: number, now: number): MailedSoFar {
  const hasRested = mailedAt === null || oldestAt >= mailedAt + GATHERED_MS;
  return { mailedAt: now, inRow: hasRested ? 1 : inRow + 1 };
}

const SUMMARY_HOUR = 8;

/** The last morning at which a day is summed up: eight o'clock in Mexico City. */
export function lastSummaryTime(now: number): number {
  const start = startOfMexicoDay(mexicoDay(now)) ?? now;
  const today = start + SUMMARY_HOUR * HOUR_MS;
  return today <= now ? today : today - DAY_MS;
}

/** The day that is summed up in a morning, yyyy-mm-dd. */
export function summedUpDay(summaryTime: number): string {
  return mexicoDay(summaryTime - DAY_MS);
}
