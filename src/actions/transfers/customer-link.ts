// The link with which a customer says where their money goes (D75). It goes to the customer alone, by e-mail to the address of
// the order (D85): whoever reads it can have the money. A merchant may have it sent again, and sees it only in test mode, where
// they are their own customer. Only its digest is stored, and a new link ends the one before.
import { createHash } from 'node:crypto';
import type { Deps } from '../../deps.js';
import type { Scope } from '../../domain/accounts/account.js';
import { DAY_MS } from '../../domain/base/duration.js';
import { formatOrderId } from '../../domain/base/identity.js';
import { readMailbox } from '../../domain/base/mailbox.js';
import { isLive } from '../../domain/base/mode.js';
import { ERASED } from '../../domain/keeping/erasure.js';
import { ACCOUNT_EMAILS } from '../../domain/messages/email.js';
import { doubtsOf } from '../../domain/money/payment.js';
import { formatTransferId, lacksDestination, type Transfer } from '../../domain/transfers/transfer.js';
import { AppError, invalidRequest } from '../../errors/errors.js';
import { type Queryable, within } from '../../store/db.js';
import { appendAudit } from '../../store/keeping/audit.js';
import { queueCopy } from '../../store/messages/emails.js';
import { findPayment } from '../../store/money/payments.js';
import { setLink } from '../../store/transfers/transfer-links.js';
import { lockTransfer } from '../../store/transfers/transfers.js';
import { type Answered, answerInTransaction, type Repeatable } from '../orders/answer-once.js';
import { requireLocked } from '../orders/require-order.js';
import { requireTransfer } from './change-transfer.js';

export type LinkDeps = Pick<Deps, 'clock' | 'random' | 'settings' | 'vault' | 'mailer'>;

/** A transfer with the link of test mode, where a merchant is their own customer; in live mode it is null. */
export type IssuedTransfer = { readonly transfer: Transfer; readonly link: string | null };

/** How long a customer's link works. */
const LINK_MS = 30 * DAY_MS;

/**
 * Asks the customer of a new transfer that nobody knows an account for. Returns the link in test mode. Money that only the
 * operator may decide about is not asked for: the address on the order is one that its merchant gave.
 */
export async function askCustomer(deps: LinkDeps, tx: Queryable, transfer: Transfer): Promise<string | null> {
  if (!lacksDestination(transfer) || transfer.orderId === null) return null;
  if (await isForOperator(tx, transfer)) return null;
  return (await mailLink(deps, tx, transfer)).link;
}

type SendLinkCall = {
  readonly transferId: string;
  readonly actor: string;
  /** The merchant who asks. Without it the operator does. */
  readonly scope?: Scope;
  /** After how many e-mails of the order nothing is sent to whoever asks. */
  readonly most?: number;
};

/** Sends the customer a new link. The one before ends. */
export function sendLink(
  deps: LinkDeps & Pick<Deps, 'db'>,
  call: SendLinkCall,
  repeat: Repeatable<IssuedTransfer> | null = null,
): Promise<Answered<IssuedTransfer>> {
  return answerInTransaction(deps, repeat, async (tx) => {
    const found = await requireTransfer(within(deps.db, tx), call);
    const { scope, orderId: uuid } = found;
    if (uuid === null) throw known(found);
    const { customer } = await requireLocked(tx, { scope, uuid });
    const transfer = await lockTransfer(tx, found);
    if (!lacksDestination(transfer)) throw known(transfer);
    if (call.scope !== undefined && (await isForOperator(tx, transfer)))
      throw new AppError('operator_decides', { id: transfer.sourceId });
    if (readMailbox(customer.email) === null || customer.email === ERASED.email)
      throw invalidRequest({ param: 'customer_email', error: 'invalid_email' });
    if (isLive(scope.mode) && deps.mailer === null) throw new AppError('email_not_configured');
    const mailed = await mailLink(deps, tx, transfer, call.most);
    if (!mailed.isQueued) throw new AppError('too_many_emails', { max: call.most ?? ACCOUNT_EMAILS });
    await appendAudit(tx, deps, {
      actor: call.actor,
      action: 'email.send',
      subject: formatOrderId(uuid),
      details: { account: scope.accountId, mode: scope.mode, kind: 'account', transfer: transfer.id },
    });
    return { transfer, link: mailed.link };
  });
}

/**
 * A new link that the operator hands to the customer. With four eyes (D81) that would be a way to name the account alone, so
 * nobody sees a live one.
 */
export function showLink(
  deps: LinkDeps & Pick<Deps, 'db'>,
  call: Omit<SendLinkCall, 'scope' | 'actor'>,
): Promise<string> {
  return deps.db.transaction(async (tx) => {
    const transfer = await lockTransfer(tx, await requireTransfer(within(deps.db, tx), call));
    if (!mayShowLink(deps, transfer.scope)) throw new AppError('live_link_by_email');
    if (!lacksDestination(transfer) || transfer.orderId === null) throw known(transfer);
    const token = tokenOf(deps, deps.random.uuid(deps.clock.now()));
    await setLink(tx, transfer, { digest: linkDigest(token), expiresAt: deps.clock.now() + LINK_MS });
    return refundLink(deps, token);
  });
}

export function mayShowLink({ settings }: Pick<Deps, 'settings'>, { mode }: Scope): boolean {
  return settings.fourEyesOver === null || !isLive(mode);
}

/** Money that perhaps does not exist would make whoever names the account rich (D73, D90). */
async function isForOperator(tx: Queryable, { reason, sourceId }: Transfer): Promise<boolean> {
  const payment = reason === 'return' ? await findPayment(tx, sourceId) : null;
  return payment !== null && doubtsOf(payment).length > 0;
}

/**
 * Queues the e-mail with the link. Its token follows from the id of the e-mail, so every try carries the same, and nothing
 * that is stored tells it.
 */
async function mailLink(
  deps: LinkDeps,
  tx: Queryable,
  transfer: Transfer,
  max = ACCOUNT_EMAILS,
): Promise<{ readonly isQueued: boolean; readonly link: string | null }> {
  const { scope, orderId } = transfer;
  const isShown = !isLive(scope.mode);
  if (orderId === null || !(isShown || deps.mailer !== null)) return { isQueued: false, link: null };
  const at = deps.clock.now();
  const id = deps.random.uuid(at);
  const isQueued = await queueCopy(tx, scope, { orderId, id, kind: 'account' }, { at, max });
  if (!isQueued && !isShown) return { isQueued, link: null };
  const token = tokenOf(deps, id);
  await setLink(tx, transfer, { digest: linkDigest(token), expiresAt: at + LINK_MS });
  return { isQueued, link: isShown ? refundLink(deps, token) : null };
}

/** The token of the link that this e-mail carries. */
export function tokenOf({ vault }: Pick<Deps, 'vault'>, emailId: string): string {
  return Buffer.from(vault.sign(`link for naming an account, in e-mail ${emailId}`).mac, 'hex').toString('base64url');
}

export function refundLink({ settings }: Pick<Deps, 'settings'>, token: string): string {
  return `${settings.baseUrl}/pay/refund/${token}`;
}

export function linkDigest(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

function known({ id }: Transfer): AppError {
  return new AppError('destination_known', { id: formatTransferId(id) });
}
