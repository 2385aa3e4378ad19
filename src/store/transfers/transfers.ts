// Reads outgoing transfers (D75). transfer-changes.ts writes them.
import type { Scope } from '../../domain/accounts/account.js';
import { isLive, type Mode, modeOf } from '../../domain/base/mode.js';
import type { CoinCode } from '../../domain/points/coins.js';
import type { Transfer, TransferReason, TransferState, TransferStatus } from '../../domain/transfers/transfer.js';
import type { Queryable } from '../db.js';
import { columns, reading, type Sql, sql } from '../sql.js';

export const TRANSFER_COLUMN_NAMES = [
  'account_id',
  'livemode',
  'id',
  'reason',
  'source_id',
  'order_id',
  'amount',
  'coin',
  'state',
  'clabe',
  'holder',
  'bank',
  'decided_by',
  'destination_by',
  'batch_id',
  'tracking_key',
  'note',
  'created_at',
  'destination_at',
  'exported_at',
  'sent_at',
  'confirmed_at',
  'bounced_at',
] as const;
export const TRANSFER_COLUMNS = columns(TRANSFER_COLUMN_NAMES);

/** For operators, who give an id alone. Never use it for a merchant's request (D19). */
export async function findTransferOfAnyone(db: Queryable, id: string): Promise<Transfer | null> {
  const rows = await db.query<TransferRow>(sql`
    select ${TRANSFER_COLUMNS}
    from outgoing_transfers
    where id = ${id}`);
  return rows[0] === undefined ? null : toTransfer(rows[0]);
}

export async function findTransfer(db: Queryable, scope: Scope, id: string): Promise<Transfer | null> {
  const rows = await db.query<TransferRow>(sql`
    select ${TRANSFER_COLUMNS}
    from outgoing_transfers
    where ${ofScope(scope)}
      and id = ${id}`);
  return rows[0] === undefined ? null : toTransfer(rows[0]);
}

/** Lock the order and the payment first. */
export async function lockTransfer(tx: Queryable, { scope, id }: Pick<Transfer, 'scope' | 'id'>): Promise<Transfer> {
  const rows = await tx.query<TransferRow>(sql`
    select ${TRANSFER_COLUMNS}
    from outgoing_transfers
    where ${ofScope(scope)}
      and id = ${id}
    for update`);
  if (rows[0] === undefined) throw new Error('a transfer vanished');
  return toTransfer(rows[0]);
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

export type TransferFilter = {
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
  const rows = await db.query<TransferRow>(reading(scope)`
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

/** Those of these that there are. */
export async function listTransfersById(db: Queryable, mode: Mode, ids: readonly string[]): Promise<Transfer[]> {
  const rows = await db.query<TransferRow>(sql`
    select ${TRANSFER_COLUMNS}
    from outgoing_transfers
    where livemode = ${isLive(mode)}
      and id = any(${ids}::uuid[])`);
  return rows.map(toTransfer);
}

/** The transfer that the bank knows by this clave de rastreo. */
export async function findByTracking(db: Queryable, mode: Mode, trackingKey: string): Promise<Transfer | null> {
  const rows = await db.query<TransferRow>(sql`
    select ${TRANSFER_COLUMNS}
    from outgoing_transfers
    where livemode = ${isLive(mode)}
      and tracking_key = ${trackingKey}`);
  return rows[0] === undefined ? null : toTransfer(rows[0]);
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

function ofScope(scope: Scope): Sql {
  return sql`account_id = ${scope.accountId}
      and livemode = ${isLive(scope.mode)}`;
}

export type TransferRow = {
  account_id: string;
  livemode: boolean;
  id: string;
  reason: TransferReason;
  source_id: string;
  order_id: string | null;
  amount: bigint;
  coin: CoinCode | null;
  state: TransferState;
  clabe: string | null;
  holder: string | null;
  bank: string | null;
  decided_by: string;
  destination_by: string | null;
  batch_id: string | null;
  tracking_key: string | null;
  note: string | null;
  created_at: number;
  destination_at: number | null;
  exported_at: number | null;
  sent_at: number | null;
  confirmed_at: number | null;
  bounced_at: number | null;
};

export function toTransfer(row: TransferRow): Transfer {
  const { clabe, holder, bank } = row;
  return {
    scope: { accountId: row.account_id, mode: modeOf(row.livemode) },
    id: row.id,
    reason: row.reason,
    sourceId: row.source_id,
    orderId: row.order_id,
    amount: row.amount,
    coin: row.coin,
    state: row.state,
    destination: clabe === null || holder === null || bank === null ? null : { clabe, holder, bank },
    decidedBy: row.decided_by,
    destinationBy: row.destination_by,
    batchId: row.batch_id,
    trackingKey: row.tracking_key,
    note: row.note,
    createdAt: row.created_at,
    destinationAt: row.destination_at,
    exportedAt: row.exported_at,
    sentAt: row.sent_at,
    confirmedAt: row.confirmed_at,
    bouncedAt: row.bounced_at,
  };
}
