// E-mails about an order, for its page.
import type { Scope } from '../../../domain/account.js';
import type { Queryable } from '../../../store/db.js';
import type { OrderMessage } from './order-message.js';

/** None yet: this version sends messages by SMS alone. */
export async function listEmailsOf(_db: Queryable, _scope: Scope, _orderId: string): Promise<OrderMessage[]> {
  return [];
}
