// Everything needed to run PostgreSQL's programs: complete binaries, an identity, and a cluster folder that this
// identity can reach. Prepared only if no server runs on the cluster, because it may change the owner of files.
import { stat } from 'node:fs/promises';
import { type Binaries, completeBinaries } from './binaries.js';
import type { Context } from './context.js';
import { type DataFolder, hasCluster, readVersion } from './data-folder.js';
import { EmbeddedPostgresError } from './error.js';
import { handOver, reachableBinaries, reachableFolder } from './open-folder.js';
import type { Words } from './options.js';
import { chooseRunAs, type RunAs } from './run-as.js';

export type Launcher = {
  readonly context: Context;
  readonly binaries: Binaries;
  readonly runAs: RunAs;
  readonly folder: DataFolder;
};

export async function prepareLauncher(context: Context, folder: DataFolder): Promise<Launcher> {
  const { machine, words, openFolder } = context;
  const binaries = machine.findBinaries(words);
  await refuseOtherVersion(words, binaries, folder);
  await complete(words, binaries);
  const runAs = await chooseRunAs({ machine, words }, binaries, folder);
  if (runAs.kind !== 'user') return { context, binaries, runAs, folder };
  const reachable = await reachableFolder(context, folder, runAs);
  if (await hasCluster(reachable)) {
    const { uid } = await stat(reachable.clusterDir);
    if (uid !== runAs.uid) await handOver(reachable.clusterDir, runAs);
  }
  return { context, binaries: await reachableBinaries(openFolder, binaries, runAs), runAs, folder: reachable };
}

async function refuseOtherVersion(words: Words, binaries: Binaries, folder: DataFolder): Promise<void> {
  const version = await readVersion(folder);
  if (version === undefined || version === binaries.major) return;
  throw new EmbeddedPostgresError(
    `The database in ${folder.clusterDir} was made by PostgreSQL ${version}, ${words.program} brings PostgreSQL ${binaries.major}, and neither reads the other's files. ` +
      `Dump it with PostgreSQL ${version} (pg_dump) and restore the dump into a new ${words.dataDir}, ` +
      `or serve it with a PostgreSQL ${version} that you run yourself (${words.ownServer}).`,
  );
}

async function complete(words: Words, binaries: Binaries): Promise<void> {
  try {
    await completeBinaries(binaries);
  } catch (error) {
    throw new EmbeddedPostgresError(
      `PostgreSQL's programs in ${binaries.root} are not complete and could not be completed (${error instanceof Error ? error.message : error}). ` +
        `Run \`npm rebuild\` as the owner of that folder, or ${words.ownServer}.`,
      { cause: error },
    );
  }
}
