// What the house must know of a table beside its columns. Each room declares its tables in its tables.ts; a table without
// a declaration fails the tidy test, and a declaration without one of these answers does not compile.
import type { Scope } from '../domain/accounts/account.js';
import type { Db, Queryable } from './db.js';

/**
 * Where a table is on a Citus cluster (docs/scaling.md). `by-account`: it grows with a merchant's orders, and all rows of
 * an account are on one node. `everywhere`: statements of one account join it, and it changes seldom: a change is made on
 * all nodes or on none. `coordinator`: its identities are unique over all accounts, or it belongs to no account.
 */
export type Placement = 'by-account' | 'everywhere' | 'coordinator';

/** Settings that say how long rows stay; 0 days: for good. */
export type RetentionSettings = {
  readonly smsDays: number;
  readonly emailDays: number;
  readonly noticeDays: number;
  readonly linkDays: number;
  readonly deliveryDays: number;
  readonly requestDays: number;
  readonly requestRows: number;
  readonly customerDays: number;
};

type Days = (settings: RetentionSettings) => number;

/** Deletes at most `limit` rows from before that time, and says whether there may be more. */
type Purge = (db: Db, before: number, limit: number) => Promise<boolean>;

/** What walks through a table in the order of its key (keeping/retention.ts). */
export type Walk =
  | 'attempts'
  | 'deliveries'
  | 'customers'
  | 'requests'
  | 'texts'
  | 'payment_texts'
  | 'rail_hours'
  | 'figures'
  | 'ledger_days'
  | 'ledger_check';

export type PurgePage = { readonly from: string; readonly before: number; readonly limit: number };

/** A table whose key begins with a group, followed by an order's id. */
export type Walking<Group> = {
  /** The first group of rows, or the one after `after`; null after the last. */
  next(tx: Queryable, after: Group | null): Promise<Group | null>;
  /** Purges a page of a group and returns the order to go on from, or null at the group's end. */
  purge(tx: Queryable, group: Group, page: PurgePage): Promise<string | null>;
};

export type Walker = <Group>(walking: Walking<Group>) => Promise<boolean>;

/**
 * How long rows stay. `until it ends`: its own statements delete what is over. `with its order`: it says something of an
 * order, and orders stay for good.
 */
export type Kept =
  | 'for good'
  | 'until it ends'
  | 'with its order'
  | { readonly days: Days; readonly purge: Purge }
  | { readonly days: Days; readonly walk: Walk; take(settings: RetentionSettings, walker: Walker): Promise<boolean> };

/**
 * What erasing a customer does to it (D80). `in the books`: it records money, which stays. `erased by its texts`: it is
 * searched for what is known of the customer (actions/keeping/erase-customer.ts).
 */
type Personal =
  | 'nothing'
  | 'in the books'
  | 'gone in a day'
  | 'erased by its texts'
  | { erase(tx: Queryable, scope: Scope, orderIds: readonly string[], now: number): Promise<void> };

export type Table = {
  readonly key: string;
  /** The module of src/store/ (a file, or a folder with / at its end) that alone writes it. */
  readonly owner: string;
  readonly holds: string;
  readonly placement: Placement;
  readonly kept: Kept;
  readonly personal: Personal;
};

export function declareTables<const Name extends string>(
  tables: Readonly<Record<Name, Table>>,
): Readonly<Record<Name, Table>> {
  return tables;
}

/** For a statement that returns how many rows it deleted. */
export function byAge(days: number | Days, purge: (db: Db, before: number, limit: number) => Promise<number>): Kept {
  return {
    days: typeof days === 'number' ? () => days : days,
    purge: async (db, before, limit) => (await purge(db, before, limit)) >= limit,
  };
}

/** For a table that is walked through group by group. */
export function byWalk<Group>(walk: Walk, days: Days, walking: (settings: RetentionSettings) => Walking<Group>): Kept {
  return { days, walk, take: (settings, walker) => walker(walking(settings)) };
}
