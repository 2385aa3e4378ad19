// E-mails to customers: their kinds and states, and how often one is tried.
import type { Scope } from '../accounts/account.js';
import { DAY_MS, HOUR_MS } from '../base/duration.js';
import type { Language } from '../base/language.js';

/** Those that merchants switch on and off. */
export const EMAIL_KINDS = ['instructions', 'paid', 'expiring', 'refund'] as const;
export type EmailKind = (typeof EMAIL_KINDS)[number];

/** `account` asks a customer where their money goes (D85). Nobody can switch it off: they would not get it otherwise. */
export type SentKind = EmailKind | 'account';

/** Whether it is sent only once somebody has paid. */
export function isAboutMoney(kind: SentKind): boolean {
  return kind !== 'instructions' && kind !== 'expiring';
}

type EmailState = 'queued' | 'sent' | 'failed' | 'canceled';

/**
 * Why an e-mail failed (refused by the mail server, unreachable for too long, no usable address, over the limit of a
 * day) or was canceled (nobody needs it any more, it waited too long, the customer was erased, the kind was switched
 * off).
 */
export type EmailReason = 'refused' | 'unreachable' | 'address' | 'limit' | 'over' | 'stale' | 'erased' | 'off';

export type Email = {
  readonly scope: Scope;
  readonly orderId: string;
  readonly id: string;
  readonly kind: SentKind;
  /** The event that caused it; 0: somebody asked for it. */
  readonly sequence: number;
  readonly recipient: string;
  /** As it was sent; null until then, and after an erasure. */
  readonly language: Language | null;
  readonly subject: string | null;
  readonly body: string | null;
  readonly state: EmailState;
  readonly reason: EmailReason | null;
  /** What the mail server replied, such as 550 5.1.1: its numbers without its words, which may hold the address. */
  readonly reply: string | null;
  readonly attempts: number;
  readonly dueAt: number;
  readonly createdAt: number;
  readonly endedAt: number | null;
};

/** How often somebody may ask for an e-mail of a kind again, per order. */
export const EMAILS_BY_HAND = 2;

/** How often the customer of an order is asked where money goes: once for each transfer, and again when somebody asks. */
export const ACCOUNT_EMAILS = 10;

/** What happened longer ago makes no e-mail any more, and what has waited longer is not sent. */
export const LONGEST_WAIT_MS = DAY_MS;

/** After a try that failed for now, the next ones come so much later. After the last the e-mail has failed. */
const PAUSES_MS = [60_000, 300_000, 900_000, HOUR_MS, 3 * HOUR_MS, 6 * HOUR_MS];

/** When to try again after so many attempts; null: never. */
export function nextTryAt(attempts: number, now: number): number | null {
  const pause = PAUSES_MS[attempts - 1];
  return pause === undefined ? null : now + pause;
}
