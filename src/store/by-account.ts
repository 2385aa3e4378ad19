// For a cluster whose tables are distributed by account (docs/scaling.md): a statement that names its account runs on one node, and one
// that names all of its accounts runs only on their nodes. On one server nothing is added.
import type { Layout } from './db.js';
import { raw, type Sql, sql } from './sql.js';

const NOTHING = raw('');

/** A further condition: `column` is one of these accounts. */
export function ofAccounts(layout: Layout, column: string, accountIds: readonly string[]): Sql {
  if (layout === 'whole') return NOTHING;
  return sql`and ${raw(column)} = any(${[...new Set(accountIds)]}::uuid[])`;
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
