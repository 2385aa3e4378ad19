// Reads outgoing transfers (D75). transfer-changes.ts writes them.
import type { Scope } from '../../domain/accounts/account.js';
import { isLive, type Mode } from '../../domain/base/mode.js';
import type { Order } from '../../domain/orders/order.js';
import type { Transfer, TransferReason, TransferStatus } from '../../domain/transfers/transfer.js';
import { ENDING_LENGTH } from '../../domain/transfers/transfer-concept.js';
import { AppError } from '../../errors/errors.js';
import type { Db, Queryable } from '../db.js';
import { askShards, findInShards, inAllShards } from '../in-shards.js';
import { type Flat, ofScope, withScope } from '../scope.js';
import { named, raw, reading, type Sql, sql } from '../sql.js';

export const TRANSFER_COLUMN_NAMES = `account_id, livemode, id, reason, source_id, order_id, amount, coin, state, clabe, holder,
  bank, decided_by, destination_by, batch_id, tracking_key, note, created_at, destination_at, exported_at, sent_at, confirmed_at,
  bounced_at`;
export const TRANSFER_COLUMNS = named(TRANSFER_COLUMN_NAMES);

/**
 * For operators, who give ids alone. Never use it for a merchant's request (D19). If one is of nobody and a node is lost, whose it
 * may be, nobody can say that there is none.
 */
export async function findTransfersOfAnyone(db: Db, ids: readonly string[]): Promise<readonly Transfer[]> {
  const statement = sql`
    select ${TRANSFER_COLUMNS}
    from outgoing_transfers
    where id = any(${ids}::uuid[])`;
  const { found, isComplete } = await askShards(db, (shard) => shard.query<TransferRow>(statement));
  if (!isComplete && found.length < new Set(ids).size) throw new AppError('unavailable');
  return found.map(toTransfer);
}

/** For operators: ids by their last digits, as concepts have them. One that several ids end with is left out. */
export async function findIdsByEnding(db: Db, endings: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await inAllShards(db, (shard) =>
    shard.query<{ readonly ending: string; readonly id: string }>(sql`
      select right(id::text, ${raw(String(ENDING_LENGTH))}) as ending, id
      from outgoing_transfers
      where right(id::text, ${raw(String(ENDING_LENGTH))}) = any(${endings}::text[])`),
  );
  const found = new Map<string, string | null>();
  for (const { ending, id } of rows) found.set(ending, found.has(ending) ? null : id);
  return new Map([...found].flatMap(([ending, id]) => (id === null ? [] : [[ending, id]])));
}

export async function findTransfer(db: Queryable, scope: Scope, id: string): Promise<Transfer | null> {
  const rows = await db.query<TransferRow>(sql`
    select ${TRANSFER_COLUMNS}
    from outgoing_transfers
    where ${ofScope(scope)}
      and id = ${id}`);
  return rows[0] === undefined ? null : toTransfer(rows[0]);
}

type TransferKey = Pick<Transfer, 'scope' | 'id'>;

/** Lock the order and the payment first. */
export async function lockTransfer(tx: Queryable, known: TransferKey): Promise<Transfer> {
  const [locked] = await lockTransfers(tx, [known]);
  if (locked === undefined) throw new Error('a transfer vanished');
  return locked;
}

/** In the order of their ids. */
export async function lockTransfers(tx: Queryable, known: readonly TransferKey[]): Promise<Transfer[]> {
  if (known.length === 0) return [];
  const rows = await tx.query<TransferRow>(sql`
    select ${TRANSFER_COLUMNS}
    from outgoing_transfers
    where account_id = any(${[...new Set(known.map(({ scope }) => scope.accountId))]}::uuid[])
      and livemode = any(${[...new Set(known.map(({ scope }) => isLive(scope.mode)))]}::boolean[])
      and id = any(${known.map(({ id }) => id)}::uuid[])
    order by id
    for update`);
  return rows.map(toTransfer);
}

/** Locks the transfers that return money of this payment, oldest first. */
export async function lockReturnsOf(tx: Queryable, scope: Scope, paymentId: string): Promise<Transfer[]> {
  const rows = await tx.query<TransferRow>(sql`
    select ${TRANSFER_COLUMNS}
    from outgoing_transfers
    where ${ofScope(scope)}
      and source_id = ${paymentId}
      and reason = 'return'
    order by id
    for update`);
  return rows.map(toTransfer);
}

/** The transfer of a payout or refund; null if it was made by an earlier version. */
export async function findTransferOf(db: Queryable, scope: Scope, sourceId: string): Promise<Transfer | null> {
  const rows = await db.query<TransferRow>(sql`
    select ${TRANSFER_COLUMNS}
    from outgoing_transfers
    where ${ofScope(scope)}
      and source_id = ${sourceId}
      and reason in ('refund', 'payout')`);
  return rows[0] === undefined ? null : toTransfer(rows[0]);
}

/** The accounts at which money of this order, or of this payment without an order, has bounced. */
export async function bouncedClabes(
  db: Queryable,
  scope: Scope,
  of: { readonly orderId: string } | { readonly paymentId: string },
): Promise<string[]> {
  const rows = await db.query<{ clabe: string }>(sql`
    select distinct clabe
    from outgoing_transfers
    where ${ofScope(scope)}
      and ${'orderId' in of ? sql`order_id = ${of.orderId}` : sql`reason = 'return' and source_id = ${of.paymentId}`}
      and state = 'bounced'
      and clabe is not null`);
  return rows.map(({ clabe }) => clabe);
}

/** Those of the merchant among these, by id. */
export async function findTransfersByIds(
  db: Queryable,
  scope: Scope,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Transfer>> {
  if (ids.length === 0) return new Map();
  const rows = await db.query<TransferRow>(reading(scope)`
    select ${TRANSFER_COLUMNS}
    from outgoing_transfers
    where ${ofScope(scope)}
      and id = any(${ids}::uuid[])`);
  return new Map(rows.map((row) => [row.id, toTransfer(row)]));
}

/** Of these orders, those with a refund that waits until somebody says where it goes. By the index outgoing_transfers_order. */
export async function findHeldRefunds(
  db: Queryable,
  scope: Scope,
  orders: readonly Pick<Order, 'uuid' | 'refunded'>[],
): Promise<ReadonlySet<string>> {
  const ids = orders.filter(({ refunded }) => refunded > 0n).map(({ uuid }) => uuid);
  if (ids.length === 0) return new Set();
  const rows = await db.query<{ order_id: string }>(reading(scope)`
    select distinct order_id
    from outgoing_transfers
    where ${ofScope(scope)}
      and order_id = any(${ids}::uuid[])
      and reason = 'refund'
      and state in ('to_fund', 'to_send')
      and clabe is null`);
  return new Set(rows.map(({ order_id }) => order_id));
}

type TransferFilter = {
  readonly orderId: string | null;
  readonly status: TransferStatus | null;
  readonly reason: TransferReason | null;
  /** The last transfer of the previous page. */
  readonly before: string | null;
  readonly limit: number;
};

/** Newest first. */
export async function listTransfers(db: Queryable, scope: Scope, filter: TransferFilter): Promise<Transfer[]> {
  const ofOrder = filter.orderId === null ? sql`true` : sql`order_id = ${filter.orderId}`;
  const rows = await db.query<TransferRow>(reading(scope, filter.orderId)`
    select ${TRANSFER_COLUMNS}
    from outgoing_transfers
    where ${ofScope(scope)}
      and ${ofOrder}
      and ${filter.status === null ? sql`true` : IN_STATUS[filter.status]}
      and ${filter.reason === null ? sql`true` : sql`reason = ${filter.reason}`}
      and (${filter.before}::uuid is null or id < ${filter.before})
    order by id desc
    limit ${filter.limit}`);
  return rows.map(toTransfer);
}

/** The operator's work list, oldest first: what is open, or what is in this status. */
export async function listWork(
  db: Queryable,
  {
    mode,
    status,
    limit,
  }: { readonly mode: Mode; readonly status: TransferStatus | null; readonly limit: number | null },
): Promise<Transfer[]> {
  const rows = await db.query<TransferRow>(sql`
    select ${TRANSFER_COLUMNS}
    from outgoing_transfers
    where livemode = ${isLive(mode)}
      and ${status === null ? sql`state in ('to_send', 'sent')` : IN_STATUS[status]}
    order by id
    limit ${limit}`);
  return rows.map(toTransfer);
}

/** Those of these that there are. No mode: of both, for operators. */
export async function listTransfersById(db: Db, mode: Mode | null, ids: readonly string[]): Promise<Transfer[]> {
  const statement = sql`
    select ${TRANSFER_COLUMNS}
    from outgoing_transfers
    where ${mode === null ? sql`true` : sql`livemode = ${isLive(mode)}`}
      and id = any(${ids}::uuid[])`;
  const rows = await inAllShards(db, (shard) => shard.query<TransferRow>(statement));
  return rows.map(toTransfer);
}

/** All of both modes, some at a time: those after this one, in the order of their ids. */
export async function listById(db: Queryable, after: string | null, limit: number): Promise<Transfer[]> {
  const rows = await db.query<TransferRow>(sql`
    select ${TRANSFER_COLUMNS}
    from outgoing_transfers
    where ${after === null ? sql`true` : sql`id > ${after}`}
    order by id
    limit ${limit}`);
  return rows.map(toTransfer);
}

/** For operators: the newest of both modes, to look through one by one. */
export async function listNewestTransfers(db: Queryable, limit: number): Promise<Transfer[]> {
  const rows = await db.query<TransferRow>(sql`
    select ${TRANSFER_COLUMNS}
    from outgoing_transfers
    order by id desc
    limit ${limit}`);
  return rows.map(toTransfer);
}

/** The transfer that the bank knows by this clave de rastreo. */
export async function findByTracking(db: Db, mode: Mode, trackingKey: string): Promise<Transfer | null> {
  const row = await findInShards<TransferRow>(
    db,
    sql`
    select ${TRANSFER_COLUMNS}
    from outgoing_transfers
    where livemode = ${isLive(mode)}
      and tracking_key = ${trackingKey}`,
  );
  return row && toTransfer(row);
}

/** The transfers of one bank file, in the sequence of the file. */
export async function listBatch(db: Queryable, batchId: string): Promise<Transfer[]> {
  const rows = await db.query<TransferRow>(sql`
    select ${TRANSFER_COLUMNS}
    from outgoing_transfers
    where batch_id = ${batchId}
    order by id`);
  return rows.map(toTransfer);
}

/** The states are written out, so that the indexes of some states only are used. */
export const IN_STATUS: Readonly<Record<TransferStatus, Sql>> = {
  to_fund: sql`state = 'to_fund'`,
  needs_destination: sql`state = 'to_send' and clabe is null`,
  to_send: sql`state = 'to_send' and clabe is not null`,
  sent: sql`state = 'sent'`,
  confirmed: sql`state = 'confirmed'`,
  bounced: sql`state = 'bounced'`,
};

type Payee = { readonly clabe: string | null; readonly holder: string | null; readonly bank: string | null };
export type TransferRow = Flat<Omit<Transfer, 'destination'>> & Payee;

export function toTransfer({ clabe, holder, bank, ...row }: TransferRow): Transfer {
  const destination = clabe === null || holder === null || bank === null ? null : { clabe, holder, bank };
  return { ...withScope<Omit<Transfer, 'destination'>>(row), destination };
}
