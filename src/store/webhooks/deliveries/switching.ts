// Changes an endpoint's deliveries when it is switched off or on, some at a time. No delivery is lost (D52).
import type { Scope } from '../../../domain/accounts/account.js';
import type { Db, Queryable } from '../../db.js';
import { inAllShards } from '../../in-shards.js';
import { ofScope } from '../../scope.js';
import { join, prepared, raw, type Sql, sql } from '../../sql.js';
import { laneWalk } from './lane-walk.js';
import { OPEN, sameDelivery, stateByAge } from './states.js';

/** At most so many deliveries change with one statement. 500,000 at once took longer than a statement may. */
export const MOST_SWITCHED = 1_000;
const LIMIT = raw(`limit ${MOST_SWITCHED}`);

const IS_PICKED = sameDelivery('d', 'picked');

/** Deliveries of the endpoint in one state, found in that state's index. */
function pick(scope: Scope, endpointId: string, where: Sql): Sql {
  return sql`(
    select account_id, livemode, endpoint_id, order_id, sequence
    from webhook_deliveries
    where ${ofScope(scope)}
      and endpoint_id = ${endpointId}
      and ${where}
    ${LIMIT})`;
}

/**
 * Holds some of the endpoint's deliveries and returns how many. One that is being sent keeps its lease, so that it is
 * not sent again if it succeeds.
 */
export async function holdDeliveries(tx: Queryable, scope: Scope, endpointId: string): Promise<number> {
  const rows = await tx.query(sql`
    update webhook_deliveries d
    set state = 'held'
    from (
      ${pick(scope, endpointId, sql`state = 'due'`)}
      union all
      ${pick(scope, endpointId, sql`state = 'waiting'`)}) picked
    where ${IS_PICKED}
      and d.account_id = ${scope.accountId}
      and d.state in ('due', 'waiting')
    returning 1`);
  return rows.length;
}

const BY_AGE = stateByAge('d');
const RESUMED = sql`due_at = now(), attempts = 0, created_at = now(), lease_owner = null`;

/** In the transaction that switches the endpoint on, or in one after it, for those from before `since`. */
type ReleaseTurn = { readonly is: 'first' } | { readonly is: 'later'; readonly since: number };

/**
 * Resumes some of the endpoint's deliveries, restarts their attempts and returns how many. Most of them are held. Others
 * are still due because the endpoint was switched on before all were held: what pauses before a retry is due now. Only
 * the first turn takes what is in hand or waits, because nobody sends it yet.
 */
export async function releaseHeld(tx: Queryable, scope: Scope, endpointId: string, turn: ReleaseTurn): Promise<number> {
  const of = (where: Sql) => pick(scope, endpointId, where);
  const otherOpen =
    turn.is === 'first'
      ? [of(sql`state = 'due'`), of(sql`state = 'waiting'`)]
      : pausing(new Date(turn.since)).map((where) => of(where));
  const rows = await tx.query(sql`
    update webhook_deliveries d
    set state = ${BY_AGE}, ${RESUMED}
    from (${join([of(sql`state = 'held'`), ...otherOpen], ' union ')}) picked
    where ${IS_PICKED}
      and d.account_id = ${scope.accountId}
      and d.state in ${OPEN}
    returning 1`);
  return rows.length;
}

/** Two ranges of the index by time. What was resumed leaves both, so each turn finds others. */
function pausing(since: Date): Sql[] {
  return [
    sql`state = 'due' and created_at < ${since} and due_at < ${since}`,
    sql`state = 'due' and created_at < ${since} and due_at > now() and lease_owner is null`,
  ];
}

/**
 * Resumes deliveries that were created as held at the moment their endpoint was switched on. Visits only lanes with
 * held deliveries, and of each lane some at a time.
 */
export async function releaseForgotten(db: Db): Promise<void> {
  const statement = sql`
    ${laneWalk('held')}
    update webhook_deliveries d
    set state = 'waiting', ${RESUMED}
    from lane
    join webhook_endpoints e on e.account_id = lane.account_id
      and e.livemode = lane.livemode
      and e.id = lane.endpoint_id
      and e.is_active
      and e.deleted_at is null
      and e.switching_since is null
    cross join lateral (
      select account_id, livemode, endpoint_id, order_id, sequence
      from webhook_deliveries held
      where held.account_id = lane.account_id
        and held.livemode = lane.livemode
        and held.endpoint_id = lane.endpoint_id
        and held.state = 'held'
      ${LIMIT}) picked
    where ${IS_PICKED}
      and d.state = 'held'`;
  await inAllShards(db, (shard) => shard.query(prepared('release_forgotten', statement)));
}
