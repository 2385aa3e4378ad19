// For what people decide about money on a cluster (docs/scaling.md): one transaction on the coordinator, whose statements Citus carries
// to one node each if they name their account. At a shard and on one server nothing is added.
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
