// Pages of a long list, in both directions: each begins at the row where the one before it ended, so that a page takes as
// long deep in the list as at its start.

export type PageAsk = {
  /** The cursor of the row to go on from; null for the first page. */
  readonly at: string | null;
  /** In the order of the list, or against it. */
  readonly towards: 'next' | 'previous';
  readonly limit: number;
};

export type ListPage<Row> = {
  readonly rows: readonly Row[];
  /** The cursors that the neighbouring pages go on from; null where there is no such page. */
  readonly previous: string | null;
  readonly next: string | null;
  /** Where a bounded walk ended before it found a full page, although there may be more. */
  readonly stoppedAt: string | null;
};

type CursorOf<Row> = (row: Row) => string;

/**
 * `found` is in the direction that was asked for, with one row more than the limit if there are more. `walkedTo` is where
 * a walk ended that looks at so many rows and no more; null at the end of the list.
 */
export function toPage<Row>(
  found: readonly Row[],
  { at, towards, limit }: PageAsk,
  cursorOf: CursorOf<Row>,
  walkedTo: string | null = null,
): ListPage<Row> {
  const hasMore = found.length > limit;
  const kept = found.slice(0, limit);
  const rows = towards === 'next' ? kept : kept.reverse();
  const [first, last] = [rows[0], rows.at(-1)];
  const stoppedAt = hasMore ? null : walkedTo;
  // Whoever came from somewhere can go back there, from an empty page, too.
  const before = first === undefined ? at : cursorOf(first);
  const after = last === undefined ? at : cursorOf(last);
  return towards === 'next'
    ? { rows, previous: at === null ? null : before, next: hasMore ? after : stoppedAt, stoppedAt }
    : { rows, previous: hasMore ? before : stoppedAt, next: after, stoppedAt };
}

/** A page of a list that is read as a whole, such as what a search finds. */
export function pageOf<Row>(all: readonly Row[], ask: PageAsk, cursorOf: CursorOf<Row>): ListPage<Row> {
  const { at, towards } = ask;
  const place = at === null ? -1 : all.findIndex((row) => cursorOf(row) === at);
  if (towards === 'previous' && place !== -1) return toPage(all.slice(0, place).reverse(), ask, cursorOf);
  return toPage(all.slice(place + 1), place === -1 ? { ...ask, at: null, towards: 'next' } : ask, cursorOf);
}

/** A list that is short by its nature, on one page. */
export function wholeList<Row>(rows: readonly Row[]): ListPage<Row> {
  return { rows, previous: null, next: null, stoppedAt: null };
}
