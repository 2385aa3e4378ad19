// Deletes deliveries that ended long ago (D80), lane by lane in the order of the primary key.
import { firstUuidAt, NIL_UUID } from '../../../domain/base/identity.js';
import { isLive } from '../../../domain/base/mode.js';
import type { Queryable } from '../../db.js';
import { ofScope } from '../../scope.js';
import { named, sql } from '../../sql.js';
import type { PurgePage } from '../../table.js';
import type { LaneKey } from './claims.js';
import { OPEN } from './states.js';

/** An endpoint with deliveries of any state, and whether it is deleted. */
type PurgedLane = LaneKey & { readonly isDeleted: boolean };

/** The next one after `after`. */
export async function nextPurgedLane(db: Queryable, after: PurgedLane | null): Promise<PurgedLane | null> {
  const rows = await db.query<PurgedLane>(sql`
    select ${named('account_id, livemode, endpoint_id', 'd')}, e.deleted_at is not null as "isDeleted"
    from (
      select account_id, livemode, endpoint_id
      from webhook_deliveries
      where (account_id, livemode, endpoint_id)
        > (${after?.accountId ?? NIL_UUID}::uuid, ${after !== null && isLive(after.mode)}::boolean,
          ${after?.endpointId ?? NIL_UUID}::uuid)
      order by account_id, livemode, endpoint_id
      limit 1) d
    left join webhook_endpoints e on e.account_id = d.account_id and e.livemode = d.livemode and e.id = d.endpoint_id`);
  return rows[0] ?? null;
}

/**
 * Deletes ended deliveries from before that time, of at most `limit` deliveries from the order `from` on. Returns the
 * order to go on from, or null at the end. What is open stays for as long as it takes, unless its endpoint is deleted.
 */
export async function purgeDeliveries(
  db: Queryable,
  { isDeleted, ...lane }: PurgedLane,
  page: PurgePage,
): Promise<string | null> {
  const [row] = await db.query<{ read: number; last: string | null }>(sql`
    with page as materialized (
      select ctid, order_id, created_at < ${new Date(page.before)}
        and (state not in ${OPEN} or (${isDeleted}::boolean and lease_owner is null)) as is_over
      from webhook_deliveries
      where ${ofScope(lane)}
        and endpoint_id = ${lane.endpointId}
        and order_id >= ${page.from}
        and order_id < ${firstUuidAt(page.before)}
      order by order_id
      limit ${page.limit}
    ), gone as (
      delete from webhook_deliveries
      where account_id = ${lane.accountId}
        and ctid = any(array(select ctid from page where is_over))
        and (state not in ${OPEN} or ${isDeleted}::boolean)
    )
    select count(*)::integer as read, (select order_id from page order by order_id desc limit 1) as last
    from page`);
  return row === undefined || row.read < page.limit || row.last === page.from ? null : row.last;
}
