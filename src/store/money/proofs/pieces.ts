// Reads the tables behind the books in pieces, for their proof (D48). A piece is a range of ids of one merchant, or of
// payments a range of all. No statement reads more than a piece, so none holds a snapshot for long.
import type { Scope } from '../../../domain/accounts/account.js';
import { modeOf } from '../../../domain/base/mode.js';
import type { Db, Queryable } from '../../db.js';
import { shardsOf } from '../../in-shards.js';
import { ofScope, SCOPE } from '../../scope.js';
import { raw, type Sql, sql } from '../../sql.js';

/** Ids after one and up to another; null: to the end, also of what comes later. */
export type IdRange = { readonly after: string; readonly upTo: string | null };
export type ScopeRange = { readonly scope: Scope; readonly range: IdRange };

/** Rows that are read together: a range of them, or some by their ids. */
export type Ids = IdRange | { readonly ids: readonly string[] };
export type ScopeIds = { readonly scope: Scope; readonly range: Ids };

/** One string for a scope, to be used as a key. */
export type ScopeKey = string;
export const scopeKey = ({ accountId, mode }: Scope): ScopeKey => `${accountId} ${mode}`;
export function scopeOfKey(key: ScopeKey): Scope {
  const [accountId = '', mode] = key.split(' ');
  return { accountId, mode: modeOf(mode === 'live') };
}

const BOOK_TABLES = [
  'ledger_balances',
  'ledger_entries',
  'orders',
  'refunds',
  'payouts',
  'outgoing_transfers',
] as const;

/** Every merchant and mode that has any row behind the books. Each table is jumped through, not read. */
export async function listBookScopes(db: Db): Promise<Scope[]> {
  const found = new Map<ScopeKey, Scope>();
  for (const shard of shardsOf(db))
    for (const table of BOOK_TABLES)
      for (const scope of await scopesIn(shard, raw(table), sql`true`)) found.set(scopeKey(scope), scope);
  for (const scope of await scopesIn(db, raw('payments'), sql`account_id is not null`))
    found.set(scopeKey(scope), scope);
  return [...found.values()];
}

async function scopesIn(db: Queryable, table: Sql, where: Sql): Promise<Scope[]> {
  return db.query<Scope>(sql`
    with recursive scope as (
      (
        select account_id, livemode
        from ${table}
        where ${where}
        order by account_id, livemode
        limit 1
      )
      union all
      select next.account_id, next.livemode
      from scope
      cross join lateral (
        select t.account_id, t.livemode
        from ${table} t
        where ${where}
          and (t.account_id, t.livemode) > (scope.account_id, scope.livemode)
        order by t.account_id, t.livemode
        limit 1) next
    )
    select ${SCOPE}
    from scope`);
}

/** The tables that are walked through by their ids. */
export type PieceTable = 'orders' | 'ledger_entries' | 'payouts' | 'outgoing_transfers' | 'payments' | 'rail_notices';

/** Where the piece of `limit` rows after that id ends; null if it has fewer. */
export async function endOfPiece(
  db: Queryable,
  table: PieceTable,
  { scope, after, limit }: { readonly scope: Scope | null; readonly after: string; readonly limit: number },
): Promise<string | null> {
  const rows = await db.query<{ id: string }>(sql`
    select id
    from ${raw(table)}
    where id > ${after}
      and ${scope === null ? sql`true` : ofScope(scope)}
    order by id
    offset ${limit - 1}
    limit 1`);
  return rows[0]?.id ?? null;
}

export function inRange(column: string, which: Ids): Sql {
  if ('ids' in which) return sql`${raw(column)} = any(${which.ids}::uuid[])`;
  const { after, upTo } = which;
  return sql`${raw(column)} > ${after} and (${upTo}::uuid is null or ${raw(column)} <= ${upTo})`;
}

/** What the entries of a piece are about, as far as it is not younger than that id. */
export async function listOlder(
  db: Queryable,
  { scope, range }: ScopeRange,
  than: string,
): Promise<Readonly<Record<'orders' | 'payments' | 'transfers', readonly string[]>>> {
  const older = (column: string) =>
    sql`coalesce(array_agg(distinct ${raw(column)}::text) filter (where ${raw(column)} <= ${than}), '{}')`;
  const [row] = await db.query<Record<'orders' | 'payments' | 'transfers', string[]>>(sql`
    select ${older('order_id')} as orders, ${older('payment_id')} as payments, ${older('transfer_id')} as transfers
    from ledger_entries
    where ${ofScope(scope)}
      and ${inRange('id', range)}`);
  return row ?? { orders: [], payments: [], transfers: [] };
}
