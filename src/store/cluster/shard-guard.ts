// Keeps a shard where it is while a statement of ours runs at it. We write past Citus, so it would not wait for us before it lets
// another node have the shard, and what we wrote meanwhile would be lost: 2,196 of 17,864 orders in a trial.
import { AppError } from '../../errors/errors.js';
import { type Queryable, sqlState } from '../db.js';
import { raw, type Sql, sql } from '../sql.js';

const FUNCTION = 'cobro_is_at_shard';

/** A code of our own: nothing was done, because the shard has moved. */
const MOVED = 'CB001';

/**
 * Takes the lock that Citus' own statements take (5 is a share lock), until the transaction ends, and then looks whether the shard
 * is still here. Only who owns the tables may lock, so it runs with the owner's rights; its fixed path keeps anybody else from
 * giving it other functions.
 */
function guardFunction(): Sql {
  return raw(`
    create or replace function ${FUNCTION}(wanted bigint) returns boolean
    language plpgsql security definer set search_path = pg_catalog, pg_temp as $guard$
    begin
      perform lock_shard_metadata(5, array[wanted]);
      perform from pg_dist_placement p
        join pg_dist_local_group g on g.groupid = p.groupid
        where p.shardid = wanted;
      if not found then
        raise exception 'shard % is not here', wanted using errcode = '${MOVED}';
      end if;
      return true;
    end $guard$`);
}

/** Makes the function on the coordinator and, through Citus, on every node that is there or comes later. */
export async function placeGuard(tx: Queryable): Promise<void> {
  await tx.query(guardFunction());
  await tx.query(sql`select create_distributed_function(${`${FUNCTION}(bigint)`}::regprocedure)`);
}

/** What comes first in a statement at this shard. */
export function guardOf(shardId: bigint): Sql {
  return { name: 'shard_guard', text: `select where not ${FUNCTION}($1::bigint)`, values: [String(shardId)] };
}

export function hasMoved(error: unknown): boolean {
  return sqlState(error instanceof AppError ? error.cause : error) === MOVED;
}
