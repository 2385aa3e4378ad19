// Owns webhook_workers: the delivering processes and when each was last seen. Frees the leases of dead ones.
import { type Db, type Queryable, within } from '../db.js';
import { sql } from '../sql.js';
import { freeLeases } from './deliveries/leases.js';

/**
 * Records that this process is alive, and frees the leases of dead processes. Returns false if this process was not in
 * the table: it is new, or another process declared it dead.
 */
export async function heartbeat(db: Db, owner: string, deadAfterMs: number): Promise<boolean> {
  const known = await db.query(sql`
    update webhook_workers
    set seen_at = now()
    where id = ${owner}
    returning 1`);
  if (known.length === 0) {
    await db.query(sql`
      insert into webhook_workers (id, seen_at)
      values (${owner}, now())
      on conflict do nothing`);
  }
  await db.transaction(async (tx) => {
    const dead = await tx.query<{ id: string }>(sql`
      delete from webhook_workers
      where seen_at < now() - ${deadAfterMs} * interval '1 millisecond'
      returning id`);
    const owners = dead.map(({ id }) => id);
    await freeLeases(within(db, tx), owners);
  });
  return known.length > 0;
}

/** Frees this process's remaining leases and removes it from the table. */
export async function signOff(db: Db, owner: string): Promise<void> {
  await freeLeases(db, [owner]);
  await db.query(sql`
    delete from webhook_workers
    where id = ${owner}`);
}

/** How many processes were seen within this time. */
export async function countWorkers(db: Queryable, withinMs: number): Promise<number> {
  const [row] = await db.query<{ number: number }>(sql`
    select count(*)::integer as number
    from webhook_workers
    where seen_at > now() - ${withinMs} * interval '1 millisecond'`);
  return row?.number ?? 0;
}
