// Reads balances per account and mode, and the ledger entries behind them (D48). books.ts writes both.
import type { Scope } from '../../domain/accounts/account.js';
import { type Balances, type BookedEntry, LEDGER_ACCOUNTS, type LedgerAccount } from '../../domain/money/ledger.js';
import type { Queryable } from '../db.js';
import { ofScope } from '../scope.js';
import { columns, reading, sql } from '../sql.js';

const COLUMNS = columns(LEDGER_ACCOUNTS);

export async function findBalances(db: Queryable, scope: Scope): Promise<Balances> {
  const rows = await db.query<Balances>(sql`
    select ${COLUMNS}
    from ledger_balances
    where ${ofScope(scope)}`);
  return (
    rows[0] ?? (Object.fromEntries(LEDGER_ACCOUNTS.map((account) => [account, 0n])) as Record<LedgerAccount, bigint>)
  );
}

/** Newest first. `before` is the last entry of the previous page. */
export async function listEntries(
  db: Queryable,
  scope: Scope,
  page: { before: string | null; limit: number },
): Promise<BookedEntry[]> {
  return db.query<BookedEntry>(reading(scope)`
    select id, kind, order_id as "orderId", payment_id as "paymentId", created_at as "createdAt", ${COLUMNS}
    from ledger_entries
    where ${ofScope(scope)}
      and (${page.before}::uuid is null or id < ${page.before})
    order by id desc
    limit ${page.limit}`);
}
