// Sends an e-mail about an order again because somebody asks for it: to the order's own address, so many times at most,
// whether the merchant has that kind switched on or not.
import type { Deps } from '../../deps.js';
import { formatOrderId } from '../../domain/base/identity.js';
import { readMailbox } from '../../domain/base/mailbox.js';
import { EMAILS_BY_HAND, type EmailKind } from '../../domain/messages/email.js';
import { isStillTrue } from '../../domain/messages/email-causes.js';
import type { Order } from '../../domain/orders/order.js';
import { AppError, invalidRequest } from '../../errors/errors.js';
import { appendAudit } from '../../store/keeping/audit.js';
import { queueCopy } from '../../store/messages/emails.js';
import { orderTime } from '../orders/order-time.js';
import { type OrderKey, requireOrder } from '../orders/require-order.js';

type ResendCall = { readonly key: OrderKey; readonly kind: EmailKind; readonly actor: string };

type ResendDeps = Pick<Deps, 'db' | 'orders' | 'clock' | 'random' | 'vault' | 'mailer'>;

export async function resendEmail(deps: ResendDeps, { key, kind, actor }: ResendCall): Promise<Order> {
  const order = await requireOrder(deps, key);
  const { scope, uuid: orderId, customer } = order;
  if (!isStillTrue(kind, order, await orderTime(deps, deps.db, order))) throw new AppError('email_not_true');
  if (readMailbox(customer.email) === null) throw invalidRequest({ param: 'customer_email', error: 'invalid_email' });
  if (scope.mode === 'live' && deps.mailer === null) throw new AppError('email_not_configured');
  const at = deps.clock.now();
  await deps.db.transaction(async (tx) => {
    const email = { orderId, id: deps.random.uuid(at), kind };
    if (!(await queueCopy(tx, scope, email, { at, max: EMAILS_BY_HAND })))
      throw new AppError('too_many_emails', { max: EMAILS_BY_HAND });
    const details = { account: scope.accountId, mode: scope.mode, kind };
    const step = { at, actor, action: 'email.send' as const, subject: formatOrderId(orderId) };
    await appendAudit(tx, deps, { ...step, details });
  });
  return order;
}
