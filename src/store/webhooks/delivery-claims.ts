// Deliveries that are due, claimed by lease in batches, endpoint by endpoint; they are sent with no transaction open (D52, D53).

import type { Endpoint } from '../../domain/endpoint.js';
import type { EventType, OrderEvent, OrderState } from '../../domain/event.js';
import { isLive, type Mode, modeOf } from '../../domain/mode.js';
import type { Order } from '../../domain/order.js';
import type { Queryable } from '../db.js';
import { ORDER_COLUMNS, type OrderRow, toOrder } from '../orders/order-row.js';
import { ENDPOINT_COLUMNS, type EndpointRow, toEndpoint } from './endpoints.js';

export type Claim = {
  readonly endpoint: Endpoint;
  readonly order: Order;
  readonly event: OrderEvent;
  /** How often it was tried before. */
  readonly attempts: number;
};

/** One endpoint's deliveries are a lane. Lanes are walked in the order of their keys, a stretch at a time. */
export type LaneKey = { readonly accountId: string; readonly mode: Mode; readonly endpointId: string };

const NIL = '00000000-0000-0000-0000-000000000000';
export const FIRST_LANE: LaneKey = { accountId: NIL, mode: 'test', endpointId: NIL };

// Jumps from lane to lane in the index (one probe each), so the cost follows the lanes walked, neither the deliveries
// due nor the endpoints there are. The first entry of a lane is its earliest. Measured with 1,000,000 due deliveries in
// 2,000 lanes: 6.4 ms for a stretch of 200 on a machine ten times overloaded, index only scans, nothing sorted.
const LANES = `
with recursive lane as (
  (
    select account_id, livemode, endpoint_id, due_at
    from webhook_deliveries
    where state = 'due'
      and (account_id, livemode, endpoint_id) > ($1::uuid, $2::boolean, $3::uuid)
    order by account_id, livemode, endpoint_id, due_at
    limit 1
  )
  union all
  select next.account_id, next.livemode, next.endpoint_id, next.due_at
  from lane
  cross join lateral (
    select account_id, livemode, endpoint_id, due_at
    from webhook_deliveries d
    where d.state = 'due'
      and (d.account_id, d.livemode, d.endpoint_id) > (lane.account_id, lane.livemode, lane.endpoint_id)
    order by d.account_id, d.livemode, d.endpoint_id, d.due_at
    limit 1) next
)
select walked.account_id as lane_account_id, walked.livemode as lane_livemode, walked.endpoint_id as lane_endpoint_id,
  walked.due_at <= now() and e.is_active and e.deleted_at is null as is_ready, ${ENDPOINT_COLUMNS.split(/,\s+/)
    .map((column) => `e.${column}`)
    .join(', ')}
from (
  select account_id, livemode, endpoint_id, due_at
  from lane
  limit $4) walked
join webhook_endpoints e on e.account_id = walked.account_id
  and e.livemode = walked.livemode
  and e.id = walked.endpoint_id
order by walked.account_id, walked.livemode, walked.endpoint_id`;

type LaneRow = EndpointRow & {
  lane_account_id: string;
  lane_livemode: boolean;
  lane_endpoint_id: string;
  is_ready: boolean;
};

/** Endpoints behind `after` that have something due; `next` is where to go on, null at the end. */
export async function listLanes(
  db: Queryable,
  after: LaneKey,
  limit: number,
): Promise<{ endpoints: Endpoint[]; next: LaneKey | null }> {
  const rows = await db.query<LaneRow>({
    name: 'list_lanes',
    text: LANES,
    values: [after.accountId, isLive(after.mode), after.endpointId, limit],
  });
  const last = rows.at(-1);
  return {
    endpoints: rows.filter((row) => row.is_ready).map(toEndpoint),
    next:
      last === undefined || rows.length < limit
        ? null
        : { accountId: last.lane_account_id, mode: modeOf(last.lane_livemode), endpointId: last.lane_endpoint_id },
  };
}

// Lane by lane, so that no endpoint's backlog stands before another's. The lease is the due time of the next try. The
// fixed limit is for the planner, which takes a variable one for a tenth of the table and reads all of it: 2.5 s instead of
// milliseconds with 1,000,000 due in one lane.
const CLAIM = `
with picked as (
  select d.account_id, d.livemode, d.endpoint_id, d.order_id, d.sequence
  from unnest($1::uuid[], $2::boolean[], $3::uuid[], $4::integer[]) as lane(account_id, livemode, endpoint_id, room)
  cross join lateral (
    select account_id, livemode, endpoint_id, order_id, sequence
    from (
      select account_id, livemode, endpoint_id, order_id, sequence
      from webhook_deliveries
      where webhook_deliveries.account_id = lane.account_id
        and webhook_deliveries.livemode = lane.livemode
        and webhook_deliveries.endpoint_id = lane.endpoint_id
        and state = 'due'
        and due_at <= now()
      order by due_at
      limit 100
      for update skip locked) earliest
    limit lane.room) d
), claimed as (
  update webhook_deliveries d
  set lease_owner = $5, due_at = now() + $6 * interval '1 millisecond'
  from picked
  where d.account_id = picked.account_id
    and d.livemode = picked.livemode
    and d.endpoint_id = picked.endpoint_id
    and d.order_id = picked.order_id
    and d.sequence = picked.sequence
  returning d.account_id, d.livemode, d.endpoint_id, d.order_id, d.sequence, d.attempts
)
select c.endpoint_id, c.attempts, c.sequence as event_sequence, v.type as event_type, v.created_at as event_created_at,
  v.order_state, ${ORDER_COLUMNS.map((column) => `o.${column}`).join(', ')}
from claimed c
join orders o on o.account_id = c.account_id and o.livemode = c.livemode and o.id = c.order_id
join order_events v on v.account_id = c.account_id and v.livemode = c.livemode and v.order_id = c.order_id
  and v.sequence = c.sequence`;

type ClaimRow = OrderRow & {
  endpoint_id: string;
  attempts: number;
  event_sequence: number;
  event_type: EventType;
  event_created_at: number;
  order_state: OrderState;
};

export async function claimDeliveries(
  db: Queryable,
  lanes: readonly { readonly endpoint: Endpoint; readonly room: number }[],
  lease: { readonly owner: string; readonly ms: number },
): Promise<Claim[]> {
  const rows = await db.query<ClaimRow>({
    name: 'claim_deliveries',
    text: CLAIM,
    values: [
      lanes.map(({ endpoint }) => endpoint.scope.accountId),
      lanes.map(({ endpoint }) => isLive(endpoint.scope.mode)),
      lanes.map(({ endpoint }) => endpoint.id),
      lanes.map(({ room }) => room),
      lease.owner,
      lease.ms,
    ],
  });
  const endpoints = new Map(lanes.map(({ endpoint }) => [endpoint.id, endpoint]));
  return rows.flatMap((row) => {
    const endpoint = endpoints.get(row.endpoint_id);
    if (endpoint === undefined) return [];
    const event = {
      sequence: row.event_sequence,
      type: row.event_type,
      createdAt: row.event_created_at,
      orderState: row.order_state,
    };
    return [{ endpoint, order: toOrder(row), event, attempts: row.attempts }];
  });
}

/** Gives back what was claimed and is not going to be sent; whoever has room takes it, before what came later. */
export async function giveBack(db: Queryable, owner: string, claims: readonly Claim[]): Promise<void> {
  await db.query({
    name: 'give_back_deliveries',
    text: `
      update webhook_deliveries d
      set lease_owner = null, due_at = created_at
      from unnest($1::uuid[], $2::boolean[], $3::uuid[], $4::uuid[], $5::integer[])
        as given(account_id, livemode, endpoint_id, order_id, sequence)
      where d.account_id = given.account_id
        and d.livemode = given.livemode
        and d.endpoint_id = given.endpoint_id
        and d.order_id = given.order_id
        and d.sequence = given.sequence
        and d.lease_owner = $6
        and d.state = 'due'`,
    values: [
      claims.map(({ endpoint }) => endpoint.scope.accountId),
      claims.map(({ endpoint }) => isLive(endpoint.scope.mode)),
      claims.map(({ endpoint }) => endpoint.id),
      claims.map(({ order }) => order.uuid),
      claims.map(({ event }) => event.sequence),
      owner,
    ],
  });
}
