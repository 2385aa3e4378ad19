// Writes every change to an order after its creation, with one statement: the order's new state, its events and their
// deliveries, ledger entries, balances and payments. It must run inside the transaction that locked the order.
import { mexicoDay } from '../../domain/base/mexico-day.js';
import type { BookEntry } from '../../domain/money/ledger.js';
import type { Payment } from '../../domain/money/payment.js';
import { type Queryable, TryAgain } from '../db.js';
import { type ChangedOrder, changedOrders } from '../orders/changed-orders.js';
import { eventRows, newEvents } from '../orders/order-events.js';
import { prepared, sql } from '../sql.js';
import { NEW_DELIVERIES, newDeliveries } from '../webhooks/deliveries/new-deliveries.js';
import { changedBalances, newEntries } from './ledger.js';
import { savedPayments } from './payments-write.js';

export type { BookEntry };

type BookChanges = {
  readonly orders: readonly ChangedOrder[];
  readonly entries: readonly BookEntry[];
  /** New payments, and known ones that changed. */
  readonly payments: readonly Payment[];
};

/**
 * Whoever waited for a balance over midnight begins anew, with a new time: the statement of the day before is finished, and an
 * entry must not be dated into it (D87). Nobody else pays for this with a statement of their own that locks the balance first.
 */
export async function writeBooks({ tx, clock }: Writer, changes: BookChanges): Promise<readonly ChangedBalance[]> {
  const balances = await write(tx, changes);
  const first = changes.entries[0]?.createdAt; // those of one change have one time
  if (first !== undefined && mexicoDay(first) < mexicoDay(clock.now()))
    throw new TryAgain('a day has ended while the books were written');
  return balances;
}

/** What merchants have now of which money moved; told only where no payments are written. */
type ChangedBalance = { readonly available: bigint };

type Writer = { readonly tx: Queryable; readonly clock: { now(): number } };

async function write(tx: Queryable, changes: BookChanges): Promise<ChangedBalance[]> {
  if (tx.isSpread) return writeInParts(tx, changes);
  const { orders, entries, payments } = changes;
  const statement = sql`
    with changed_orders as (${changedOrders(orders, null)}
    ), new_events as (${newEvents(eventRows(tx, orders))}
    ), new_deliveries as (${NEW_DELIVERIES}
    ), new_entries as (${newEntries(tx, entries)}
    )`;
  // A shard has no payments, and what is done there by the clock brings none.
  return tx.query<ChangedBalance>(
    payments.length === 0
      ? prepared('write_order_changes', sql`${statement} ${changedBalances(entries)} returning available`)
      : prepared(
          'write_payments',
          sql`${statement}, changed_balances as (${changedBalances(entries)}) ${savedPayments(tx, payments)}`,
        ),
  );
}

/**
 * What people decide on a cluster, where Citus cannot route an insert that is a part of another statement. The orders of one decision
 * are of one account.
 */
async function writeInParts(tx: Queryable, { orders, entries, payments }: BookChanges): Promise<ChangedBalance[]> {
  const accountId = orders[0]?.order.scope.accountId;
  if (accountId !== undefined) {
    const rows = eventRows(tx, orders);
    await tx.query(prepared('change_orders', changedOrders(orders, accountId)));
    await tx.query(prepared('new_events', newEvents(rows)));
    await tx.query(prepared('new_deliveries', sql`with new_events as (${rows}) ${newDeliveries(accountId)}`));
  }
  if (payments.length > 0) await tx.query(prepared('save_payments', savedPayments(tx, payments)));
  if (entries.length === 0) return [];
  await tx.query(prepared('new_entries', newEntries(tx, entries)));
  return tx.query<ChangedBalance>(prepared('change_balances', sql`${changedBalances(entries)} returning available`));
}
