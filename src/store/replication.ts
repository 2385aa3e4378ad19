// How far the primary has written its log, and reading from a replica that has followed so far.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Db, Queryable } from './db.js';
import { prepared, type Sql, sql } from './sql.js';

/** A replica on the same network is some milliseconds behind. */
const PATIENCE_MS = 50;
const ASK_AGAIN_MS = 5;

/** The position in the log up to which every acknowledged commit is written. */
export async function readCommitted(primary: Queryable): Promise<bigint> {
  const statement = sql`select pg_wal_lsn_diff(pg_current_wal_flush_lsn(), '0/0')::bigint as position`;
  const [row] = await primary.query<{ position: bigint }>(prepared('read_committed', statement));
  if (row === undefined) throw new Error('the primary has no position');
  return row.position;
}

/**
 * Reads from a replica that has replayed the log up to there, or does so within moments; null if it does not. Check and
 * statement need the same connection, because the next one may lead to another replica.
 */
export function readAt<Row>(replica: Db, position: bigint, statement: Sql): Promise<Row[] | null> {
  return replica.transaction(async (tx) => ((await catchesUp(tx, position)) ? tx.query<Row>(statement) : null));
}

async function catchesUp(tx: Queryable, position: bigint): Promise<boolean> {
  const deadline = performance.now() + PATIENCE_MS;
  while (!(await hasReplayed(tx, position))) {
    if (performance.now() > deadline) return false;
    await sleep(ASK_AGAIN_MS);
  }
  return true;
}

/** A server that follows nobody is no replica, whatever it has. */
async function hasReplayed(tx: Queryable, position: bigint): Promise<boolean> {
  const statement = sql`
    select pg_is_in_recovery() and pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0') >= ${position}::bigint as is_there`;
  const [row] = await tx.query<{ is_there: boolean | null }>(prepared('has_replayed', statement));
  return row?.is_there === true;
}
