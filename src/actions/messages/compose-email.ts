// Writes the e-mail about an order, from what is true now. One that asks for an account carries a secret link (D85), so what
// is kept of it has none.
import type { Deps } from '../../deps.js';
import type { Email } from '../../domain/messages/email.js';
import { emailAsText } from '../../domain/messages/email-as-text.js';
import { type EmailContent, type ToldRefund, writeEmail } from '../../domain/messages/email-content.js';
import type { MessageSettings } from '../../domain/messages/message-settings.js';
import type { SentRefund } from '../../domain/money/refund.js';
import type { Order } from '../../domain/orders/order.js';
import { findAccount } from '../../store/accounts/accounts.js';
import { findBrand } from '../../store/accounts/brands.js';
import type { SentContent } from '../../store/messages/emails.js';
import { listPaymentsOf } from '../../store/money/payments.js';
import { listRefunds } from '../../store/money/refunds.js';
import { countRefundEvents } from '../../store/orders/order-events.js';
import { readDeadlines } from '../orders/read-deadlines.js';
import { refundLink, tokenOf } from '../transfers/customer-link.js';
import { findLinked } from '../transfers/set-payee-account.js';

type ComposeDeps = Pick<Deps, 'db' | 'clock' | 'points' | 'vault' | 'settings'>;

type EmailSubject = {
  readonly order: Order;
  readonly email: Pick<Email, 'id' | 'kind' | 'sequence'>;
  readonly settings: MessageSettings;
};

export type ComposedEmail = { readonly content: EmailContent; readonly kept: SentContent };

/** null: there is nothing to tell any more. */
export async function composeEmail(deps: ComposeDeps, about: EmailSubject): Promise<ComposedEmail | null> {
  const { order, email, settings } = about;
  const { kind } = email;
  const shop = (await findAccount(deps.db, order.scope.accountId))?.name ?? '';
  const brand = await findBrand(deps.db, order.scope.accountId);
  const isOfMoneyBack = kind === 'refund' || kind === 'account';
  const refund = isOfMoneyBack ? await (kind === 'refund' ? refundOf(deps, about) : askedFor(deps, about)) : null;
  if (isOfMoneyBack && refund === null) return null;
  const { baseUrl, speiBeneficiary: beneficiary } = deps.settings;
  const payments = kind === 'paid' ? await listPaymentsOf(deps.db, order.scope, order.uuid) : [];
  const deadlines = await readDeadlines(deps, order);
  const write = (told: ToldRefund | null) =>
    writeEmail({ kind, order, shop, brand, baseUrl, beneficiary, deadlines, settings, refund: told, payments });
  const kept = write(refund === null || refund.link === null ? refund : { ...refund, link: refundLink(deps, '…') });
  return { content: write(refund), kept: { language: kept.language, subject: kept.subject, body: emailAsText(kept) } };
}

/** What the link of this e-mail is for; null: the account is known by now, or a newer link has ended it. */
async function askedFor(deps: ComposeDeps, { email }: EmailSubject): Promise<ToldRefund | null> {
  const token = tokenOf(deps, email.id);
  const transfer = await findLinked(deps, token);
  if (transfer === null || transfer.destination !== null) return null;
  return { amount: transfer.amount, destination: null, link: refundLink(deps, token), coin: transfer.coin };
}

/**
 * The refund that an event told of, as the nth event tells of the nth refund. null: it did not happen in the end, or the
 * customer is asked for an account, which tells of it, too.
 */
async function refundOf({ db }: ComposeDeps, { order, email }: EmailSubject): Promise<ToldRefund | null> {
  const newestFirst = await listRefunds(db, order.scope, {
    orderId: order.uuid,
    createdFrom: null,
    createdTo: null,
    before: null,
    limit: 100,
  });
  const { sequence } = email;
  const number = sequence === 0 ? newestFirst.length : await countRefundEvents(db, order, sequence);
  const refund = newestFirst.at(-number) ?? null;
  if (refund === null || refund.transfer?.state === 'bounced') return null;
  const needsAccount = refund.transfer?.state === 'to_send' && refund.transfer.destination === null;
  return needsAccount ? null : toldRefund(refund);
}

function toldRefund({ amount, transfer }: SentRefund): ToldRefund {
  const destination = transfer?.destination ?? null;
  return {
    amount,
    destination: destination && { bank: destination.bank, end: destination.clabe.slice(-4) },
    link: null,
    coin: null,
  };
}
