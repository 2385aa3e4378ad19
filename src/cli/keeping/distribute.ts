// cobro distribute: moves the tables of merchants to the nodes of a Citus cluster. Stop the service first.
import { Command, InvalidArgumentError } from 'commander';
import { distribute, type PlannedTable, planDistribution, type Unfit } from '../../actions/keeping/distribute.js';
import { OperatorError } from '../../errors/operator-error.js';
import { createLog } from '../../log.js';
import { loadSettings } from '../../settings/settings.js';
import type { Db } from '../../store/db.js';
import type { CommandContext } from '../context.js';
import { print, printMany } from '../output.js';

type DistributeOptions = { json?: boolean; plan?: boolean; shards?: number };

/** A large table takes as long as it takes. */
const DAY_MS = 86_400_000;
/** Each shard takes statements of its own, so few are cheaper; with two a node that is too full can give one away. */
const SHARDS_A_NODE = 2;

const REFUSALS: Readonly<Record<Unfit, string>> = {
  'no-extension':
    'The database of DATABASE_URL has no Citus extension. Use a Citus coordinator, and run `create extension citus` in this ' +
    'database on the coordinator and on every node.',
  'not-coordinator': 'DATABASE_URL leads to a node of a Citus cluster. Use the address of its coordinator.',
  'coordinator-unknown':
    "The cluster does not know its coordinator. Run there: select citus_set_coordinator_host('HOST', PORT);",
  'no-nodes': "The cluster has no node for data. Run on the coordinator: select citus_add_node('HOST', PORT);",
  'not-owner': 'The user of DATABASE_URL does not own the tables. Use the one that ran `npx cobro migrate`.',
  'tables-on-nodes':
    'A node has tables of Cobro already: somebody ran `npx cobro migrate` there. Make the database of that node again, ' +
    'empty but for the Citus extension. Only the coordinator is migrated.',
};

const WHERE = {
  'by-account': 'on the nodes, by account',
  everywhere: 'on every node',
  coordinator: 'on the coordinator',
} as const;

export function distributeCommand({ openDatabase }: CommandContext): Command {
  return new Command('distribute')
    .option('--plan', 'only show which table goes where, and change nothing')
    .option(
      '--shards <n>',
      'into how many pieces the tables are divided; a node gets whole pieces (default: two for each node)',
      readShards,
    )
    .action(async (options: DistributeOptions) => {
      // One connection: any other one belongs to the service.
      const settings = { ...loadSettings(), databasePool: 1, databaseTimeoutMs: DAY_MS };
      const database = await openDatabase(settings, createLog({ level: 'warn', destination: 2 }));
      try {
        await run(database.db, options);
      } finally {
        await database.close();
      }
    });
}

async function run(db: Db, options: DistributeOptions): Promise<void> {
  const plan = await planDistribution({ db });
  if (typeof plan === 'string') throw new OperatorError(REFUSALS[plan]);
  const todo = plan.tables.filter((one) => one.todo !== 'nothing');
  if (options.plan === true) return printMany(plan.tables.map(toRow), options, '');
  if (plan.isInUse)
    throw new OperatorError('The service is connected to the database. Stop all of its processes first.');
  const say = options.json === true ? () => undefined : print;
  const shards = options.shards ?? SHARDS_A_NODE * plan.nodes.length;
  await distribute({ db }, plan, shards, ({ table, place }) => say(`${table}: ${WHERE[place]}`));
  if (options.json === true) printMany(todo.map(toRow), options, '');
  else if (todo.length === 0) print('Nothing to do: every table is where it belongs.');
  else print(`${todo.length} tables are on ${plan.nodes.join(', ')}. Start the service as before.`);
}

function toRow({ table, place, bytes, todo }: PlannedTable) {
  return {
    table,
    place: WHERE[place],
    bytes: String(bytes),
    state: place === 'coordinator' ? 'stays' : todo === 'move' ? 'to move' : 'done',
  };
}

function readShards(text: string): number {
  const shards = Number(text);
  if (!Number.isInteger(shards) || shards < 1 || shards > 1_024) throw new InvalidArgumentError('1 to 1024 shards.');
  return shards;
}
