// Writes every change to an order after its creation, with one statement: the order's new state, its events and their
// deliveries, ledger entries, balances and payments. It must run inside the transaction that locked the order.
import type { Payment } from '../../domain/payment.js';
import type { Queryable } from '../db.js';
import { type ChangedOrder, changedOrders } from '../orders/changed-orders.js';
import { eventRows, newEvents } from '../orders/order-events.js';
import { prepared, sql } from '../sql.js';
import { NEW_DELIVERIES } from '../webhooks/deliveries/new-deliveries.js';
import { type BookEntry, changedBalances, newEntries } from './ledger.js';
import { savedPayments } from './payments-write.js';

export type { BookEntry };

export type OrderChanges = {
  readonly orders: readonly ChangedOrder[];
  readonly entries: readonly BookEntry[];
  /** New payments, and known ones that changed. */
  readonly payments: readonly Payment[];
};

export async function writeOrderChanges(tx: Queryable, { orders, entries, payments }: OrderChanges): Promise<void> {
  const statement = sql`
    with changed_orders as (${changedOrders(orders)}
    ), new_events as (${newEvents(eventRows(orders))}
    ), new_deliveries as (${NEW_DELIVERIES}
    ), new_entries as (${newEntries(entries)}
    ), changed_balances as (${changedBalances(entries)}
    )
    ${savedPayments(payments)}`;
  await tx.query(prepared('write_order_changes', statement));
}
