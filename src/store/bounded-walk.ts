// A list that looks at a bounded number of rows for each page, so that a rare kind of row may take several pages: each says where
// to go on.
import type { PageAsk } from '../domain/base/paging.js';
import { raw, type Sql, sql } from './sql.js';

/** Indexes of all merchants have both modes side by side, so a page of one mode may look at many rows of the other. */
export const WALKED = raw('5000');

export type Walked<Row> = {
  /** One more than a page if there are more. */
  readonly rows: readonly Row[];
  /** The last row that was looked at, if the walk stopped before the end of the table; else null. */
  readonly end: string | null;
};

/** Rows as far as the last one that is looked at. */
export function upTo(end: string | undefined, { towards }: PageAsk): Sql {
  if (end === undefined) return raw('true');
  return towards === 'next' ? sql`id >= ${end}::uuid` : sql`id <= ${end}::uuid`;
}
