// Owns outgoing_transfers (D75). Every change of state is made by a caller that holds the lock
// of the row:
//
//   to_fund ──> to_send ──> sent ──> confirmed
//      │           │          └────> bounced
//      └───────────┴───────────────> bounced   the bank refused it, or it was taken back before it was sent
import { isLive, type Mode } from '../../domain/base/mode.js';
import type { CoinCode } from '../../domain/points/coins.js';
import { type Transfer, transferText } from '../../domain/transfers/transfer.js';
import type { Queryable } from '../db.js';
import { ofScope } from '../scope.js';
import { raw, sql } from '../sql.js';

const COLUMNS =
  raw(`account_id, livemode, id, reason, source_id, order_id, amount, coin, state, clabe, holder, bank, decided_by,
  destination_by, created_at, destination_at, mac`);

export async function insertTransfers(tx: Queryable, transfers: readonly Transfer[]): Promise<void> {
  if (transfers.length === 0) return;
  await tx.query(sql`
    insert into outgoing_transfers (${COLUMNS})
    select ${COLUMNS}
    from json_to_recordset(${JSON.stringify(transfers.map((transfer) => newRow(tx, transfer)))}::json) as row(
      account_id uuid, livemode boolean, id uuid, reason text, source_id uuid, order_id uuid, amount bigint, coin text, state text,
      clabe text, holder text, bank text, decided_by text, destination_by text, created_at timestamptz,
      destination_at timestamptz, mac bytea)`);
}

/** Saves what a transfer may change after it was made. */
export async function saveTransfer(tx: Queryable, transfer: Transfer): Promise<void> {
  const { scope, destination } = transfer;
  await tx.query(sql`
    update outgoing_transfers
    set state = ${transfer.state}, clabe = ${destination?.clabe ?? null}, holder = ${destination?.holder ?? null},
      bank = ${destination?.bank ?? null}, destination_by = ${transfer.destinationBy},
      tracking_key = ${transfer.trackingKey}, note = ${transfer.note}, destination_at = ${date(transfer.destinationAt)},
      sent_at = ${date(transfer.sentAt)}, confirmed_at = ${date(transfer.confirmedAt)},
      bounced_at = ${date(transfer.bouncedAt)}, mac = ${tx.mac(transferText(transfer))}
    where ${ofScope(scope)}
      and id = ${transfer.id}`);
}

/** Puts the oldest transfers that can be sent into a new bank file, or a file of one coin. Two files at once never share one. */
export async function fillBatch(
  tx: Queryable,
  batch: {
    readonly id: string;
    readonly mode: Mode;
    /** null: pesos. */
    readonly coin: CoinCode | null;
    readonly at: number;
    readonly limit: number;
    /** Accounts whose money stays. */
    readonly without: readonly string[];
  },
): Promise<number> {
  const rows = await tx.query(sql`
    update outgoing_transfers
    set batch_id = ${batch.id}, exported_at = ${new Date(batch.at)}
    from (
      select account_id, livemode, id
      from outgoing_transfers
      where livemode = ${isLive(batch.mode)}
        and state = 'to_send'
        and clabe is not null
        and coin is not distinct from ${batch.coin}
        and batch_id is null
        and account_id <> all(${batch.without}::uuid[])
      order by id
      limit ${batch.limit}
      for update skip locked) as due
    where outgoing_transfers.account_id = due.account_id
      and outgoing_transfers.livemode = due.livemode
      and outgoing_transfers.id = due.id
    returning 1`);
  return rows.length;
}

function newRow(db: Queryable, transfer: Transfer) {
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
    created_at: date(transfer.createdAt),
    destination_at: date(transfer.destinationAt),
    mac: db.mac(transferText(transfer)),
  };
}

function date(ms: number | null): Date | null {
  return ms === null ? null : new Date(ms);
}
