// Reads the ledger entries of a time range, for a merchant's statement. An entry's id contains its time, so a time range is a
// range of the primary key. Their sums are in ledger-days.ts.
import type { Scope } from '../../domain/accounts/account.js';
import { isLive } from '../../domain/base/mode.js';
import { type BookedEntry, LEDGER_ACCOUNTS } from '../../domain/money/ledger.js';
import type { Queryable } from '../db.js';
import { columns, reading } from '../sql.js';
import type { Span } from './ledger-days.js';

const COLUMNS = columns(LEDGER_ACCOUNTS);

/** Entries after that one, oldest first. */
export async function pageOfEntries(
  db: Queryable,
  scope: Scope,
  { from, before, after, limit }: Span & { readonly after: string | null; readonly limit: number },
): Promise<BookedEntry[]> {
  return db.query<BookedEntry>(reading(scope)`
    select id, kind, order_id as "orderId", payment_id as "paymentId", created_at as "createdAt", ${COLUMNS}
    from ledger_entries
    where account_id = ${scope.accountId}
      and livemode = ${isLive(scope.mode)}
      and id >= ${from}
      and id < ${before}
      and (${after}::uuid is null or id > ${after})
    order by id
    limit ${limit}`);
}
