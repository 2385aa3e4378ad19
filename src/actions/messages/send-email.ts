// Sends one e-mail that was claimed from the queue, and notes how it ended. No transaction is open while the mail server
// is called. If this process dies after the server took it, it is sent once more, with the same id of the message.
import { emailAsHtml } from '../../adapters/email/html.js';
import { MailDelayed, type Mailer, type MailResult } from '../../adapters/email/mailer.js';
import type { Deps } from '../../deps.js';
import { readMailbox } from '../../domain/base/mailbox.js';
import type { Mode } from '../../domain/base/mode.js';
import { type Email, type EmailReason, LONGEST_WAIT_MS, nextTryAt } from '../../domain/messages/email.js';
import { emailAsText } from '../../domain/messages/email-as-text.js';
import { isStillTrue } from '../../domain/messages/email-causes.js';
import type { MessageSettings } from '../../domain/messages/message-settings.js';
import type { Order } from '../../domain/orders/order.js';
import {
  claimEmails,
  type EmailOutcome,
  endEmail,
  requeueEmail,
  type SentContent,
} from '../../store/messages/emails.js';
import { findMessageSettings } from '../../store/messages/message-settings.js';
import { orderTime } from '../orders/order-time.js';
import { type ComposedEmail, composeEmail } from './compose-email.js';
import { countEmail, uncountEmail } from './count-email.js';

export type SendEmailDeps = Pick<Deps, 'db' | 'clock' | 'orders' | 'settings' | 'vault' | 'log' | 'metrics' | 'mailer'>;

/** The longest that the mail server may take for one message. */
const SERVER_MS = 45_000;
/** How long an e-mail belongs to the process that claimed it: longer than the longest try. */
const LEASE_MS = 120_000;

/** Takes e-mails of a mode that are due, for `sendEmail`. Nobody else gets them meanwhile. */
export function claimDueEmails(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  mode: Mode,
  limit: number,
): Promise<readonly Email[]> {
  return claimEmails(db, mode, { now: clock.now(), leaseMs: LEASE_MS, limit });
}

/** `stopping` cuts the call short. The e-mail is then due again at once. */
export async function sendEmail(deps: SendEmailDeps, email: Email, stopping: AbortSignal): Promise<void> {
  try {
    const ready = await prepare(deps, email);
    if ('outcome' in ready) return await end(deps, email, ready.outcome);
    const { mailer } = deps;
    if (email.scope.mode === 'test' || mailer === null) {
      // Test mode keeps what it would send. Live e-mails are claimed only if there is a mail server.
      deps.log.info({ email: email.id }, 'an e-mail was kept and not sent: it is of test mode');
      return await end(deps, email, { state: 'sent', content: ready.composed.kept });
    }
    await sendLive(deps, mailer, { email, ...ready, stopping });
  } catch (error) {
    deps.log.error({ err: error, email: email.id }, 'an e-mail could not be prepared or noted');
    await delay(deps, email, { reply: 'internal', isStopping: stopping.aborted, content: null });
  }
}

type Ready = {
  readonly composed: ComposedEmail;
  readonly to: string;
  readonly settings: MessageSettings;
};

/** What to send and to whom, or how the e-mail has ended without being sent. */
async function prepare(deps: SendEmailDeps, email: Email): Promise<Ready | { readonly outcome: EmailOutcome }> {
  const order = await deps.orders.find(email.scope, email.orderId);
  const settings = await findMessageSettings(deps.db, email.scope.accountId);
  const needless = await whyNot(deps, email, order, settings);
  if (order === null || needless !== null) return { outcome: canceled(needless ?? 'over') };
  const to = readMailbox(email.recipient);
  if (to === null) return { outcome: { state: 'failed', reason: 'address', reply: null, content: null } };
  const composed = await composeEmail(deps, { order, kind: email.kind, sequence: email.sequence, settings });
  return composed === null ? { outcome: canceled('over') } : { composed, to, settings };
}

async function whyNot(
  deps: SendEmailDeps,
  email: Email,
  order: Order | null,
  settings: MessageSettings,
): Promise<EmailReason | null> {
  if (order === null || order.customer.email !== email.recipient) return 'erased';
  if (email.sequence > 0 && !settings.kinds[email.kind].isOn) return 'off';
  // A reminder waits long on purpose, and ends with its order.
  if (email.kind !== 'expiring' && deps.clock.now() - email.createdAt > LONGEST_WAIT_MS) return 'stale';
  return isStillTrue(email.kind, order, await orderTime(deps, deps.db, order)) ? null : 'over';
}

function canceled(reason: EmailReason): EmailOutcome {
  return { state: 'canceled', reason, reply: null, content: null };
}

type Sending = Ready & { readonly email: Email; readonly stopping: AbortSignal };

async function sendLive(deps: SendEmailDeps, mailer: Mailer, sending: Sending): Promise<void> {
  const { email, composed, to, stopping } = sending;
  const content = composed.kept;
  const counted = await countEmail(deps, to, email.scope.accountId);
  if (counted === null) return end(deps, email, { state: 'failed', reason: 'limit', reply: null, content });
  let result: MailResult;
  try {
    result = await handOver(mailer, sending);
  } catch (error) {
    await uncountEmail(deps, counted);
    const reply = error instanceof MailDelayed ? error.reply : 'unknown';
    deps.log.warn({ email: email.id, reply, attempts: email.attempts }, 'the mail server did not take an e-mail');
    return delay(deps, email, { reply, isStopping: stopping.aborted, content });
  }
  if (result.is === 'sent') return end(deps, email, { state: 'sent', content });
  await uncountEmail(deps, counted);
  return end(deps, email, { state: 'failed', reason: 'refused', reply: result.reply, content });
}

function handOver(mailer: Mailer, { email, composed, to, settings, stopping }: Sending): Promise<MailResult> {
  const { content } = composed;
  const cut = new AbortController();
  const stop = () => cut.abort();
  const timer = setTimeout(stop, SERVER_MS);
  stopping.addEventListener('abort', stop, { once: true });
  return mailer
    .send(
      {
        id: email.id,
        fromName: content.shop,
        to,
        replyTo: settings.replyTo,
        subject: content.subject,
        text: emailAsText(content),
        html: emailAsHtml(content),
      },
      cut.signal,
    )
    .finally(() => {
      clearTimeout(timer);
      stopping.removeEventListener('abort', stop);
    });
}

async function end(deps: SendEmailDeps, email: Email, outcome: EmailOutcome): Promise<void> {
  await endEmail(deps.db, email, outcome, deps.clock.now());
  if (outcome.state !== 'canceled') deps.metrics.email(outcome.state, email.scope.mode);
}

type Delay = { readonly reply: string; readonly isStopping: boolean; readonly content: SentContent | null };

/** Tries again later, or gives up. */
async function delay(deps: SendEmailDeps, email: Email, { reply, isStopping, content }: Delay): Promise<void> {
  const now = deps.clock.now();
  const next = isStopping ? now : nextTryAt(email.attempts, now);
  if (next === null) return end(deps, email, { state: 'failed', reason: 'unreachable', reply, content });
  deps.metrics.email('retry', email.scope.mode);
  await requeueEmail(deps.db, email, { dueAt: next, reply, attempts: email.attempts });
}
