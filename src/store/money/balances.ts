// Balances and what made them (D48).

import type { Scope } from '../../domain/account.js';
import { type Balances, type BookedEntry, LEDGER_ACCOUNTS, type LedgerAccount } from '../../domain/ledger.js';
import { isLive } from '../../domain/mode.js';
import type { Queryable } from '../db.js';

const COLUMNS = LEDGER_ACCOUNTS.join(', ');

export async function findBalances(db: Queryable, scope: Scope): Promise<Balances> {
  const rows = await db.query<Balances>({
    text: `select ${COLUMNS} from ledger_balances where account_id = $1 and livemode = $2`,
    values: [scope.accountId, isLive(scope.mode)],
  });
  return (
    rows[0] ?? (Object.fromEntries(LEDGER_ACCOUNTS.map((account) => [account, 0n])) as Record<LedgerAccount, bigint>)
  );
}

/** Newest first; `before` is the last entry of the page before. */
export async function listEntries(
  db: Queryable,
  scope: Scope,
  page: { before: string | null; limit: number },
): Promise<BookedEntry[]> {
  return db.query<BookedEntry>({
    text: `
      select id, kind, order_id as "orderId", payment_id as "paymentId", created_at as "createdAt", ${COLUMNS}
      from ledger_entries
      where account_id = $1
        and livemode = $2
        and ($3::uuid is null or id < $3)
      order by id desc
      limit $4`,
    values: [scope.accountId, isLive(scope.mode), page.before, page.limit],
  });
}
