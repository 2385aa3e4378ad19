// Finds whose orders arrived money may be for, without a lock, on a cluster: every lock there names its account (docs/scaling.md).
import { groupByAccount } from '../by-account.js';
import type { Queryable } from '../db.js';
import { prepared, sql } from '../sql.js';

/** Money that looks for its order, as the statement that locks the candidates gets it. */
export type SeekingRow = {
  readonly destination: string;
  readonly livemode: boolean;
  readonly amount: string;
  readonly paid_at: string;
  readonly grace_from: string;
  readonly points: readonly string[] | null;
  readonly is_shared: boolean;
  readonly times: number;
};

type Found = {
  readonly account_id: string;
  readonly livemode: boolean;
  readonly destination: string;
  /** Set if the destination is a card, which may have had orders of several accounts. */
  readonly card_order_id: string | null;
  readonly point_code: string | null;
};

/** The accounts, in the order in which everybody locks orders, each with the money that may be for its orders. */
export async function findSoughtAccounts(
  tx: Queryable,
  seeking: readonly SeekingRow[],
): Promise<[string, SeekingRow[]][]> {
  const own = seeking.filter((row) => !row.is_shared).map(({ destination }) => destination);
  const shared = seeking.filter((row) => row.is_shared).map(({ destination }) => destination);
  const found = [
    ...(own.length === 0 ? [] : await findOwners(tx, own)),
    ...(shared.length === 0 ? [] : await findCustomers(tx, shared)),
  ];
  const pairs = seeking.flatMap((row) => accountsOf(row, found).map((accountId) => ({ accountId, row })));
  return groupByAccount(pairs, ({ accountId }) => accountId).map(([accountId, rows]) => [
    accountId,
    rows.map(({ row }) => row),
  ]);
}

function accountsOf(row: SeekingRow, found: readonly Found[]): string[] {
  const own = found.filter((one) => one.destination === row.destination && one.livemode === row.livemode);
  const cards = own.filter((one) => one.card_order_id !== null).sort((one, other) => compareCards(row, one, other));
  const named = [...own.filter((one) => one.card_order_id === null), ...cards.slice(0, 1)];
  return [...new Set(named.map(({ account_id }) => account_id))];
}

/** The newest order of a card is the one, if it is of one of the rail's points. */
function compareCards({ points }: SeekingRow, one: Found, other: Found): number {
  const isOf = ({ point_code }: Found) => points === null || (point_code !== null && points.includes(point_code));
  if (isOf(one) !== isOf(other)) return isOf(one) ? -1 : 1;
  return (one.card_order_id ?? '') > (other.card_order_id ?? '') ? -1 : 1;
}

/** One statement for all nodes: on each, three looks into indexes for each number. */
function findOwners(tx: Queryable, destinations: readonly string[]): Promise<Found[]> {
  return tx.query<Found>(
    prepared(
      'find_sought_accounts',
      sql`
        select account_id, livemode, clabe as destination, null::uuid as card_order_id, null as point_code
        from orders
        where clabe = any(${destinations}::text[])
          and customer_id is null
        union all
        select account_id, livemode, reference, null, null
        from orders
        where reference = any(${destinations}::text[])
        union all
        select account_id, livemode, card_number, id, point_code
        from orders
        where card_number = any(${destinations}::text[])`,
    ),
  );
}

function findCustomers(tx: Queryable, clabes: readonly string[]): Promise<Found[]> {
  return tx.query<Found>(sql`
    select account_id, livemode, clabe as destination, null::uuid as card_order_id, null as point_code
    from customer_clabes
    where clabe = any(${clabes}::text[])`);
}
