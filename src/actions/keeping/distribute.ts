// Moves the tables of a migrated database to the nodes of a Citus cluster (docs/scaling.md). Each table is moved by its own
// transaction, so after a crash the next run goes on with the tables that are left.

import {
  type ClusterState,
  hasTablesOnNodes,
  listPlacedTables,
  placeTable,
  readCluster,
  type TableState,
} from '../../store/cluster/distribution.js';
import { placeGuard } from '../../store/cluster/shard-guard.js';
import type { Db } from '../../store/db.js';
import type { Placement } from '../../store/table.js';
import { TABLES } from '../../store/tables.js';

export type PlannedTable = {
  readonly table: string;
  readonly place: Placement;
  readonly bytes: bigint;
  readonly todo: 'move' | 'nothing';
  /** Where it is now. */
  readonly from: Placement;
};

type DistributionPlan = {
  readonly nodes: readonly string[];
  readonly tables: readonly PlannedTable[];
  /** Whether the service runs: then the plan can only be looked at. */
  readonly isInUse: boolean;
};

/** Why the tables cannot be moved. */
export type Unfit =
  | 'no-extension'
  | 'not-coordinator'
  | 'coordinator-unknown'
  | 'no-nodes'
  | 'not-owner'
  | 'tables-on-nodes';

/** What there is to do, or why nothing can be done. Changes nothing. */
export async function planDistribution({ db }: { readonly db: Db }): Promise<DistributionPlan | Unfit> {
  const cluster = await readCluster(db);
  if (cluster === null) return 'no-extension';
  const unfit = unfitFor(cluster);
  if (unfit !== null) return unfit;
  const states = await listPlacedTables(db);
  const tables = Object.entries(TABLES).map(([table, { placement }]) => planOf(states, table, placement));
  // Once a table was moved, the nodes know the names of all that were.
  const isFresh = tables.every(({ place, todo }) => place === 'coordinator' || todo === 'move');
  if (isFresh && (await hasTablesOnNodes(db))) return 'tables-on-nodes';
  return { nodes: cluster.nodes, tables, isInUse: cluster.connected > 0 };
}

function unfitFor(cluster: ClusterState): Unfit | null {
  if (!cluster.isCoordinator) return 'not-coordinator';
  if (!cluster.knowsCoordinator) return 'coordinator-unknown';
  if (cluster.nodes.length === 0) return 'no-nodes';
  return cluster.isOwner ? null : 'not-owner';
}

function planOf(states: readonly TableState[], table: string, place: Placement): PlannedTable {
  const state = states.find((one) => one.table === table);
  if (state === undefined) throw new Error(`there is no table ${table}`);
  return { table, place, bytes: state.bytes, todo: state.place === place ? 'nothing' : 'move', from: state.place };
}

/** Carries the plan out, and tells of every table that is done. */
export async function distribute(
  { db }: { readonly db: Db },
  plan: DistributionPlan,
  shards: number,
  onDone: (table: PlannedTable) => void,
): Promise<void> {
  for (const planned of plan.tables) {
    if (planned.todo === 'nothing') continue;
    await db.transaction((tx) => placeTable(tx, planned.table, { ...planned, shards }));
    onDone(planned);
  }
  await db.transaction(placeGuard);
}
