// The customer's link for naming the account that a transfer goes to (D75). Only its digest is stored. It works until it
// is used, until it expires, or until a newer one replaces it.
import { isLive } from '../../domain/mode.js';
import type { Transfer } from '../../domain/transfer.js';
import type { Queryable } from '../db.js';
import { sql } from '../sql.js';
import { TRANSFER_COLUMNS, type TransferRow, toTransfer } from './transfers.js';

/** The caller holds the lock of the transfer, or has just inserted it. */
export async function setLink(
  tx: Queryable,
  { scope, id }: Pick<Transfer, 'scope' | 'id'>,
  link: { readonly digest: Buffer; readonly expiresAt: number },
): Promise<void> {
  await tx.query(sql`
    update outgoing_transfers
    set link_digest = ${link.digest}, link_expires_at = ${new Date(link.expiresAt)}
    where account_id = ${scope.accountId}
      and livemode = ${isLive(scope.mode)}
      and id = ${id}`);
}

/** The transfer that still waits for this link; null if there is none, or no longer. */
export async function findByLink(db: Queryable, digest: Buffer, now: number): Promise<Transfer | null> {
  const rows = await db.query<TransferRow>(sql`
    select ${TRANSFER_COLUMNS}
    from outgoing_transfers
    where link_digest = ${digest}
      and link_expires_at > ${new Date(now)}
      and state = 'to_send'
      and clabe is null`);
  return rows[0] === undefined ? null : toTransfer(rows[0]);
}

/** The same, locked until the transaction ends: of two people with one link, the second finds nothing. */
export async function lockByLink(tx: Queryable, digest: Buffer, now: number): Promise<Transfer | null> {
  const rows = await tx.query<TransferRow>(sql`
    select ${TRANSFER_COLUMNS}
    from outgoing_transfers
    where link_digest = ${digest}
      and link_expires_at > ${new Date(now)}
      and state = 'to_send'
      and clabe is null
    for update`);
  return rows[0] === undefined ? null : toTransfer(rows[0]);
}
