// Where the rows of accounts are, and work that concerns several of them. One PostgreSQL has all of them: there it is done at once.
import { AppError } from '../errors/errors.js';
import type { Db } from './db.js';
import type { Sql } from './sql.js';

/** Where the rows of this account are, and every statement runs as it is written. */
export function shardOf(db: Db, accountId: string): Db {
  return db.shards?.of(accountId) ?? db;
}

/** Together they have the rows of all accounts. */
export function shardsOf(db: Db): readonly Db[] {
  return db.shards?.all() ?? [db];
}

/** Why a shard is not there any more, and none has all of its accounts. It has done nothing. */
export class ShardSplit extends Error {
  override readonly name = 'ShardSplit';
}

export function wasSplit(error: unknown): boolean {
  return error instanceof AppError && error.cause instanceof ShardSplit;
}

/** Runs `work` at each shard with its own items. If one fails, the others have still been done. */
export async function inShards<Item, Result>(
  db: Db,
  items: readonly Item[],
  accountOf: (item: Item) => string,
  work: (shard: Db, own: readonly Item[]) => Promise<readonly Result[]>,
): Promise<readonly Result[]> {
  if (db.shards === null) return work(db, items);
  const own = new Map<Db, Item[]>();
  for (const item of items) {
    const shard = db.shards.of(accountOf(item));
    const known = own.get(shard);
    if (known === undefined) own.set(shard, [item]);
    else known.push(item);
  }
  const ended = await Promise.allSettled([...own].map(([shard, some]) => work(shard, some)));
  const failed = ended.find((one) => one.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
  return ended.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
}

/** `isComplete` is false if a node is lost: it may have more. */
export type Asked<Result> = { readonly found: readonly Result[]; readonly isComplete: boolean };

/**
 * Asks every shard. One whose node is lost is left out: what is looked for again soon must not stop for all merchants because
 * some have to wait. If none answers, nothing is known.
 */
export async function askShards<Result>(
  db: Db,
  work: (shard: Db) => Promise<readonly Result[]>,
): Promise<Asked<Result>> {
  if (db.shards === null) return { found: await work(db), isComplete: true };
  const ended = await Promise.allSettled(db.shards.all().map(work));
  const failed = ended.filter((one) => one.status === 'rejected');
  const [first] = failed;
  if (first !== undefined && (failed.length === ended.length || !failed.every(({ reason }) => isLost(reason))))
    throw first.reason;
  const found = ended.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
  return { found, isComplete: first === undefined };
}

/** The same for what is looked for again soon anyway. */
export async function inAllShards<Result>(
  db: Db,
  work: (shard: Db) => Promise<readonly Result[]>,
): Promise<readonly Result[]> {
  const { found } = await askShards(db, work);
  return found;
}

/** The one row that one of the shards has. If none has it and a node is lost, whose it may be, nobody can say that there is none. */
export async function findInShards<Row>(db: Db, statement: Sql): Promise<Row | null> {
  const { found, isComplete } = await askShards(db, (shard) => shard.query<Row>(statement));
  if (found[0] === undefined && !isComplete) throw new AppError('unavailable');
  return found[0] ?? null;
}

function isLost(error: unknown): boolean {
  return error instanceof AppError && error.code === 'unavailable';
}
