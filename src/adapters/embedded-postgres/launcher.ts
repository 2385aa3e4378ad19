// Everything that running PostgreSQL's programs needs: complete binaries, an identity, and a cluster folder that this
// identity can reach. Prepared only when no server runs on the cluster, since it may change whose files they are.
import { stat } from 'node:fs/promises';
import { OperatorError } from '../../operator-error.js';
import { type Binaries, completeBinaries } from './binaries.js';
import { hasCluster, readVersion } from './cluster.js';
import type { DataFolder } from './data-folder.js';
import type { Machine } from './machine.js';
import { handOver, reachableBinaries, reachableFolder } from './open-place.js';
import { chooseRunAs, type RunAs } from './run-as.js';

export type Launcher = {
  readonly binaries: Binaries;
  readonly runAs: RunAs;
  readonly folder: DataFolder;
};

export async function prepareLauncher(machine: Machine, folder: DataFolder): Promise<Launcher> {
  const binaries = machine.findBinaries();
  await refuseOtherVersion(binaries, folder);
  await completeInPlace(binaries);
  const runAs = await chooseRunAs(machine, binaries, folder);
  if (runAs.kind !== 'user') return { binaries, runAs, folder };
  const reachable = await reachableFolder(machine.openPlace, folder, runAs);
  if (await hasCluster(reachable)) {
    const { uid } = await stat(reachable.clusterDir);
    if (uid !== runAs.uid) await handOver(reachable.clusterDir, runAs);
  }
  return { binaries: await reachableBinaries(machine.openPlace, binaries, runAs), runAs, folder: reachable };
}

async function refuseOtherVersion(binaries: Binaries, folder: DataFolder): Promise<void> {
  const version = await readVersion(folder);
  if (version === undefined || version === binaries.major) return;
  throw new OperatorError(
    `The database in ${folder.clusterDir} was made by PostgreSQL ${version}, this Cobro brings PostgreSQL ${binaries.major}, and neither reads the other's files. ` +
      `Dump it with PostgreSQL ${version} (pg_dump) and restore the dump into a new COBRO_DATA_DIR, ` +
      `or run it with your own PostgreSQL ${version} and set DATABASE_URL to that.`,
  );
}

async function completeInPlace(binaries: Binaries): Promise<void> {
  try {
    await completeBinaries(binaries);
  } catch (error) {
    throw new OperatorError(
      `PostgreSQL's programs in ${binaries.root} are not complete and could not be completed (${error instanceof Error ? error.message : error}). ` +
        'Run `npm rebuild` as the owner of that folder, or set DATABASE_URL to a PostgreSQL of your own.',
      { cause: error },
    );
  }
}
