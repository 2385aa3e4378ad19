// Owns payout_accounts: the accounts that merchants named for their payouts (D85).
import type { Scope } from '../../domain/accounts/account.js';
import { isLive } from '../../domain/base/mode.js';
import { type PayoutAccount, type PayoutAccounts, sortPayoutAccounts } from '../../domain/transfers/payout-account.js';
import type { Queryable } from '../db.js';
import { type Flat, ofScope, withScope } from '../scope.js';
import { named, sql } from '../sql.js';

const COLUMNS = named('account_id, livemode, id, clabe, holder, bank, rfc, named_by, named_at, counts_from');

export async function insertPayoutAccount(tx: Queryable, account: PayoutAccount): Promise<void> {
  const { scope } = account;
  await tx.query(sql`
    insert into payout_accounts (account_id, livemode, id, clabe, holder, bank, rfc, named_by, named_at, counts_from)
    values (${scope.accountId}, ${isLive(scope.mode)}, ${account.id}, ${account.clabe}, ${account.holder}, ${account.bank},
      ${account.rfc}, ${account.namedBy}, ${new Date(account.namedAt)}, ${new Date(account.countsFrom)})`);
}

/** The accounts of a merchant that nobody has stopped. */
export async function findPayoutAccounts(db: Queryable, scope: Scope, now: number): Promise<PayoutAccounts> {
  const rows = await db.query<Flat<PayoutAccount>>(sql`
    select ${COLUMNS}
    from payout_accounts
    where ${ofScope(scope)}
      and stopped_at is null
    order by id desc
    limit 100`);
  return sortPayoutAccounts(rows.map(withScope<PayoutAccount>), now);
}

/** Stops the one that waits, or the one that counts with all before it: none of those shall count again. */
export async function stopPayoutAccounts(
  tx: Queryable,
  scope: Scope,
  stop: { readonly which: keyof PayoutAccounts; readonly by: string; readonly at: number },
): Promise<void> {
  const at = new Date(stop.at);
  await tx.query(sql`
    update payout_accounts
    set stopped_by = ${stop.by}, stopped_at = ${at}
    where ${ofScope(scope)}
      and stopped_at is null
      and ${stop.which === 'waiting' ? sql`counts_from > ${at}` : sql`counts_from <= ${at}`}`);
}

/** What did not count yet at a moment does not count before that time. */
export async function delayPayoutAccounts(
  tx: Queryable,
  { moment, until }: { readonly moment: number; readonly until: number },
): Promise<number> {
  const rows = await tx.query(sql`
    update payout_accounts
    set counts_from = ${new Date(until)}
    where stopped_at is null
      and counts_from > ${new Date(moment)}
      and counts_from < ${new Date(until)}
    returning 1`);
  return rows.length;
}
