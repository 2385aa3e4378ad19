// Reads the ledger entries of a time range, for statements and the journal. An entry's id contains its time, so a time range is a
// range of the primary key. Their sums are in ledger-days.ts.
import type { Scope } from '../../domain/accounts/account.js';
import { type JournalEntry, LEDGER_ACCOUNTS } from '../../domain/money/ledger.js';
import type { Queryable } from '../db.js';
import { ofScope } from '../scope.js';
import { columns, reading } from '../sql.js';
import type { Span } from './ledger-days.js';

const COLUMNS = columns(LEDGER_ACCOUNTS);

/** Entries after that one, oldest first. */
export async function pageOfEntries(
  db: Queryable,
  scope: Scope,
  { from, before, after, limit }: Span & { readonly after: string | null; readonly limit: number },
): Promise<JournalEntry[]> {
  return db.query<JournalEntry>(reading(scope)`
    select id, kind, order_id as "orderId", payment_id as "paymentId", created_at as "createdAt", actor,
      transfer_id as "transferId", corrects, ${COLUMNS}
    from ledger_entries
    where ${ofScope(scope)}
      and id >= ${from}
      and id < ${before}
      and (${after}::uuid is null or id > ${after})
    order by id
    limit ${limit}`);
}

export type FeeSums = {
  readonly charged: bigint;
  readonly ivaCharged: bigint;
  readonly givenBack: bigint;
  readonly ivaGivenBack: bigint;
};

/** Fees that were taken out of the books, or paid to the tax office, were not given back. */
export async function sumFees(db: Queryable, scope: Scope, { from, before }: Span): Promise<FeeSums> {
  const [row] = await db.query<FeeSums>(reading(scope)`
    select coalesce(sum(fees) filter (where fees > 0), 0)::bigint as charged,
      coalesce(sum(iva) filter (where iva > 0), 0)::bigint as "ivaCharged",
      coalesce(-sum(fees) filter (where fees < 0), 0)::bigint as "givenBack",
      coalesce(-sum(iva) filter (where iva < 0), 0)::bigint as "ivaGivenBack"
    from ledger_entries
    where ${ofScope(scope)}
      and id >= ${from}
      and id < ${before}
      and fees_taken = 0
      and iva_paid = 0`);
  return row ?? { charged: 0n, ivaCharged: 0n, givenBack: 0n, ivaGivenBack: 0n };
}
