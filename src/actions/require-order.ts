// The order that a merchant names, or a refusal that does not say whether somebody else has it (D19).
import type { Deps } from '../deps.js';
import type { Scope } from '../domain/account.js';
import type { Method } from '../domain/fee.js';
import type { Order } from '../domain/order.js';
import { AppError } from '../errors.js';
import type { Queryable } from '../store/db.js';
import { lockOrder } from '../store/orders/order-locks.js';

/** Scope and id. The id is null when the text that was given is no id at all. */
export type OrderKey = {
  readonly scope: Scope;
  readonly uuid: string | null;
  /** Set where only orders of this method exist for the caller: v2 knows SPEI orders alone (D34). */
  readonly method?: Method;
};

export async function requireOrder(deps: Pick<Deps, 'orders'>, { scope, uuid, method }: OrderKey): Promise<Order> {
  const order = uuid === null ? null : await deps.orders.find(scope, uuid);
  if (order === null || (method !== undefined && order.method !== method)) throw new AppError('order_not_found');
  return order;
}

/** The same, locked until the transaction ends. */
export async function requireLocked(tx: Queryable, { scope, uuid, method }: OrderKey): Promise<Order> {
  const order = uuid === null ? null : ((await lockOrder(tx, scope, uuid))?.order ?? null);
  if (order === null || (method !== undefined && order.method !== method)) throw new AppError('order_not_found');
  return order;
}
