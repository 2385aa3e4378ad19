// Frees claimed deliveries that will not be sent, so that any process with room can claim them. They come before
// deliveries that were created later.
import { isLive } from '../../../domain/base/mode.js';
import type { Db } from '../../db.js';
import { inAllShards, inShards } from '../../in-shards.js';
import { prepared, type Sql, sql } from '../../sql.js';
import type { Claim } from './claims.js';
import { isInState, sameDelivery } from './states.js';

const FREED = sql`lease_owner = null, due_at = created_at`;
const IS_GIVEN = sameDelivery('d', 'given');
const IS_DUE = isInState('d', 'due');

/** Frees these claims. As in `recordOutcomes`, the owner is compared so that it matches no index. */
export async function giveBack(db: Db, owner: string, claims: readonly Claim[]): Promise<void> {
  await inShards(
    db,
    claims,
    ({ endpoint }) => endpoint.scope.accountId,
    (shard, own) => shard.query(prepared('give_back_deliveries', given(owner, own))),
  );
}

function given(owner: string, claims: readonly Claim[]): Sql {
  return sql`
    update webhook_deliveries d
    set ${FREED}
    from unnest(
      ${claims.map(({ endpoint }) => endpoint.scope.accountId)}::uuid[],
      ${claims.map(({ endpoint }) => isLive(endpoint.scope.mode))}::boolean[],
      ${claims.map(({ endpoint }) => endpoint.id)}::uuid[],
      ${claims.map(({ order }) => order.uuid)}::uuid[],
      ${claims.map(({ event }) => event.sequence)}::integer[]) as given(account_id, livemode, endpoint_id, order_id, sequence)
    where ${IS_GIVEN}
      and d.lease_owner is not distinct from ${owner}
      and ${IS_DUE}`;
}

/** Frees all leases of these owners. Those at a node that is lost end by themselves. */
export async function freeLeases(db: Db, owners: readonly string[]): Promise<void> {
  if (owners.length === 0) return;
  const statement = sql`
    update webhook_deliveries
    set ${FREED}
    where lease_owner = any(${owners}::uuid[])
      and state = 'due'`;
  await inAllShards(db, (shard) => shard.query(statement));
}
