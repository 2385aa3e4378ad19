// Sends one e-mail that was claimed from the queue, and tells how that ended. No transaction is open while the mail server
// is called. If this process dies after the server took it, it is sent once more, with the same id of the message.
import { emailAsHtml } from '../../adapters/email/html.js';
import { type Attachment, MailDelayed, type Mailer, type MailResult } from '../../adapters/email/mailer.js';
import type { Deps } from '../../deps.js';
import { readMailbox } from '../../domain/base/mailbox.js';
import type { Mode } from '../../domain/base/mode.js';
import { type Email, type EmailReason, LONGEST_WAIT_MS, nextTryAt } from '../../domain/messages/email.js';
import { emailAsText } from '../../domain/messages/email-as-text.js';
import { isStillTrue } from '../../domain/messages/email-causes.js';
import type { MessageSettings } from '../../domain/messages/message-settings.js';
import type { Order } from '../../domain/orders/order.js';
import { claimEmails, type EmailOutcome, type SentContent } from '../../store/messages/emails.js';
import { findMessageSettings } from '../../store/messages/message-settings.js';
import { orderTime } from '../orders/order-time.js';
import { type ComposedEmail, composeEmail } from './compose-email.js';
import { countEmail, uncountEmail } from './count-email.js';

export type SendEmailDeps = Pick<
  Deps,
  'db' | 'clock' | 'orders' | 'points' | 'settings' | 'vault' | 'log' | 'metrics' | 'mailer' | 'vouchers'
>;

/** The longest that the mail server may take for one message. */
const SERVER_MS = 45_000;
/** How long an e-mail belongs to the process that claimed it: longer than the longest try. */
const LEASE_MS = 120_000;

/** Takes e-mails of a mode that are due, for `tryEmail`. Nobody else gets them meanwhile. */
export function claimDueEmails(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  mode: Mode,
  limit: number,
): Promise<readonly Email[]> {
  return claimEmails(db, mode, { now: clock.now(), leaseMs: LEASE_MS, limit });
}

/** Sends one if it is still true. `stopping` cuts the call short; the e-mail is then due again at once. */
export async function tryEmail(deps: SendEmailDeps, email: Email, stopping: AbortSignal): Promise<EmailOutcome> {
  const outcome = await attempt(deps, email, stopping).catch((error: unknown) => {
    deps.log.error({ err: error, email: email.id }, 'an e-mail could not be prepared');
    return delayed(deps, email, { reply: 'internal', isStopping: stopping.aborted, content: null });
  });
  const { state } = outcome;
  if (state !== 'canceled') deps.metrics.email(state === 'queued' ? 'retry' : state, email.scope.mode);
  return outcome;
}

async function attempt(deps: SendEmailDeps, email: Email, stopping: AbortSignal): Promise<EmailOutcome> {
  const ready = await prepare(deps, email);
  if ('state' in ready) return ready;
  const { mailer } = deps;
  if (email.scope.mode === 'test' || mailer === null) {
    // Test mode keeps what it would send. Live e-mails are claimed only if there is a mail server.
    deps.log.info({ email: email.id }, 'an e-mail was kept and not sent: it is of test mode');
    return ended(deps, email, { state: 'sent', content: ready.composed.kept });
  }
  return sendLive(deps, mailer, { email, ...ready, stopping });
}

type Ready = {
  readonly composed: ComposedEmail;
  readonly to: string;
  readonly settings: MessageSettings;
  readonly order: Order;
};

/** What to send and to whom, or how the e-mail has ended without being sent. */
async function prepare(deps: SendEmailDeps, email: Email): Promise<Ready | EmailOutcome> {
  const order = await deps.orders.find(email.scope, email.orderId);
  const settings = await findMessageSettings(deps.db, email.scope.accountId);
  const needless = await whyNot(deps, email, order, settings);
  if (order === null || needless !== null) return ended(deps, email, { state: 'canceled', reason: needless ?? 'over' });
  const to = readMailbox(email.recipient);
  if (to === null) return ended(deps, email, { state: 'failed', reason: 'address' });
  const composed = await composeEmail(deps, { order, email, settings });
  return composed === null
    ? ended(deps, email, { state: 'canceled', reason: 'over' })
    : { composed, to, settings, order };
}

async function whyNot(
  deps: SendEmailDeps,
  email: Email,
  order: Order | null,
  settings: MessageSettings,
): Promise<EmailReason | null> {
  if (order === null || order.customer.email !== email.recipient) return 'erased';
  if (email.kind !== 'account' && email.sequence > 0 && !settings.kinds[email.kind].isOn) return 'off';
  // A reminder waits long on purpose, and ends with its order.
  if (email.kind !== 'expiring' && deps.clock.now() - email.createdAt > LONGEST_WAIT_MS) return 'stale';
  return isStillTrue(email.kind, order, await orderTime(deps, deps.db, order)) ? null : 'over';
}

type Sending = Ready & { readonly email: Email; readonly stopping: AbortSignal };

async function sendLive(deps: SendEmailDeps, mailer: Mailer, sending: Sending): Promise<EmailOutcome> {
  const { email, composed, to, stopping } = sending;
  const content = composed.kept;
  const counted = await countEmail(deps, to, email);
  if (counted === null) return ended(deps, email, { state: 'failed', reason: 'limit', content });
  let result: MailResult;
  try {
    result = await handOver(mailer, sending, await attachmentsOf(deps, sending));
  } catch (error) {
    await uncountEmail(deps, counted);
    const reply = error instanceof MailDelayed ? error.reply : 'unknown';
    deps.log.warn({ email: email.id, reply, attempts: email.attempts }, 'the mail server did not take an e-mail');
    return delayed(deps, email, { reply, isStopping: stopping.aborted, content });
  }
  if (result.is === 'sent') return ended(deps, email, { state: 'sent', content });
  await uncountEmail(deps, counted);
  return ended(deps, email, { state: 'failed', reason: 'refused', reply: result.reply, content });
}

/** The bar code and the voucher of an order that can be paid. An e-mail goes out without them if they cannot be drawn. */
async function attachmentsOf({ vouchers, log }: SendEmailDeps, sending: Sending): Promise<readonly Attachment[]> {
  const { email, order, settings } = sending;
  if (email.kind !== 'instructions' && email.kind !== 'expiring') return [];
  return vouchers.attach(order, settings.language).catch((error: unknown) => {
    log.warn({ err: error, email: email.id }, 'the voucher of an e-mail could not be drawn');
    return [];
  });
}

function handOver(
  mailer: Mailer,
  { email, composed, to, settings, stopping }: Sending,
  attachments: readonly Attachment[],
): Promise<MailResult> {
  const { content } = composed;
  const shown = attachments.find(({ shownAs }) => shownAs !== null)?.shownAs;
  const cut = new AbortController();
  const stop = () => cut.abort();
  const timer = setTimeout(stop, SERVER_MS);
  stopping.addEventListener('abort', stop, { once: true });
  if (stopping.aborted) stop(); // while the voucher was drawn
  return mailer
    .send(
      {
        id: email.id,
        fromName: content.shop,
        to,
        replyTo: settings.replyTo,
        subject: content.subject,
        text: emailAsText(content),
        html: emailAsHtml(content, shown === undefined ? null : `cid:${shown}`),
        attachments,
      },
      cut.signal,
    )
    .finally(() => {
      clearTimeout(timer);
      stopping.removeEventListener('abort', stop);
    });
}

type End = {
  readonly state: 'sent' | 'failed' | 'canceled';
  readonly reason?: EmailReason | null;
  readonly reply?: string | null;
  readonly content?: SentContent | null;
};

function ended(
  { clock }: Pick<Deps, 'clock'>,
  email: Email,
  { state, reason = null, reply = null, content = null }: End,
): EmailOutcome {
  return { email, state, reason, reply, content, endedAt: clock.now() };
}

type Delay = { readonly reply: string; readonly isStopping: boolean; readonly content: SentContent | null };

/** It is tried again later, or given up. */
function delayed(deps: Pick<Deps, 'clock'>, email: Email, { reply, isStopping, content }: Delay): EmailOutcome {
  const now = deps.clock.now();
  const dueAt = isStopping ? now : nextTryAt(email.attempts, now);
  if (dueAt === null) return ended(deps, email, { state: 'failed', reason: 'unreachable', reply, content });
  return { email, state: 'queued', reply, dueAt };
}
