// The entries of a span of time and what they add up to, for a merchant's settlement report. An entry's id carries its
// time, so a span of time is a span of the primary key.

import type { Scope } from '../../domain/account.js';
import { type Balances, type BookedEntry, LEDGER_ACCOUNTS } from '../../domain/ledger.js';
import { isLive } from '../../domain/mode.js';
import type { Queryable } from '../db.js';

const COLUMNS = LEDGER_ACCOUNTS.join(', ');
const SUMS = LEDGER_ACCOUNTS.map((account) => `coalesce(sum(${account}), 0)::bigint as ${account}`).join(', ');

/** Ids: from the first on, before the other. */
export type Span = { readonly from: string; readonly before: string };

export async function sumEntries(tx: Queryable, scope: Scope, { from, before }: Span): Promise<Balances> {
  const [sums] = await tx.query<Balances>({
    text: `
      select ${SUMS}
      from ledger_entries
      where account_id = $1
        and livemode = $2
        and id >= $3
        and id < $4`,
    values: [scope.accountId, isLive(scope.mode), from, before],
  });
  if (sums === undefined) throw new Error('a sum gave no row');
  return sums;
}

/** Oldest first, after that entry. */
export async function pageOfEntries(
  tx: Queryable,
  scope: Scope,
  { from, before, after, limit }: Span & { readonly after: string | null; readonly limit: number },
): Promise<BookedEntry[]> {
  return tx.query<BookedEntry>({
    text: `
      select id, kind, order_id as "orderId", payment_id as "paymentId", created_at as "createdAt", ${COLUMNS}
      from ledger_entries
      where account_id = $1
        and livemode = $2
        and id >= $3
        and id < $4
        and ($5::uuid is null or id > $5)
      order by id
      limit $6`,
    values: [scope.accountId, isLive(scope.mode), from, before, after, limit],
  });
}
