// Reads what the open pages of customers watch: the few facts of an order whose change they show.
import type { Status } from '../../domain/orders/order.js';
import type { Db } from '../db.js';
import { askShards } from '../in-shards.js';
import { prepared, sql } from '../sql.js';

export type PayState = {
  readonly uuid: string;
  readonly status: Status;
  readonly received: bigint;
  readonly surplus: bigint;
  readonly held: bigint;
  readonly refunded: bigint;
  readonly expiry: { readonly at: number };
  readonly pointCode: string | null;
  /** When its amount in coins was set; null if it has none that changes. */
  readonly pricedAt: string | null;
  /** The time of its own test clock (D47); null if it has none. */
  readonly frozenTime: number | null;
  /** Of the transfers that send its money back: how many there are, and how far they have come. */
  readonly returns: number;
  readonly returnSteps: string;
};

/** `isLost`: nobody knows whether there is such an order, because a node does not answer. */
export type SoughtPay<State> = { readonly state: State | null; readonly isLost: boolean };

/** Many orders in one statement, each found by the indexes orders_id and outgoing_transfers_order. */
export async function readPayStates(db: Db, uuids: readonly string[]): Promise<SoughtPay<PayState>[]> {
  const statement = prepared(
    'read_pay_states',
    sql`
        select orders.id as uuid, status, received, surplus, held, refunded, expires_at, point_code as "pointCode",
          clock.frozen_time as "frozenTime", back.returns, coalesce(back.steps, '') as "returnSteps",
          case when method = 'crypto' then point->'details'->>'pesos_per_coin_at' end as "pricedAt"
        from orders
        left join test_clocks clock on clock.account_id = orders.account_id and clock.id = orders.test_clock_id
        cross join lateral (
          select count(*)::integer as returns, string_agg(state || (clabe is null)::text, ',' order by id) as steps
          from outgoing_transfers
          where outgoing_transfers.account_id = orders.account_id
            and outgoing_transfers.livemode = orders.livemode
            and outgoing_transfers.order_id = orders.id) as back
        where orders.id = any(${uuids}::uuid[])`,
  );
  const { found, isComplete } = await askShards(db, (shard) =>
    shard.query<Omit<PayState, 'expiry'> & { readonly expires_at: number }>(statement),
  );
  const states = new Map(found.map((row) => [row.uuid, { ...row, expiry: { at: row.expires_at } }]));
  return uuids.map((uuid) => ({ state: states.get(uuid) ?? null, isLost: !isComplete && !states.has(uuid) }));
}
