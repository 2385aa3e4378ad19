// Clocks that test orders can live by (D47).
import type { Clock } from '../../domain/clock.js';
import type { Order } from '../../domain/order.js';
import { type Queryable, sql } from '../db.js';

export type TestClock = { readonly id: string; readonly frozenTime: number };

export type TestClocks = {
  insert(accountId: string, clock: TestClock): Promise<void>;
  find(accountId: string, id: string): Promise<TestClock | null>;
  /** Moves a clock forward; null when it does not exist, false when it would go back. */
  advance(accountId: string, id: string, to: number): Promise<TestClock | false | null>;
  /** What time it is for an order. Inside a transaction it is read on the same connection: a second one might be waited for in vain. */
  timeOf(order: Pick<Order, 'testClockId' | 'scope'>, on?: Queryable): Promise<number>;
};

export function createTestClocks(db: Queryable, clock: Clock): TestClocks {
  const find = async (accountId: string, id: string, on: Queryable = db): Promise<TestClock | null> => {
    const rows = await on.query<{ id: string; frozen_time: number }>(sql`
      select id, frozen_time
      from test_clocks
      where account_id = ${accountId}
        and id = ${id}`);
    return rows[0] === undefined ? null : { id: rows[0].id, frozenTime: rows[0].frozen_time };
  };
  return {
    find: (accountId, id) => find(accountId, id),
    async insert(accountId, { id, frozenTime }) {
      await db.query(sql`
        insert into test_clocks (account_id, id, frozen_time)
        values (${accountId}, ${id}, ${new Date(frozenTime)})`);
    },
    async advance(accountId, id, to) {
      const rows = await db.query(sql`
        update test_clocks
        set frozen_time = ${new Date(to)}
        where account_id = ${accountId}
          and id = ${id}
          and frozen_time <= ${new Date(to)}
        returning 1`);
      if (rows.length > 0) return { id, frozenTime: to };
      return (await find(accountId, id)) === null ? null : false;
    },
    async timeOf({ testClockId, scope }, on = db) {
      const own = testClockId === null ? null : await find(scope.accountId, testClockId, on);
      return own?.frozenTime ?? clock.now();
    },
  };
}
