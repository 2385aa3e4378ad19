// Statements that wait: a table locked from another connection, and a look at who waits for it.
import { after } from 'node:test';
import pg from 'pg';
import type { Db } from '../../src/store/db.js';
import { until } from './until.js';

/** Locks the orders until it is released, or the test ends. "share row exclusive" keeps writers out, the other readers too. */
export async function lockOrders(
  databaseUrl: string,
  mode: 'share row exclusive' | 'access exclusive',
): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  let open = true;
  const release = async () => {
    if (!open) return;
    open = false;
    await client.query('commit');
    await client.end();
  };
  after(release);
  await client.query('begin');
  await client.query(`lock table orders in ${mode} mode`);
  return release;
}

/** Waits until exactly so many statements of this database wait for a lock. */
export async function untilBlocked(db: Db, statements: number): Promise<void> {
  const waiting = `select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  const text = !db.isSpread
    ? waiting
    : `select sum(result::bigint)::bigint as count from run_command_on_all_nodes($$${waiting}$$)`;
  await until(`${statements} statements wait for a lock`, async () => {
    const [row] = await db.query<{ count: bigint }>({ text, values: [] });
    return Number(row?.count) === statements;
  });
}
