// For a cluster whose tables are distributed by account (docs/scaling.md): a statement that names its account runs on one node, and one
// that names all of its accounts runs only on their nodes. On one server nothing is added.
import type { Layout, Queryable } from './db.js';
import { raw, type Sql, sql } from './sql.js';

const NOTHING = raw('');

/** A further condition: `column` is one of these accounts. */
export function ofAccounts(layout: Layout, column: string, accountIds: readonly string[]): Sql {
  if (layout === 'whole') return NOTHING;
  return sql`and ${raw(column)} = any(${[...new Set(accountIds)]}::uuid[])`;
}

/** A further condition: `column` is this account; null: nothing is added. */
export function ofAccount(column: string, accountId: string | null): Sql {
  return accountId === null ? NOTHING : sql`and ${raw(column)} = ${accountId}`;
}

/** Runs `work` once for all items on one server, and once for the items of each account on a cluster. */
export async function forAccounts<Item, Result>(
  db: Queryable,
  items: readonly Item[],
  accountOf: (item: Item) => string,
  work: (items: readonly Item[], accountId: string | null) => Promise<readonly Result[]>,
): Promise<readonly Result[]> {
  if ((await db.layout()) === 'whole') return work(items, null);
  const results: Result[] = [];
  for (const [accountId, own] of groupByAccount(items, accountOf)) results.push(...(await work(own, accountId)));
  return results;
}

/** Items by the account that they belong to, accounts in the order in which everybody locks rows. */
export function groupByAccount<Item>(items: readonly Item[], accountOf: (item: Item) => string): [string, Item[]][] {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const accountId = accountOf(item);
    const group = groups.get(accountId);
    if (group === undefined) groups.set(accountId, [item]);
    else group.push(item);
  }
  return [...groups].sort(([one], [other]) => (one < other ? -1 : 1));
}

/** How many of these rows each account has, in the order in which the accounts come. */
export function countByAccount(rows: readonly { readonly account_id: string }[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { account_id: accountId } of rows) counts.set(accountId, (counts.get(accountId) ?? 0) + 1);
  return counts;
}
