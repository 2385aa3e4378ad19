// E-mails about an order, for its page.
import { formatOrderId } from '../../../domain/base/identity.js';
import type { Order } from '../../../domain/orders/order.js';
import type { Queryable } from '../../../store/db.js';
import { listEmailsOf } from '../../../store/messages/email-lists.js';
import type { OrderMessage } from './order-message.js';

export async function emailsOf(db: Queryable, order: Order): Promise<OrderMessage[]> {
  const emails = await listEmailsOf(db, order);
  return emails.map(({ id, kind, recipient, subject, state, createdAt }) => ({
    way: 'email',
    kind,
    to: recipient,
    text: subject ?? '',
    state: state === 'queued' ? 'sending' : state,
    createdAt,
    path: `/messages/email/${formatOrderId(order.uuid)}/${id}`,
  }));
}
