// Owns test_clocks: frozen clocks that test orders can use instead of real time (D47).
import type { Queryable } from '../db.js';
import { sql } from '../sql.js';

export type TestClock = { readonly id: string; readonly frozenTime: number };

export async function insertTestClock(db: Queryable, accountId: string, { id, frozenTime }: TestClock): Promise<void> {
  await db.query(sql`
    insert into test_clocks (account_id, id, frozen_time)
    values (${accountId}, ${id}, ${new Date(frozenTime)})`);
}

export async function findTestClock(db: Queryable, accountId: string, id: string): Promise<TestClock | null> {
  const rows = await db.query<TestClock>(sql`
    select id, frozen_time as "frozenTime"
    from test_clocks
    where account_id = ${accountId}
      and id = ${id}`);
  return rows[0] ?? null;
}

/** The clock's time, which stays until the transaction ends; null if there is no such clock. */
export async function lockClockTime(tx: Queryable, accountId: string, id: string): Promise<number | null> {
  const rows = await tx.query<{ frozen_time: number }>(sql`
    select frozen_time
    from test_clocks
    where account_id = ${accountId}
      and id = ${id}
    for share`);
  return rows[0]?.frozen_time ?? null;
}

/** Moves a clock forward. Returns null if it does not exist and false if it would move back. */
export async function advanceTestClock(
  db: Queryable,
  accountId: string,
  { id, to }: { readonly id: string; readonly to: number },
): Promise<TestClock | false | null> {
  const rows = await db.query(sql`
    update test_clocks
    set frozen_time = ${new Date(to)}
    where account_id = ${accountId}
      and id = ${id}
      and frozen_time <= ${new Date(to)}
    returning 1`);
  if (rows.length > 0) return { id, frozenTime: to };
  return (await findTestClock(db, accountId, id)) === null ? null : false;
}

/** The newest first. */
export async function listTestClocks(db: Queryable, accountId: string, limit: number): Promise<ListedClock[]> {
  return db.query<ListedClock>(sql`
    select c.id, c.frozen_time as "frozenTime", (
      select count(*)::integer
      from (
        select 1
        from orders o
        where o.account_id = c.account_id
          and o.test_clock_id = c.id
        limit ${MOST_COUNTED + 1}) counted) as orders
    from test_clocks c
    where c.account_id = ${accountId}
    order by c.id desc
    limit ${limit}`);
}

/** Orders are counted up to this, plus one. */
export const MOST_COUNTED = 100;

type ListedClock = TestClock & { readonly orders: number };

/** The ids of the newest orders that live by a clock. */
export async function listClockOrders(
  db: Queryable,
  accountId: string,
  { clockId, limit }: { readonly clockId: string; readonly limit: number },
): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    select id
    from orders
    where account_id = ${accountId}
      and test_clock_id = ${clockId}
    order by id desc
    limit ${limit}`);
  return rows.map(({ id }) => id);
}
