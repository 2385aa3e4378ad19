// Owns clabe_reuses: CLABEs of orders that have ended, to be used again after a rest, if the operator allows it (D77).
// It works only when a prefix has no new CLABE left, in small steps, so that orders in general pay nothing for it.
import { firstUuidAt } from '../../domain/base/identity.js';
import { clabeFreeAt } from '../../domain/money/reused-clabe.js';
import { type Db, type Queryable, within } from '../db.js';
import { shardsOf } from '../in-shards.js';
import { lockSearch, noteSearch } from '../points/number-pools.js';
import { sql } from '../sql.js';
import { endClabes, type FoundClabe, listClabesAfter, lockClabes } from './order-clabes.js';

type RestedClabes = { readonly prefix: string; readonly now: number; readonly restMs: number };

const BLOCK = 20;
const ORDERS_PER_SEARCH = 2_000;

/** CLABEs whose orders ended long enough ago. Those orders no longer own them; who calls gives them to new orders. */
export function takeRestedClabes(db: Db, { prefix, now, restMs }: RestedClabes): Promise<string[]> {
  return db.transaction(async (tx) => {
    const due = await lockDue(tx, prefix, now);
    if (due.length === 0) return [];
    const freeAt = new Map(due.map((clabe) => [clabe, now]));
    // Shards commit before this transaction does: a CLABE that no order owns any more is found rested the next time, too.
    for (const shard of shardsOf(within(db, tx)))
      for (const [clabe, at] of await shard.transaction((on) => endRested(on, due, { now, restMs })))
        freeAt.set(clabe, at);
    const rested = due.filter((clabe) => (freeAt.get(clabe) ?? now) <= now);
    // If no order is stored with it, because of a crash, its turn comes again after a rest.
    for (const clabe of rested) freeAt.set(clabe, now + restMs);
    await postpone(tx, freeAt);
    return rested;
  });
}

/**
 * An order may have got money, or the CLABE may have a new order, since it was found: looks again, under the lock. A CLABE has one
 * owner at most. Returns when each that has one is free.
 */
async function endRested(
  on: Queryable,
  clabes: readonly string[],
  { now, restMs }: Pick<RestedClabes, 'now' | 'restMs'>,
): Promise<ReadonlyMap<string, number>> {
  const owners = await lockClabes(on, clabes);
  await endClabes(
    on,
    owners.filter((owner) => clabeFreeAt(owner, restMs) <= now),
  );
  return new Map(owners.map((owner) => [owner.clabe, clabeFreeAt(owner, restMs)]));
}

/** Notes the CLABEs of the next orders in order of age. Returns how many orders it looked at. */
export function searchEndedOrders(db: Db, { prefix, now, restMs }: RestedClabes): Promise<number> {
  return db.transaction(async (tx) => {
    const range = { after: await lockSearch(tx, prefix), before: firstUuidAt(now - restMs) };
    const orders = await listClabesAfter(tx, range, ORDERS_PER_SEARCH);
    const last = orders.at(-1);
    if (last === undefined) return 0;
    const reusable = orders.filter(({ clabe, isCustomers }) => clabe?.startsWith(prefix) && !isCustomers);
    await insertReuses(tx, prefix, reusable, restMs);
    await noteSearch(tx, prefix, last.id);
    return orders.length;
  });
}

/** How many CLABEs of a prefix could be used again now, as far as is known. */
export async function countRested(db: Queryable, prefix: string, now: number): Promise<number> {
  const rows = await db.query<{ count: bigint }>(sql`
    select count(*) as count
    from clabe_reuses
    where prefix = ${prefix}
      and free_at <= ${new Date(now)}`);
  return Number(rows[0]?.count ?? 0);
}

async function lockDue(tx: Queryable, prefix: string, now: number): Promise<string[]> {
  const rows = await tx.query<{ clabe: string }>(sql`
    select clabe
    from clabe_reuses
    where prefix = ${prefix}
      and free_at <= ${new Date(now)}
    order by free_at
    limit ${BLOCK}
    for update skip locked`);
  return rows.map(({ clabe }) => clabe);
}

async function postpone(tx: Queryable, freeAt: ReadonlyMap<string, number>): Promise<void> {
  await tx.query(sql`
    update clabe_reuses
    set free_at = row.free_at
    from unnest(${[...freeAt.keys()]}::text[], ${[...freeAt.values()].map((at) => new Date(at))}::timestamptz[]) as row(clabe, free_at)
    where clabe_reuses.clabe = row.clabe`);
}

async function insertReuses(
  tx: Queryable,
  prefix: string,
  orders: readonly FoundClabe[],
  restMs: number,
): Promise<void> {
  await tx.query(sql`
    insert into clabe_reuses (clabe, prefix, free_at)
    select clabe, ${prefix}, free_at
    from unnest(${orders.map(({ clabe }) => clabe)}::text[],
      ${orders.map((order) => new Date(clabeFreeAt(order, restMs)))}::timestamptz[]) as row(clabe, free_at)
    on conflict do nothing`);
}
