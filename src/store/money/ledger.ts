// Owns ledger_entries and ledger_balances: the entries, which are only ever added, and their sums (D48). Both are
// written as part of the single statement in books.ts.
import type { Scope } from '../../domain/accounts/account.js';
import { isLive } from '../../domain/base/mode.js';
import { type Balances, type Entry, LEDGER_ACCOUNTS, type Postings } from '../../domain/money/ledger.js';
import type { Queryable } from '../db.js';
import { columns, raw, type Sql, sql } from '../sql.js';

export type BookEntry = Entry & { readonly scope: Scope; readonly id: string; readonly createdAt: number };

const COLUMNS = columns(LEDGER_ACCOUNTS);
const TYPED_COLUMNS = raw(LEDGER_ACCOUNTS.map((account) => `${account} bigint`).join(', '));

export function newEntries(entries: readonly BookEntry[]): Sql {
  return sql`
    insert into ledger_entries (account_id, livemode, id, kind, order_id, payment_id, created_at, ${COLUMNS})
    select account_id, livemode, id, kind, order_id, payment_id, created_at, ${COLUMNS}
    from json_to_recordset(${JSON.stringify(entries.map(entryRow))}::json) as row(
      account_id uuid, livemode boolean, id uuid, kind text, order_id uuid, payment_id uuid, created_at timestamptz,
      ${TYPED_COLUMNS})`;
}

const ADDED = raw(
  LEDGER_ACCOUNTS.map((account) => `${account} = ledger_balances.${account} + excluded.${account}`).join(', '),
);

/** Adds the entries to the balances. */
export function changedBalances(entries: readonly BookEntry[]): Sql {
  return sql`
    insert into ledger_balances (account_id, livemode, ${COLUMNS})
    select account_id, livemode, ${COLUMNS}
    from json_to_recordset(${JSON.stringify(balanceRows(entries))}::json) as row(
      account_id uuid, livemode boolean, ${TYPED_COLUMNS})
    order by account_id, livemode
    on conflict (account_id, livemode) do update
    set ${ADDED}`;
}

/** Locks the balances of a scope, so that two payouts cannot spend the same money. */
export async function lockBalances(tx: Queryable, scope: Scope): Promise<Balances> {
  await tx.query(sql`
    insert into ledger_balances (account_id, livemode)
    values (${scope.accountId}, ${isLive(scope.mode)})
    on conflict do nothing`);
  const rows = await tx.query<Balances>(sql`
    select ${COLUMNS}
    from ledger_balances
    where account_id = ${scope.accountId}
      and livemode = ${isLive(scope.mode)}
    for update`);
  if (rows[0] === undefined) throw new Error('a balance vanished');
  return rows[0];
}

function entryRow(entry: BookEntry) {
  return {
    account_id: entry.scope.accountId,
    livemode: isLive(entry.scope.mode),
    id: entry.id,
    kind: entry.kind,
    order_id: entry.orderId,
    payment_id: entry.paymentId,
    created_at: new Date(entry.createdAt).toISOString(),
    ...postingColumns(entry.postings),
  };
}

/** One row per account, so that each balance is locked once and always in the same sequence. */
function balanceRows(entries: readonly BookEntry[]) {
  const sums = new Map<string, { scope: Scope; postings: Partial<Record<(typeof LEDGER_ACCOUNTS)[number], bigint>> }>();
  for (const { scope, postings } of entries) {
    const key = `${scope.accountId}${scope.mode}`;
    const sum = sums.get(key) ?? { scope, postings: {} };
    for (const account of LEDGER_ACCOUNTS)
      sum.postings[account] = (sum.postings[account] ?? 0n) + (postings[account] ?? 0n);
    sums.set(key, sum);
  }
  return [...sums.values()].map(({ scope, postings }) => ({
    account_id: scope.accountId,
    livemode: isLive(scope.mode),
    ...postingColumns(postings),
  }));
}

function postingColumns(postings: Postings): Record<string, string> {
  return Object.fromEntries(LEDGER_ACCOUNTS.map((account) => [account, String(postings[account] ?? 0n)]));
}
