// Owns transfer_email_links: the customer's link for naming the account that a transfer goes to (D75, D85). Only its digest
// is stored. It works until somebody else has named the account, until the transfer is in a bank file, until it expires, or until a
// newer one replaces it.
import type { Scope } from '../../domain/accounts/account.js';
import { isLive } from '../../domain/base/mode.js';
import type { Transfer } from '../../domain/transfers/transfer.js';
import type { Db, Queryable } from '../db.js';
import { findInShards } from '../in-shards.js';
import { raw, type Sql, sql } from '../sql.js';
import { TRANSFER_COLUMNS, type TransferRow, toTransfer } from './transfers.js';

/** The caller holds the lock of the transfer, or has just inserted it. The link before ends. */
export async function setLink(
  tx: Queryable,
  { scope, id }: Pick<Transfer, 'scope' | 'id'>,
  link: { readonly digest: Buffer; readonly expiresAt: number },
): Promise<void> {
  await tx.query(sql`
    insert into transfer_email_links (account_id, livemode, transfer_id, digest, expires_at)
    values (${scope.accountId}, ${isLive(scope.mode)}, ${id}, ${link.digest}, ${new Date(link.expiresAt)})
    on conflict (account_id, livemode, transfer_id) do update
    set digest = excluded.digest, expires_at = excluded.expires_at`);
}

/** What nobody has named, or the customer of this link, who may have mistyped it. */
const IS_CUSTOMERS = raw("batch_id is null and (clabe is null or starts_with(destination_by, 'customer@'))");

function linkedBy(digest: Buffer, now: number): Sql {
  return sql`
    select ${TRANSFER_COLUMNS}
    from outgoing_transfers
    where (account_id, livemode, id) in (
        select account_id, livemode, transfer_id
        from transfer_email_links
        where digest = ${digest}
          and expires_at > ${new Date(now)})
      and state in ('to_fund', 'to_send')
      and ${IS_CUSTOMERS}`;
}

/** The transfer that this link still decides; null if there is none, or no longer. */
export async function findByLink(db: Db, digest: Buffer, now: number): Promise<Transfer | null> {
  const row = await findInShards<TransferRow>(db, linkedBy(digest, now));
  return row && toTransfer(row);
}

/** The same of one merchant, locked until the transaction ends. */
export async function lockByLink(
  tx: Queryable,
  { accountId }: Scope,
  digest: Buffer,
  now: number,
): Promise<Transfer | null> {
  const rows = await tx.query<TransferRow>(sql`${linkedBy(digest, now)}
      and account_id = ${accountId}
    for update`);
  return rows[0] === undefined ? null : toTransfer(rows[0]);
}
