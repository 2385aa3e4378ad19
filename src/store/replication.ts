// How far the primary has written its log, and whether a replica has followed.
import type { Queryable } from './db.js';
import { prepared, sql } from './sql.js';

/** The position in the log up to which every acknowledged commit is written. */
export async function readCommitted(primary: Queryable): Promise<bigint> {
  const statement = sql`select pg_wal_lsn_diff(pg_current_wal_flush_lsn(), '0/0')::bigint as position`;
  const [row] = await primary.query<{ position: bigint }>(prepared('read_committed', statement));
  if (row === undefined) throw new Error('the primary has no position');
  return row.position;
}

/** Whether this is a replica, and has replayed the log up to there. */
export async function hasReplayed(replica: Queryable, position: bigint): Promise<boolean> {
  const statement = sql`
    select pg_is_in_recovery() and pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0') >= ${position}::bigint as is_there`;
  const [row] = await replica.query<{ is_there: boolean | null }>(prepared('has_replayed', statement));
  return row?.is_there === true;
}
