// Sends e-mails. Test mode never calls one: its e-mails are only kept.
import type { Language } from '../../domain/base/language.js';
import type { Order } from '../../domain/orders/order.js';

export type OutgoingEmail = {
  /** Our id. It is also the id of the message, so that a copy sent twice is recognised as one. */
  readonly id: string;
  /** Whose name the recipient sees as the sender. */
  readonly fromName: string;
  readonly to: string;
  readonly replyTo: string | null;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly attachments?: readonly Attachment[];
};

export type Attachment = {
  readonly name: string;
  readonly type: string;
  readonly bytes: Buffer;
  /** The name by which the HTML shows it, as `cid:NAME`; null for a file beside the message. */
  readonly shownAs: string | null;
};

/** What an e-mail about an order that can be paid brings along. */
export type Vouchers = {
  attach(order: Pick<Order, 'uuid' | 'folio'>, language: Language): Promise<readonly Attachment[]>;
};

/**
 * `refused` is for good: the server does not take this message to this recipient. Anything else that goes wrong rejects,
 * and may work later.
 */
export type MailResult = { readonly is: 'sent' } | { readonly is: 'refused'; readonly reply: string };

export type Mailer = {
  /** Resolves once the server has taken the message or refused it. Stops with `signal`. */
  send(email: OutgoingEmail, signal: AbortSignal): Promise<MailResult>;
};

/** A failure that may pass. `reply` tells it in numbers, or by the code of the failed call. */
export class MailDelayed extends Error {
  override readonly name = 'MailDelayed';
  readonly reply: string;

  constructor(reply: string) {
    super(`the mail server did not take the message: ${reply}`);
    this.reply = reply;
  }
}
