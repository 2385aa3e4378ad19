// Writes the e-mail about an order, from what is true now. One about a refund may carry a secret link (D75), so what is
// kept of it has none.
import type { Deps } from '../../deps.js';
import type { EmailKind } from '../../domain/messages/email.js';
import { emailAsText } from '../../domain/messages/email-as-text.js';
import { type EmailContent, type ToldRefund, writeEmail } from '../../domain/messages/email-content.js';
import type { MessageSettings } from '../../domain/messages/message-settings.js';
import type { SentRefund } from '../../domain/money/refund.js';
import type { Order } from '../../domain/orders/order.js';
import { findAccount } from '../../store/accounts/accounts.js';
import { findBrand } from '../../store/accounts/brands.js';
import type { SentContent } from '../../store/messages/emails.js';
import { listRefunds } from '../../store/money/refunds.js';
import { countRefundEvents } from '../../store/orders/order-events.js';
import { setEmailLink } from '../../store/transfers/transfer-links.js';
import { LINK_MS, linkDigest, refundLink } from '../transfers/new-transfer.js';

type ComposeDeps = Pick<Deps, 'db' | 'clock' | 'vault' | 'settings'>;

export type EmailSubject = {
  readonly order: Order;
  readonly kind: EmailKind;
  /** The event that it tells of; 0: the newest of its kind. */
  readonly sequence: number;
  readonly settings: MessageSettings;
};

export type ComposedEmail = { readonly content: EmailContent; readonly kept: SentContent };

/** null: the refund that it would tell of did not happen in the end. */
export async function composeEmail(deps: ComposeDeps, about: EmailSubject): Promise<ComposedEmail | null> {
  const { order, kind, settings } = about;
  const shop = (await findAccount(deps.db, order.scope.accountId))?.name ?? '';
  const refund = kind === 'refund' ? await refundOf(deps, about) : null;
  if (kind === 'refund' && refund === null) return null;
  const brand = await findBrand(deps.db, order.scope.accountId);
  const context = { kind, order, shop, brand, baseUrl: deps.settings.baseUrl, settings };
  const needsLink = refund?.transfer?.state === 'to_send' && refund.transfer.destination === null;
  const write = (link: string | null) => writeEmail({ ...context, refund: refund && toldRefund(refund, link) });
  const kept = write(needsLink ? refundLink(deps, '…') : null);
  const content = needsLink ? write(await linkFor(deps, refund)) : kept;
  return { content, kept: { language: kept.language, subject: kept.subject, body: emailAsText(kept) } };
}

/** The refund that an event told of, as the nth event tells of the nth refund. */
async function refundOf({ db }: ComposeDeps, { order, sequence }: EmailSubject): Promise<SentRefund | null> {
  const newestFirst = await listRefunds(db, order.scope, {
    orderId: order.uuid,
    createdFrom: null,
    createdTo: null,
    before: null,
    limit: 100,
  });
  const number = sequence === 0 ? newestFirst.length : await countRefundEvents(db, order, sequence);
  const refund = newestFirst.at(-number) ?? null;
  return refund?.transfer?.state === 'bounced' ? null : refund;
}

function toldRefund({ amount, transfer }: SentRefund, link: string | null): ToldRefund {
  const destination = transfer?.destination ?? null;
  return {
    amount,
    destination: destination && { bank: destination.bank, end: destination.clabe.slice(-4) },
    link,
  };
}

/**
 * The same for every try, so that the link works whichever copy arrives. In test mode nothing leaves, and nothing is
 * made.
 */
async function linkFor(deps: ComposeDeps, { scope, transfer }: SentRefund): Promise<string> {
  if (transfer === null || scope.mode === 'test') return refundLink(deps, '…');
  const token = deps.vault.sign(`link in an e-mail about the transfer ${transfer.id}`).mac;
  const expiresAt = deps.clock.now() + LINK_MS;
  await setEmailLink(deps.db, { scope, id: transfer.id }, { digest: linkDigest(token), expiresAt });
  return refundLink(deps, token);
}
