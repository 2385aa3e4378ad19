// What the database server says of itself, for health checks and the doctor.
import type { Queryable } from './db.js';
import { sql } from './sql.js';

export type ServerState = {
  readonly version: string;
  /** False when a power cut may lose what was answered: fsync or synchronous_commit is off. */
  readonly isDurable: boolean;
  /** Its clock, in epoch milliseconds. */
  readonly now: number;
};

export async function readServerState(db: Queryable): Promise<ServerState> {
  const [row] = await db.query<{ version: string; is_durable: boolean; now: number }>(sql`
    select current_setting('server_version') as version,
      current_setting('synchronous_commit') <> 'off' and current_setting('fsync') <> 'off' as is_durable,
      clock_timestamp() as now`);
  if (row === undefined) throw new Error('the server said nothing of itself');
  return { version: row.version, isDurable: row.is_durable, now: row.now };
}

/** Resolves when the server answers at all. */
export async function ping(db: Queryable): Promise<void> {
  await db.query(sql`select 1`);
}
