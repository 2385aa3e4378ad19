// The current time for an order. A test order may follow its own clock (D47).
import type { Deps } from '../deps.js';
import type { Order } from '../domain/order.js';
import type { Queryable } from '../store/db.js';
import { findTestClock } from '../store/orders/test-clocks.js';

/** Inside a transaction, pass its connection: waiting for a second connection could take forever. */
export async function orderTime(
  deps: Pick<Deps, 'clock'>,
  db: Queryable,
  { testClockId, scope }: Pick<Order, 'testClockId' | 'scope'>,
): Promise<number> {
  const own = testClockId === null ? null : await findTestClock(db, scope.accountId, testClockId);
  return own?.frozenTime ?? deps.clock.now();
}
