// What belongs to whom, read from all tables: the words that only one world contains, and a digest of everything that it
// has. A table with an account_id is looked at as soon as it is there.
import type { Queryable } from '../../src/store/db.js';
import type { World } from './worlds.js';

/** An account in one mode, or what it has in both. */
export type Owner = `${string}/${'test' | 'live' | 'both'}`;

export const ownerOf = ({ account, mode }: Pick<World, 'account' | 'mode'>): Owner => `${account.account.id}/${mode}`;

type Table = { readonly name: string; readonly account: string; readonly hasMode: boolean };

async function tablesOf(db: Queryable): Promise<Table[]> {
  const rows = await db.query<{ name: string; columns: string[] }>({
    text: `select table_name::text as name, array_agg(column_name::text) as columns
      from information_schema.columns
      where table_schema = 'public'
      group by 1
      order by 1`,
    values: [],
  });
  return rows.flatMap(({ name, columns }) => {
    const account = name === 'accounts' ? 'id' : columns.includes('account_id') ? 'account_id' : null;
    return account === null ? [] : [{ name, account, hasMode: columns.includes('livemode') }];
  });
}

/** Counters of use, which say nothing about anybody's things. */
const NOT_COUNTED = ['last_used_at'];

async function rowsOf(db: Queryable, { name, account, hasMode }: Table): Promise<{ owner: Owner; row: string }[]> {
  const mode = hasMode ? `case when livemode then 'live' else 'test' end` : `'both'`;
  return db.query({
    text: `select ${account}::text || '/' || ${mode} as owner, (to_jsonb(t) - $1::text[])::text as row
      from ${name} t
      where ${account} is not null
      order by 1, 2`,
    values: [NOT_COUNTED],
  });
}

const WORD = /[A-Za-z0-9@._-]{9,}/g;

/** Ids, numbers, addresses, and the words of the worlds: what nobody writes by chance. */
export function wordsOf(text: string): Set<string> {
  return new Set((text.match(WORD) ?? []).filter((word) => /\d|@|zq/.test(word)));
}

/** Whose each word is that only one account, and one mode of it, has. */
export async function readMarks(db: Queryable): Promise<Map<string, Owner>> {
  const owners = new Map<string, Set<Owner>>();
  for (const table of await tablesOf(db)) {
    for (const { owner, row } of await rowsOf(db, table))
      for (const word of wordsOf(row)) owners.set(word, (owners.get(word) ?? new Set<Owner>()).add(owner));
  }
  const marks = new Map<string, Owner>();
  for (const [word, [owner, ...others]] of owners)
    if (owner !== undefined && others.length === 0) marks.set(word, owner);
  return marks;
}

/** Everything that each owner has, by table. */
export async function readBelongings(db: Queryable): Promise<Map<Owner, Map<string, string>>> {
  const all = new Map<Owner, Map<string, string>>();
  for (const table of await tablesOf(db)) {
    for (const { owner, row } of await rowsOf(db, table)) {
      const tables = all.get(owner) ?? new Map<string, string>();
      tables.set(table.name, `${tables.get(table.name) ?? ''}${row}\n`);
      all.set(owner, tables);
    }
  }
  return all;
}

/** The tables in which an owner has something else than before. */
export function changedTables(
  before: ReadonlyMap<string, string> | undefined,
  after: ReadonlyMap<string, string> | undefined,
): string[] {
  const names = new Set([...(before?.keys() ?? []), ...(after?.keys() ?? [])]);
  return [...names].filter((name) => before?.get(name) !== after?.get(name));
}
