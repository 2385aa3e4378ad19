// Finds the order that a merchant asks for. A refusal never reveals whether another merchant has that order (D19).
import type { Deps } from '../../deps.js';
import type { Scope } from '../../domain/accounts/account.js';
import type { Method } from '../../domain/accounts/fee.js';
import { formatOrderId } from '../../domain/base/identity.js';
import type { Order } from '../../domain/orders/order.js';
import { AppError } from '../../errors/errors.js';
import type { Queryable } from '../../store/db.js';
import { lockOrder } from '../../store/orders/order-locks.js';

/** Scope and id. The id is null if the given string is not an order id. */
export type OrderKey = {
  readonly scope: Scope;
  readonly uuid: string | null;
  /** Set if the caller may see only orders of this method: v2 shows only SPEI orders (D34). */
  readonly method?: Method;
};

export async function requireOrder(deps: Pick<Deps, 'orders'>, { scope, uuid, method }: OrderKey): Promise<Order> {
  return checked(uuid === null ? null : await deps.orders.find(scope, uuid), method);
}

/** Like requireOrder, and locks the order until the transaction ends. */
export async function requireLocked(tx: Queryable, { scope, uuid, method }: OrderKey): Promise<Order> {
  return checked(uuid === null ? null : ((await lockOrder(tx, scope, uuid))?.order ?? null), method);
}

/** The caller owns the order, so a refusal may say that it is there. */
function checked(order: Order | null, method: Method | undefined): Order {
  if (order === null) throw new AppError('order_not_found');
  if (method !== undefined && order.method !== method)
    throw new AppError('order_not_found', { at: formatOrderId(order.uuid) });
  return order;
}
