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
  const clients: pg.Client[] = [];
  const release = async () => {
    for (const client of clients.splice(0)) {
      await client.query('commit');
      await client.end();
    }
  };
  after(release);
  for (const { url, table } of await tablesOf(databaseUrl)) {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    clients.push(client);
    await client.query('begin');
    await client.query('set local citus.enable_manual_changes_to_shards = on'); // without Citus it means nothing
    await client.query(`lock table ${table} in ${mode} mode`);
  }
  return release;
}

/** On a cluster the orders are in the tables of the shards, too. */
async function tablesOf(databaseUrl: string): Promise<{ url: string; table: string }[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const own = { url: databaseUrl, table: 'orders' };
    const citus = await client.query("select from pg_extension where extname = 'citus'");
    if (citus.rows.length === 0) return [own];
    const { rows } = await client.query<{ node: string; table: string }>(
      "select nodename || ':' || nodeport as node, shard_name as table from citus_shards where table_name = 'orders'::regclass",
    );
    const shards = rows.map(({ node, table }) => {
      const url = new URL(databaseUrl);
      url.host = node;
      return { url: url.href, table };
    });
    return [...shards, own];
  } finally {
    await client.end();
  }
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
