// Pages of a long list, in both directions: each begins at the row where the one before it ended, so that a page takes as
// long deep in the list as at its start.

export type PageAsk = {
  /** The row to go on from; null for the first page. */
  readonly at: string | null;
  /** In the order of the list, or against it. */
  readonly towards: 'next' | 'previous';
  readonly limit: number;
};

export type ListPage<Row> = {
  readonly rows: readonly Row[];
  /** The rows that the neighbouring pages go on from; null where there is no such page. */
  readonly previous: string | null;
  readonly next: string | null;
};

/** `found` is in the direction that was asked for, with one row more than the limit if there are more. */
export function toPage<Row>(found: readonly Row[], ask: PageAsk, idOf: (row: Row) => string): ListPage<Row> {
  const { at, towards, limit } = ask;
  const hasMore = found.length > limit;
  const kept = found.slice(0, limit);
  const rows = towards === 'next' ? kept : kept.reverse();
  const [first, last] = [rows[0], rows.at(-1)];
  const isBefore = towards === 'next' ? at !== null : hasMore;
  const isAfter = towards === 'previous' || hasMore;
  return {
    rows,
    previous: isBefore && first !== undefined ? idOf(first) : null,
    next: isAfter && last !== undefined ? idOf(last) : null,
  };
}
