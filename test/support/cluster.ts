// Databases for tests on a Citus cluster: clones of one migrated and distributed template, on the coordinator and on every
// node. A cluster knows its nodes by their addresses, so clones of the template's databases make a cluster of their own.
import pg from 'pg';
import { distribute, planDistribution } from '../../src/actions/keeping/distribute.js';
import type { Db } from '../../src/store/db.js';

/** Set for a run against a cluster: the address of a database on its coordinator that has the extension and all nodes. */
export const CLUSTER_VARIABLE = 'COBRO_TEST_CLUSTER';

/** Few, because every test file makes all of them. */
const SHARDS = 4;

type Node = { readonly host: string; readonly port: number };

/** Makes an empty database on every node and joins them to a cluster. */
export async function createOnCluster(serverUrl: string, name: string): Promise<void> {
  const { coordinator, nodes } = await readNodes(serverUrl);
  await onAll(serverUrl, `create database ${name}`);
  for (const node of [null, ...nodes]) await on(addressOf(serverUrl, name, node), 'create extension citus');
  await on(
    addressOf(serverUrl, name, null),
    `select citus_set_coordinator_host('${coordinator.host}', ${coordinator.port})`,
    ...nodes.map(({ host, port }) => `select citus_add_node('${host}', ${port})`),
  );
}

/** Moves the tables of a migrated database to the nodes. */
export async function distributeAll(db: Db): Promise<void> {
  const plan = await planDistribution({ db });
  if (typeof plan === 'string') throw new Error(`the tables cannot be distributed: ${plan}`);
  await distribute({ db }, plan, SHARDS, () => undefined);
}

/** Every node has a process of its own in the database, and a database in use cannot be cloned. */
export async function closeTemplate(serverUrl: string, name: string): Promise<void> {
  await onAll(serverUrl, `alter database ${name} allow_connections false`);
  await onAll(serverUrl, `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`);
}

/** Runs a statement on the coordinator and on every node, outside of transactions. */
export async function onAll(serverUrl: string, text: string): Promise<void> {
  const { nodes } = await readNodes(serverUrl);
  const base = new URL(serverUrl).pathname.slice(1);
  await Promise.all([null, ...nodes].map((node) => on(addressOf(serverUrl, base, node), text)));
}

async function readNodes(serverUrl: string): Promise<{ coordinator: Node; nodes: Node[] }> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    const { rows } = await client.query<Node & { groupid: number }>(
      'select nodename as host, nodeport as port, groupid from pg_dist_node where isactive order by nodeid',
    );
    const coordinator = rows.find(({ groupid }) => groupid === 0);
    if (coordinator === undefined) throw new Error('the cluster does not know its coordinator');
    return { coordinator, nodes: rows.filter(({ groupid }) => groupid !== 0) };
  } finally {
    await client.end();
  }
}

function addressOf(serverUrl: string, database: string, node: Node | null): string {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  if (node !== null) url.host = `${node.host}:${node.port}`;
  return url.href;
}

async function on(url: string, ...texts: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const text of texts) await client.query(text);
  } finally {
    await client.end();
  }
}
