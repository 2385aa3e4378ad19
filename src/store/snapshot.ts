// Reports and proofs read many statements' worth of rows as they were at one moment.
import type { Queryable } from './db.js';
import { sql } from './sql.js';

/** Must be the first statement of its transaction: all others then see the same rows, and none can write. */
export async function startSnapshot(tx: Queryable): Promise<void> {
  await tx.query(sql`set transaction isolation level repeatable read read only`);
}
