// For what people decide about money on a cluster (docs/scaling.md): one transaction on the coordinator, whose statements Citus carries
// to one node each if they name their account. At a shard and on one server nothing is added.
import type { Queryable } from './db.js';
import { raw, type Sql, sql } from './sql.js';

const NOTHING = raw('');

/** A further condition: `column` is this account; null: nothing is added. */
export function ofAccount(column: string, accountId: string | null): Sql {
  return accountId === null ? NOTHING : sql`and ${raw(column)} = ${accountId}`;
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

/** What one statement changes: on a cluster the items of one account, elsewhere all of them, of accounts that it need not name (null). */
export function inParts<Item>(
  { isSpread }: Pick<Queryable, 'isSpread'>,
  items: readonly Item[],
  accountOf: (item: Item) => string,
): [string | null, readonly Item[]][] {
  if (isSpread) return groupByAccount(items, accountOf);
  return items.length === 0 ? [] : [[null, items]];
}
