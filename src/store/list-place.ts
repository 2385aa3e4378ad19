// Where a page of a list goes on that is in the order of one column, and in which order its rows are read: against that of the list
// for the page before.
import { firstUuidAt } from '../domain/base/identity.js';
import type { PageAsk } from '../domain/base/paging.js';
import { raw, type Sql, sql } from './sql.js';

export function listPlace(
  column: string,
  { at, towards }: Pick<PageAsk, 'at' | 'towards'>,
  first: 'largest' | 'smallest' = 'largest',
): { readonly place: Sql; readonly order: Sql } {
  const isDown = (towards === 'next') === (first === 'largest');
  const beyond = raw(`${column} ${isDown ? '<' : '>'}`);
  return {
    place: at === null ? raw('true') : sql`${beyond} ${at}`,
    order: raw(`order by ${column}${isDown ? ' desc' : ''}`),
  };
}

/** Times in epoch milliseconds: from the first on, before the other. */
export type TimeSpan = { readonly from?: number | null; readonly before?: number | null };

/** Rows whose ids, which begin with the time at which they were made, are of that time. */
export function madeWithin({ from = null, before = null }: TimeSpan): Sql {
  const since = from === null ? raw('true') : sql`id >= ${firstUuidAt(from)}::uuid`;
  return before === null ? since : sql`${since} and id < ${firstUuidAt(before)}::uuid`;
}
