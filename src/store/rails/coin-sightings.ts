// Owns coin_sightings: outputs that pay to an address of ours, from the first sight to the notice (D92).
import type { CoinCode } from '../../domain/points/coins.js';
import type { Queryable } from '../db.js';
import { named, raw, sql } from '../sql.js';
import type { TakenBlock } from './coin-blocks.js';

export type Sighting = {
  readonly coin: CoinCode;
  readonly transaction: string;
  readonly output: number;
  readonly address: string;
  readonly units: bigint;
  readonly accountId: string | null;
  readonly orderId: string | null;
  readonly seenAt: number;
  readonly state: 'seen' | 'filed' | 'lost' | 'dust';
  /** The block that it is in; null: it waits for one. */
  readonly block: TakenBlock | null;
  /** What it is worth, once that is decided. */
  readonly centavos: bigint | null;
  readonly noticeId: string | null;
};

export type NewSighting = Omit<Sighting, 'state' | 'block' | 'centavos' | 'noticeId'>;
type SightingKey = Pick<Sighting, 'coin' | 'transaction' | 'output'>;

/** An output that was seen before keeps its time. One that was lost and is back is seen again. */
export async function noteSightings(
  tx: Queryable,
  sightings: readonly NewSighting[],
  block: TakenBlock | null,
): Promise<void> {
  if (sightings.length === 0) return;
  const rows = sightings.map((one) => ({
    coin: one.coin,
    transaction: one.transaction,
    output: one.output,
    address: one.address,
    units: String(one.units),
    account_id: one.accountId,
    order_id: one.orderId,
    seen_at: new Date(one.seenAt).toISOString(),
  }));
  await tx.query(sql`
    insert into coin_sightings (coin, transaction, output, address, units, account_id, order_id, seen_at, state, height, block_hash)
    select coin, transaction, output, address, units, account_id, order_id, seen_at, 'seen', ${block?.height ?? null}::bigint,
      ${block?.hash ?? null}::text
    from json_to_recordset(${JSON.stringify(rows)}::json) as row(
      coin text, transaction text, output integer, address text, units numeric, account_id uuid, order_id uuid,
      seen_at timestamptz)
    on conflict (coin, transaction, output) do update
    set height = coalesce(excluded.height, coin_sightings.height),
      block_hash = coalesce(excluded.block_hash, coin_sightings.block_hash),
      state = case
        when coin_sightings.state = 'lost' and coin_sightings.notice_id is null then 'seen'
        when coin_sightings.state = 'lost' then 'filed'
        else coin_sightings.state
      end`);
}

/** A block left the chain: what it held waits for another one. */
export async function unblockSightings(tx: Queryable, coin: string, { height, hash }: TakenBlock): Promise<void> {
  await tx.query(sql`
    update coin_sightings
    set height = null, block_hash = null
    where coin = ${coin}
      and height = ${height}
      and block_hash = ${hash}`);
}

const COLUMNS =
  named(`coin, transaction, output, address, units::text as units, account_id, order_id, seen_at, state, height, block_hash,
  centavos, notice_id`);

/**
 * What has to be asked for again: it waits for a block, or for its notice. In the order in which it was seen, page by page. What
 * test mode simulates (actions/money/coins/simulate-coins.ts) is in no chain.
 */
export async function listOpenSightings(
  db: Queryable,
  coin: string,
  { after, limit }: { readonly after: Sighting | undefined; readonly limit: number },
): Promise<Sighting[]> {
  const rows = await db.query<SightingRow>(sql`
    select ${COLUMNS}
    from coin_sightings
    where coin = ${coin}
      and (state = 'seen' or (state = 'filed' and height is null))
      and transaction not like 'TEST%'
      and ${after === undefined ? raw('true') : sql`(seen_at, transaction, output) > (${new Date(after.seenAt)}, ${after.transaction}, ${after.output})`}
    order by seen_at, transaction, output
    limit ${limit}`);
  return rows.map(toSighting);
}

/** What the customer of an order has sent, in the order in which it was seen. */
export async function listSightingsOf(db: Queryable, orderId: string, limit: number): Promise<Sighting[]> {
  const rows = await db.query<SightingRow>(sql`
    select ${COLUMNS}
    from coin_sightings
    where order_id = ${orderId}
    order by seen_at, transaction, output
    limit ${limit}`);
  return rows.map(toSighting);
}

/** How far the coins have come that wait for these orders, as a text that differs with every step. By order. */
export async function readCoinSteps(db: Queryable, orderIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await db.query<{ order_id: string; steps: string }>(sql`
    select order_id, string_agg(
      concat(transaction, ' ', output, ' ', (select max(height) from coin_blocks where coin_blocks.coin = coin_sightings.coin) - height),
      ',' order by seen_at, transaction, output) as steps
    from coin_sightings
    where order_id = any(${orderIds}::uuid[])
      and state = 'seen'
    group by order_id`);
  return new Map(rows.map(({ order_id, steps }) => [order_id, steps]));
}

/** Decides once what it is worth, and returns what was decided. */
export async function valueSighting(db: Queryable, key: SightingKey, centavos: bigint): Promise<bigint> {
  const [row] = await db.query<{ centavos: bigint }>(sql`
    update coin_sightings
    set centavos = coalesce(centavos, ${centavos})
    where coin = ${key.coin}
      and transaction = ${key.transaction}
      and output = ${key.output}
    returning centavos`);
  return row?.centavos ?? centavos;
}

export async function endSighting(
  db: Queryable,
  key: SightingKey,
  { state, noticeId }: { readonly state: Exclude<Sighting['state'], 'seen'>; readonly noticeId: string | null },
): Promise<void> {
  await db.query(sql`
    update coin_sightings
    set state = ${state}, notice_id = coalesce(${noticeId}::uuid, notice_id)
    where coin = ${key.coin}
      and transaction = ${key.transaction}
      and output = ${key.output}`);
}

type SightingRow = Omit<Sighting, 'units' | 'block'> & {
  readonly units: string;
  readonly height: bigint | null;
  readonly blockHash: string | null;
};

function toSighting({ units, height, blockHash: hash, ...row }: SightingRow): Sighting {
  const block = height === null || hash === null ? null : { height: Number(height), hash };
  return { ...row, units: BigInt(units), block };
}
