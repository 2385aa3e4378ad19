// Reads what the desk shows of orders of all merchants. A search takes what a receipt or a bank statement carries.
import type { Deps } from '../../../deps.js';
import { METHODS, type Method } from '../../../domain/accounts/fee.js';
import { parseOrderId } from '../../../domain/base/identity.js';
import type { Mode } from '../../../domain/base/mode.js';
import { type ListPage, toPage } from '../../../domain/base/paging.js';
import type { Payment } from '../../../domain/money/payment.js';
import { type Order, STATUSES, type Status } from '../../../domain/orders/order.js';
import type { Transfer } from '../../../domain/transfers/transfer.js';
import { AppError } from '../../../errors/errors.js';
import { findAccountNames, listAccountNames } from '../../../store/accounts/account-names.js';
import { findByTrackingKey } from '../../../store/money/payment-lists.js';
import { listPaymentsOf } from '../../../store/money/payments.js';
import { walkOrders } from '../../../store/orders/all-orders.js';
import { findOwner } from '../../../store/orders/order-owner.js';
import { findByIds } from '../../../store/orders/order-search.js';
import { listTransfers } from '../../../store/transfers/transfers.js';
import { searchOrders } from '../inbox/inbox-view.js';
import type { MerchantName } from '../ui/desk-parts.js';
import { askIn, choiceIn, filterIn, modeIn, type Query, uuidIn } from '../ui/list-query.js';

const ORDERS_A_PAGE = 25;
const MOST_MERCHANTS = 200;

export type AllOrdersView = {
  readonly mode: Mode;
  readonly search: string;
  readonly status: Status | null;
  readonly method: Method | null;
  readonly merchant: string | null;
  readonly page: ListPage<Order>;
  readonly names: ReadonlyMap<string, string>;
  readonly merchants: readonly MerchantName[];
};

export async function showAllOrders({ db }: Pick<Deps, 'db'>, query: Query): Promise<AllOrdersView> {
  const mode = modeIn(query);
  const search = filterIn(query, 'q');
  const status = choiceIn(query, 'status', STATUSES);
  const method = choiceIn(query, 'method', METHODS);
  const merchant = uuidIn(query, 'merchant');
  const page = search === '' ? await walk() : { rows: await find(db, mode, search), previous: null, next: null };
  const ids = page.rows.map(({ scope }) => scope.accountId);
  const names = await findAccountNames(db, ids);
  return { mode, search, status, method, merchant, page, names, merchants: await listAccountNames(db, MOST_MERCHANTS) };

  async function walk(): Promise<ListPage<Order>> {
    const ask = askIn(query, ORDERS_A_PAGE);
    const { rows, end } = await walkOrders(db, { mode, status, method, accountId: merchant }, ask);
    const listed = toPage(rows, ask, ({ uuid }) => uuid);
    // The walk is bounded: where it ended without a full page, the next one goes on.
    return { ...listed, [ask.towards]: listed[ask.towards] ?? (rows.length > ORDERS_A_PAGE ? null : end) };
  }
}

async function find(db: Deps['db'], mode: Mode, text: string): Promise<Order[]> {
  const orders = await searchOrders({ db }, mode, text);
  if (orders.length > 0) return orders;
  const payments = await findByTrackingKey(db, mode, text);
  const ids = payments.flatMap(({ orderId }) => orderId ?? []);
  return ids.length === 0 ? [] : findByIds(db, mode, ids);
}

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
