// Reads what the open pages of customers watch: the few facts of an order whose change they show.
import type { Status } from '../../domain/orders/order.js';
import type { Queryable } from '../db.js';
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

/** Many orders in one statement, each found by the indexes orders_id and outgoing_transfers_order. */
export async function readPayStates(db: Queryable, uuids: readonly string[]): Promise<{ state: PayState | null }[]> {
  const rows = await db.query<PayStateRow>(
    prepared(
      'read_pay_states',
      sql`
        select orders.id, status, received, surplus, held, refunded, expires_at, point_code, clock.frozen_time,
          back.returns, back.steps,
          case when method = 'crypto' then point->'details'->>'pesos_per_coin_at' end as priced_at
        from orders
        left join test_clocks clock on clock.account_id = orders.account_id and clock.id = orders.test_clock_id
        cross join lateral (
          select count(*)::integer as returns, string_agg(state || (clabe is null)::text, ',' order by id) as steps
          from outgoing_transfers
          where outgoing_transfers.account_id = orders.account_id
            and outgoing_transfers.livemode = orders.livemode
            and outgoing_transfers.order_id = orders.id) as back
        where orders.id = any(${uuids}::uuid[])`,
    ),
  );
  const found = new Map(rows.map((row) => [row.id, row]));
  return uuids.map((uuid) => {
    const row = found.get(uuid);
    return { state: row === undefined ? null : toState(row) };
  });
}

type PayStateRow = {
  id: string;
  status: Status;
  received: bigint;
  surplus: bigint;
  held: bigint;
  refunded: bigint;
  expires_at: number;
  point_code: string | null;
  priced_at: string | null;
  frozen_time: number | null;
  returns: number;
  steps: string | null;
};

function toState(row: PayStateRow): PayState {
  return {
    uuid: row.id,
    status: row.status,
    received: row.received,
    surplus: row.surplus,
    held: row.held,
    refunded: row.refunded,
    expiry: { at: row.expires_at },
    pointCode: row.point_code,
    pricedAt: row.priced_at,
    frozenTime: row.frozen_time,
    returns: row.returns,
    returnSteps: row.steps ?? '',
  };
}
