// Lets reports and proofs run many statements over the same snapshot of the database.
import type { Queryable } from './db.js';
import { sql } from './sql.js';

/** Must be the first statement of its transaction. All later statements see the same rows, and none can write. */
export async function startSnapshot(tx: Queryable): Promise<void> {
  await tx.query(sql`set transaction isolation level repeatable read read only`);
}
