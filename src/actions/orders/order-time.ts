// The current time for an order: that of its own test clock if it has one (D47), and never before its last change.
import type { Deps } from '../../deps.js';
import { changeTime, type Order } from '../../domain/orders/order.js';
import type { Queryable } from '../../store/db.js';
import { findTestClock } from '../../store/orders/test-clocks.js';

/** Inside a transaction, pass its connection: waiting for a second connection could take forever. */
export async function orderTime(
  deps: Pick<Deps, 'clock'>,
  db: Queryable,
  order: Pick<Order, 'testClockId' | 'scope' | 'updatedAt'>,
): Promise<number> {
  const { testClockId, scope } = order;
  const own = testClockId === null ? null : await findTestClock(db, scope.accountId, testClockId);
  return changeTime(order, own?.frozenTime ?? deps.clock.now());
}
