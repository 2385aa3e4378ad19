// Reads what the desk shows of an order of any merchant.
import type { Deps } from '../../../deps.js';
import { parseOrderId } from '../../../domain/base/identity.js';
import type { Payment } from '../../../domain/money/payment.js';
import type { Order } from '../../../domain/orders/order.js';
import type { Transfer } from '../../../domain/transfers/transfer.js';
import { AppError } from '../../../errors/errors.js';
import { findAccountNames } from '../../../store/accounts/account-names.js';
import { listPaymentsOf } from '../../../store/money/payments.js';
import { findOwner } from '../../../store/orders/orders.js';
import { listTransfers } from '../../../store/transfers/transfers.js';
import type { MerchantName } from '../ui/desk-parts.js';

export type AnyOrderView = {
  readonly order: Order;
  readonly merchant: MerchantName;
  readonly payments: readonly Payment[];
  readonly transfers: readonly Transfer[];
};

export async function showAnyOrder(deps: Pick<Deps, 'db' | 'orders'>, id: string): Promise<AnyOrderView> {
  const uuid = parseOrderId(id);
  const scope = uuid === null ? null : await findOwner(deps.db, uuid);
  const order = uuid === null || scope === null ? null : await deps.orders.find(scope, uuid);
  if (order === null) throw new AppError('not_found');
  const { accountId } = order.scope;
  const names = await findAccountNames(deps.db, [accountId]);
  const wanted = { orderId: order.uuid, status: null, reason: null, before: null, limit: 50 };
  return {
    order,
    merchant: { id: accountId, name: names.get(accountId) ?? '' },
    payments: await listPaymentsOf(deps.db, order.scope, order.uuid),
    transfers: await listTransfers(deps.db, order.scope, wanted),
  };
}
