// A message to a customer as people look at it, whichever way it took: e-mail or SMS.
import type { Scope } from '../accounts/account.js';
import type { EmailReason, SentKind } from './email.js';

const CHANNELS = ['email', 'sms'] as const;
export type Channel = (typeof CHANNELS)[number];

export type MessageState = 'queued' | 'sent' | 'failed' | 'canceled';

export type Message = {
  readonly channel: Channel;
  readonly scope: Scope;
  readonly orderId: string;
  readonly id: string;
  /** An SMS always has the instructions. */
  readonly kind: SentKind;
  /** An address or a telephone number; empty after an erasure. */
  readonly recipient: string;
  readonly state: MessageState;
  readonly reason: EmailReason | null;
  readonly createdAt: number;
};

/** A message with everything that is known about it. */
export type WholeMessage = Message & {
  /** Of an e-mail that was sent. */
  readonly subject: string | null;
  readonly text: string | null;
  /** Tries, and what the mail server replied last. */
  readonly attempts: number;
  readonly reply: string | null;
  /** When an e-mail that waits is sent. */
  readonly dueAt: number | null;
  readonly endedAt: number | null;
};

export function channelOf(text: string): Channel | null {
  return CHANNELS.find((channel) => channel === text) ?? null;
}
