// How many rows a piece of work reads, whatever the machine is busy with.
import type { Db, Queryable } from '../../src/store/db.js';
import { sql } from '../../src/store/sql.js';

/** The rows of these tables that `work` reads, planned as for the service: by key. */
export function rowsRead(
  db: Db,
  tables: readonly string[],
  work: (tx: Queryable) => Promise<unknown>,
  planned: 'freely' | 'without nested loops' = 'freely',
): Promise<number> {
  return db.transaction(async (tx) => {
    await tx.query(sql`set local enable_seqscan = off`);
    if (planned === 'without nested loops') await tx.query(sql`set local enable_nestloop = off`);
    const before = await countRead(tx, tables);
    await work(tx);
    return (await countRead(tx, tables)) - before;
  });
}

async function countRead(tx: Queryable, tables: readonly string[]): Promise<number> {
  const [row] = await tx.query<{ tuples: number }>(sql`
    select (sum(seq_tup_read) + sum(idx_tup_fetch))::integer as tuples
    from pg_stat_xact_user_tables
    where relname = any(${tables}::text[])`);
  return row?.tuples ?? 0;
}
