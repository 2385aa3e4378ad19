// Owns outgoing_transfers (D75), and tracking_keys beside it. Every change of state is made by a caller that holds the lock
// of the row:
//
//   to_fund ──> to_send ──> sent ──> confirmed
//      │           │          └────> bounced
//      └───────────┴───────────────> bounced   the bank refused it, or it was taken back before it was sent
import { isLive, type Mode } from '../../domain/base/mode.js';
import type { CoinCode } from '../../domain/points/coins.js';
import { type Transfer, transferText } from '../../domain/transfers/transfer.js';
import { type Db, type Queryable, TryAgain } from '../db.js';
import { inAllShards } from '../in-shards.js';
import { named, raw, sql } from '../sql.js';
import { TRANSFER_COLUMNS, type TransferRow, toTransfer } from './transfers.js';

const COLUMNS =
  raw(`account_id, livemode, id, reason, source_id, order_id, amount, coin, state, clabe, holder, bank, decided_by,
  destination_by, tracking_key, note, created_at, destination_at, sent_at, confirmed_at, bounced_at, mac`);

/** Stores new transfers, and what known ones may change after they were made. */
export async function saveTransfers(tx: Queryable, transfers: readonly Transfer[]): Promise<void> {
  if (transfers.length === 0) return;
  await tx.query(sql`
    insert into outgoing_transfers (${COLUMNS})
    select ${COLUMNS}
    from json_to_recordset(${JSON.stringify(transfers.map((transfer) => transferRow(tx, transfer)))}::json) as row(
      account_id uuid, livemode boolean, id uuid, reason text, source_id uuid, order_id uuid, amount bigint, coin text,
      state text, clabe text, holder text, bank text, decided_by text, destination_by text, tracking_key text, note text,
      created_at timestamptz, destination_at timestamptz, sent_at timestamptz, confirmed_at timestamptz,
      bounced_at timestamptz, mac bytea)
    on conflict (account_id, livemode, id) do update
    set state = excluded.state, clabe = excluded.clabe, holder = excluded.holder, bank = excluded.bank,
      destination_by = excluded.destination_by, tracking_key = excluded.tracking_key, note = excluded.note,
      destination_at = excluded.destination_at, sent_at = excluded.sent_at, confirmed_at = excluded.confirmed_at,
      bounced_at = excluded.bounced_at, mac = excluded.mac`);
}

/** A clave de rastreo of one mode. */
export type ModeKey = { readonly mode: Mode; readonly trackingKey: string };

/** Those of these that are of a transfer already. On one PostgreSQL also what a process of an earlier version has taken. */
export async function findTakenKeys(tx: Queryable, keys: readonly ModeKey[]): Promise<ModeKey[]> {
  if (keys.length === 0) return [];
  const told = sql`json_to_recordset(${keyRows(keys)}::json) as told(livemode boolean, tracking_key text)`;
  const taken = (table: string) => sql`
    select ${named('livemode, tracking_key')}
    from ${told}
    join ${raw(table)} using (livemode, tracking_key)`;
  return tx.query<ModeKey>(
    tx.isSpread ? taken('tracking_keys') : sql`${taken('tracking_keys')} union ${taken('outgoing_transfers')}`,
  );
}

/** Keeps that these claves de rastreo are of transfers. If one was taken meanwhile, the transaction looks again. */
export async function takeTrackingKeys(tx: Queryable, keys: readonly ModeKey[]): Promise<void> {
  if (keys.length === 0) return;
  const rows = await tx.query(sql`
    insert into tracking_keys (livemode, tracking_key)
    select livemode, tracking_key
    from json_to_recordset(${keyRows(keys)}::json) as told(livemode boolean, tracking_key text)
    order by livemode, tracking_key
    on conflict do nothing
    returning 1`);
  if (rows.length < keys.length) throw new TryAgain('a clave de rastreo was taken meanwhile');
}

function keyRows(keys: readonly ModeKey[]): string {
  return JSON.stringify(keys.map(({ mode, trackingKey }) => ({ livemode: isLive(mode), tracking_key: trackingKey })));
}

type Sendable = {
  readonly mode: Mode;
  /** null: pesos. */
  readonly coin: CoinCode | null;
  readonly limit: number;
  /** Accounts whose money stays. */
  readonly without: readonly string[];
};

/** The oldest transfers that can be sent. What somebody is changing comes into the next file. */
export async function listSendable(db: Db, { mode, coin, limit, without }: Sendable): Promise<SendableKey[]> {
  const statement = sql`
    select account_id as "accountId", id
    from outgoing_transfers
    where livemode = ${isLive(mode)}
      and state = 'to_send'
      and clabe is not null
      and coin is not distinct from ${coin}
      and batch_id is null
      and account_id <> all(${without}::uuid[])
    order by id
    limit ${limit}
    for update skip locked`;
  const found = await inAllShards(db, (shard) => shard.query<SendableKey>(statement));
  return [...found].sort((one, other) => (one.id < other.id ? -1 : 1)).slice(0, limit);
}

type SendableKey = { readonly accountId: string; readonly id: string };

/** Puts those of these that can still be sent into a new bank file, or a file of one coin. Returns them, oldest first. */
export async function fillBatch(
  tx: Queryable,
  batch: { readonly id: string; readonly at: number },
  due: readonly SendableKey[],
): Promise<Transfer[]> {
  const rows = await tx.query<TransferRow>(sql`
    update outgoing_transfers
    set batch_id = ${batch.id}, exported_at = ${new Date(batch.at)}
    where account_id = any(${[...new Set(due.map(({ accountId }) => accountId))]}::uuid[])
      and id = any(${due.map(({ id }) => id)}::uuid[])
      and state = 'to_send'
      and clabe is not null
      and batch_id is null
    returning ${TRANSFER_COLUMNS}`);
  return rows.map(toTransfer).sort((one, other) => (one.id < other.id ? -1 : 1));
}

function transferRow(db: Queryable, transfer: Transfer) {
  return {
    account_id: transfer.scope.accountId,
    livemode: isLive(transfer.scope.mode),
    id: transfer.id,
    reason: transfer.reason,
    source_id: transfer.sourceId,
    order_id: transfer.orderId,
    amount: String(transfer.amount),
    coin: transfer.coin,
    state: transfer.state,
    clabe: transfer.destination?.clabe ?? null,
    holder: transfer.destination?.holder ?? null,
    bank: transfer.destination?.bank ?? null,
    decided_by: transfer.decidedBy,
    destination_by: transfer.destinationBy,
    tracking_key: transfer.trackingKey,
    note: transfer.note,
    created_at: date(transfer.createdAt),
    destination_at: date(transfer.destinationAt),
    sent_at: date(transfer.sentAt),
    confirmed_at: date(transfer.confirmedAt),
    bounced_at: date(transfer.bouncedAt),
    mac: db.mac(transferText(transfer)),
  };
}

function date(ms: number | null): Date | null {
  return ms === null ? null : new Date(ms);
}
