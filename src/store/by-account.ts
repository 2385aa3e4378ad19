// For transactions on the coordinator of a cluster (docs/scaling.md): there a statement that names its account runs on one node. At a
// shard and on one server nothing is added.
import type { Queryable } from './db.js';
import { raw, type Sql, sql } from './sql.js';

const NOTHING = raw('');

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
  if (!db.isSpread) return work(items, null);
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
