// cobro cluster: shows a Citus cluster, adds nodes to it, moves and splits shards and empties nodes, all while the service runs.
import { setInterval } from 'node:timers';
import { Command, InvalidArgumentError } from 'commander';
import { requireAccount } from '../../actions/accounts/require-account.js';
import { isUuid } from '../../domain/base/identity.js';
import { OperatorError } from '../../errors/operator-error.js';
import { createLog } from '../../log.js';
import { loadSettings } from '../../settings/settings.js';
import * as moves from '../../store/cluster/moves.js';
import type { Db } from '../../store/db.js';
import type { CommandContext } from '../context.js';
import { print, printMany, showProgress } from '../output.js';

/** A large shard takes as long as it takes. */
const DAY_MS = 86_400_000;
const LOOK_MS = 1_000;

type Options = { json?: boolean };

export function clusterCommand({ openDatabase }: CommandContext): Command {
  const onCluster = async (work: (db: Db) => Promise<void>) => {
    const settings = { ...loadSettings(), databasePool: 2, databaseTimeoutMs: DAY_MS };
    const database = await openDatabase(settings, createLog({ level: 'warn', destination: 2 }));
    try {
      if (!database.db.isSpread)
        throw new OperatorError(
          'The database of DATABASE_URL is no cluster with our tables. `npx cobro distribute` makes it one.',
        );
      await work(database.db);
    } finally {
      await database.close();
    }
  };
  const command = new Command('cluster');
  command
    .command('status', { isDefault: true })
    .description('the nodes, and what each of them has')
    .option('--shards', 'each shard, and where it is')
    .action((options: Options & { shards?: boolean }) => onCluster((db) => showStatus(db, options)));
  command
    .command('add')
    .description('add a node; it has no shard until you move some')
    .argument('<node>', 'HOST:PORT', readAddress)
    .action((node: moves.NodeAddress) =>
      onCluster(async (db) => {
        await moves.addNode(db, node);
        print(`${nameOf(node)} is a node. \`npx cobro cluster move\` gives it its part.`);
      }),
    );
  command
    .command('move')
    .description('move one shard, or as many as it takes until every node has its part')
    .argument('[shard]', 'its number, from `cobro cluster status --shards`', readShard)
    .argument('[node]', 'where to: HOST:PORT', readAddress)
    .action((shard?: bigint, node?: moves.NodeAddress) => onCluster((db) => move(db, shard, node)));
  command
    .command('split')
    .description(
      'make two shards of one, or give a large merchant a shard of its own, to be moved to a node of its own',
    )
    .argument('<what>', 'the number of a shard, or the id of a merchant')
    .action((what: string) => onCluster((db) => split(db, what)));
  command
    .command('drain')
    .description('move every shard away from a node')
    .argument('<node>', 'HOST:PORT', readAddress)
    .option('--remove', 'then the node is no part of the cluster any more')
    .action((node: moves.NodeAddress, options: { remove?: boolean }) =>
      onCluster(async (db) => {
        await watched(db, moves.drainNode(db, node));
        if (options.remove === true) await moves.removeNode(db, node);
        print(`${nameOf(node)} has no shard any more${options.remove === true ? ' and was removed' : ''}.`);
      }),
    );
  return command;
}

async function showStatus(db: Db, options: Options & { shards?: boolean }): Promise<void> {
  if (options.shards === true)
    printMany(
      (await moves.listShards(db)).map(({ bytes, ...row }) => ({ ...row, bytes: String(bytes) })),
      options,
      '',
    );
  else
    printMany(
      (await moves.listNodes(db)).map(({ node, answers, takesShards, shards, bytes }) => ({
        node,
        state: answers ? (takesShards ? 'ready' : 'drained') : 'does not answer',
        shards,
        bytes: String(bytes),
      })),
      options,
      '',
    );
}

async function move(db: Db, shard: bigint | undefined, to: moves.NodeAddress | undefined): Promise<void> {
  if (shard === undefined) {
    await watched(db, moves.balanceShards(db));
    print('Every node has its part.');
    return;
  }
  if (to === undefined) throw new OperatorError('Say where the shard goes: cobro cluster move SHARD HOST:PORT');
  const known = await requireShard(db, shard);
  await watched(db, moves.moveShard(db, shard, readAddress(known.node), to));
  print(`Shard ${shard} is on ${nameOf(to)}.`);
}

async function split(db: Db, what: string): Promise<void> {
  if (isUuid(what)) {
    const { id } = await requireAccount({ db }, what);
    print(`The merchant has shard ${await moves.isolateAccount(db, id)} alone.`);
    return;
  }
  const { shard } = await requireShard(db, readShard(what));
  await moves.splitShard(db, shard);
  print(`Shard ${shard} is two now. See \`npx cobro cluster status --shards\`.`);
}

async function requireShard(db: Db, shard: bigint): Promise<moves.ShardState> {
  const known = (await moves.listShards(db)).find((one) => one.shard === shard);
  if (known !== undefined) return known;
  throw new OperatorError(`There is no shard ${shard}. See \`npx cobro cluster status --shards\`.`);
}

/** Shows how far the moves are, until they are done. */
async function watched(db: Db, work: Promise<void>): Promise<void> {
  const looking = setInterval(() => {
    moves.readProgress(db).then(
      (now) => now !== null && showProgress(`${now.moved} of ${now.all} bytes`),
      () => undefined,
    );
  }, LOOK_MS);
  try {
    await work;
  } finally {
    clearInterval(looking);
    showProgress('');
  }
}

function nameOf({ host, port }: moves.NodeAddress): string {
  return `${host}:${port}`;
}

function readAddress(text: string): moves.NodeAddress {
  const [, host, port] = /^(.+):(\d+)$/.exec(text) ?? [];
  if (host === undefined || port === undefined) throw new InvalidArgumentError('HOST:PORT, as in db2.example.com:5432');
  return { host, port: Number(port) };
}

function readShard(text: string): bigint {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError('the number of a shard');
  return BigInt(text);
}
