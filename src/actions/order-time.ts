// What time it is for an order: a test order may live by a clock of its own (D47).
import type { Deps } from '../deps.js';
import type { Order } from '../domain/order.js';
import type { Queryable } from '../store/db.js';
import { findTestClock } from '../store/orders/test-clocks.js';

/** Inside a transaction the clock is read on the same connection: a second one might be waited for in vain. */
export async function orderTime(
  deps: Pick<Deps, 'clock'>,
  db: Queryable,
  { testClockId, scope }: Pick<Order, 'testClockId' | 'scope'>,
): Promise<number> {
  const own = testClockId === null ? null : await findTestClock(db, scope.accountId, testClockId);
  return own?.frozenTime ?? deps.clock.now();
}
