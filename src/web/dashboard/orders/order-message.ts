// A message to the customer of an order, by whatever way it went.
import type { EmailKind } from '../../../domain/messages/email.js';

export type OrderMessage = {
  readonly way: 'sms' | 'email';
  readonly kind: EmailKind;
  readonly to: string;
  readonly text: string;
  readonly state: 'sending' | 'sent' | 'failed' | 'canceled';
  readonly createdAt: number;
  /** Its own page, below the pages of the mode; null if it has none. */
  readonly path: string | null;
};
