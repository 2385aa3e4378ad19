// The database as one shard has it: every statement runs as it is written for one PostgreSQL, past Citus, on the node that has the
// shard, and names the shard's tables.
import { AppError } from '../../errors/errors.js';
import type { Db, Queryable } from '../db.js';
import type { Sql } from '../sql.js';
import { guardOf, hasMoved } from './shard-guard.js';
import type { ShardPlacement } from './shard-map.js';
import { createRenamer } from './shard-names.js';

type ShardOptions = {
  readonly place: ShardPlacement;
  /** All connections to the node of the shard. */
  readonly node: Db;
  readonly mac: Queryable['mac'];
  /** Called after a shard was not where it was looked for; returns where it is now. */
  findAgain(place: ShardPlacement): Promise<Db>;
  /** Called when the node does not answer. */
  onLost(): void;
};

export function createShardDb({ place, node, mac, findAgain, onLost }: ShardOptions): Db {
  const guard = guardOf(place.shardId);
  const rename = createRenamer(place.names);
  const suffix = `_${place.shardId}`;
  const inShard = ({ name, text, values }: Sql): Sql =>
    name === undefined ? { text: rename(text), values } : { name: `${name}${suffix}`, text: rename(text), values };
  const guarded = (statement: Sql): Sql => ({ ...inShard(statement), first: guard });

  /** A shard that has moved has done nothing yet, so the work is done where it is now. */
  async function follow<Result>(error: unknown, work: (there: Db) => Promise<Result>): Promise<Result> {
    if (hasMoved(error)) return work(await findAgain(place));
    if (error instanceof AppError) onLost();
    throw error;
  }

  /** In a transaction the guard comes once, with the first statement. */
  function inTransaction(tx: Queryable): Queryable {
    let isGuarded = false;
    return {
      isSpread: false,
      mac,
      query: (statement) => {
        if (isGuarded) return tx.query(inShard(statement));
        isGuarded = true;
        return tx.query(guarded(statement));
      },
    };
  }

  return {
    isSpread: false,
    mac,
    query: <Row>(statement: Sql) =>
      node
        .query<Row>(guarded(statement))
        .catch((error: unknown) => follow(error, (there) => there.query<Row>(statement))),
    transaction: (work) =>
      node
        .transaction((tx) => work(inTransaction(tx)))
        .catch((error: unknown) => follow(error, (there) => there.transaction(work))),
    shards: null,
    signWith: () => {
      throw new Error('rows are signed as the coordinator says');
    },
    stats: node.stats,
    close: async () => undefined,
  };
}
