// Owns ledger_entries and ledger_balances: the entries, which are only ever added, and their sums (D48). Both are
// written as part of the single statement in books.ts.
import type { Scope } from '../../domain/accounts/account.js';
import { isLive } from '../../domain/base/mode.js';
import { type Balances, type BookEntry, entryText, LEDGER_ACCOUNTS, type Postings } from '../../domain/money/ledger.js';
import type { Transfer } from '../../domain/transfers/transfer.js';
import type { Queryable } from '../db.js';
import { ofAccount, ofScope } from '../scope.js';
import { columns, raw, type Sql, sql, timeFrom } from '../sql.js';

const COLUMNS = columns(LEDGER_ACCOUNTS);
const TYPED_COLUMNS = raw(LEDGER_ACCOUNTS.map((account) => `${account} bigint`).join(', '));
/** Rows tell only what is not zero. */
const GIVEN_COLUMNS = raw(LEDGER_ACCOUNTS.map((account) => `coalesce(${account}, 0)`).join(', '));

export function newEntries(db: Queryable, entries: readonly BookEntry[]): Sql {
  return sql`
    insert into ledger_entries (${ABOUT}, created_at, ${COLUMNS})
    select ${ABOUT}, ${timeFrom('created_ms')}, ${GIVEN_COLUMNS}
    from json_to_recordset(${JSON.stringify(entries.map((entry) => entryRow(db, entry)))}::json) as row(
      account_id uuid, livemode boolean, id uuid, kind text, order_id uuid, payment_id uuid, transfer_id uuid, corrects uuid,
      actor text, created_ms float8, mac bytea, ${TYPED_COLUMNS})`;
}

const ABOUT = raw('account_id, livemode, id, kind, order_id, payment_id, transfer_id, corrects, actor, mac');

const ADDED = raw(
  LEDGER_ACCOUNTS.map((account) => `${account} = ledger_balances.${account} + excluded.${account}`).join(', '),
);

/** Adds the entries to the balances. */
export function changedBalances(entries: readonly BookEntry[]): Sql {
  return sql`
    insert into ledger_balances (account_id, livemode, ${COLUMNS})
    select account_id, livemode, ${GIVEN_COLUMNS}
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
    where ${ofScope(scope)}
    for update`);
  if (rows[0] === undefined) throw new Error('a balance vanished');
  return rows[0];
}

/** The newest entry of a payment in these books; null if it has none. */
export async function findLastEntry(tx: Queryable, scope: Scope, paymentId: string): Promise<string | null> {
  const rows = await tx.query<{ id: string }>(sql`
    select id
    from ledger_entries
    where ${ofScope(scope)}
      and payment_id = ${paymentId}
    order by id desc
    limit 1`);
  return rows[0]?.id ?? null;
}

/** The newest entry of each of these transfers that has one. */
export async function findLastEntries(
  tx: Queryable,
  transfers: readonly Pick<Transfer, 'scope' | 'id'>[],
): Promise<[string, string][]> {
  const rows = await tx.query<{ transfer_id: string; id: string }>(sql`
    select distinct on (e.transfer_id) e.transfer_id, e.id
    from json_to_recordset(${JSON.stringify(transfers.map(transferKey))}::json) as t(account_id uuid, livemode boolean, id uuid)
    join ledger_entries e on e.account_id = t.account_id
      and e.livemode = t.livemode
      and e.transfer_id = t.id
      ${ofAccount('e.account_id', tx.isSpread ? (transfers[0]?.scope.accountId ?? null) : null)}
    order by e.transfer_id, e.id desc`);
  return rows.map(({ transfer_id, id }) => [transfer_id, id]);
}

function transferKey({ scope, id }: Pick<Transfer, 'scope' | 'id'>) {
  return { account_id: scope.accountId, livemode: isLive(scope.mode), id };
}

function entryRow(db: Queryable, entry: BookEntry) {
  return {
    account_id: entry.scope.accountId,
    livemode: isLive(entry.scope.mode),
    id: entry.id,
    kind: entry.kind,
    order_id: entry.orderId,
    payment_id: entry.paymentId,
    transfer_id: entry.transferId ?? undefined,
    corrects: entry.corrects ?? undefined,
    actor: entry.actor,
    mac: db.mac(entryText(entry)),
    created_ms: entry.createdAt,
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
  const columns: Record<string, string> = {};
  for (const account of LEDGER_ACCOUNTS) {
    const amount = postings[account] ?? 0n;
    if (amount !== 0n) columns[account] = String(amount);
  }
  return columns;
}
